import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { File, type Group, ready } from "h5wasm";
import { afterAll, describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { compressedRows } from "../../src/data/readers/hdf5/compressed-group.js";
import { Hdf5File } from "../../src/data/readers/hdf5/file.js";
import { fileBytes } from "../../src/data/readers/hdf5/file-bytes.js";
import { openWithHdf5 } from "../../src/data/readers/hdf5/library.js";
import { denseRows } from "../../src/data/readers/hdf5/read-numbers.js";
import { scanFile } from "../../src/data/readers/hdf5/scan.js";
import { h5adReader, hdf5Reader } from "../../src/data/readers/hdf5.js";
import { type ArrayPart, partInDoubles } from "../../src/data/readers/reader.js";
import type { StoredRows } from "../../src/data/readers/shared/stored-rows.js";
import type { ReadOptions } from "../../src/data/reading-options.js";
import { joinArrays } from "../../src/data/stream/join-parts.js";
import { select } from "../../src/index.js";
import { fileSource } from "../../src/node/file-source.js";
import { openRows, readDataset, selectStreamed } from "../../src/node.js";
import { FloatRows, inDoubles } from "../../src/numeric/float-rows.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import type { SparseMatrix } from "../../src/numeric/sparse-matrix.js";
import { expectArrays, expectedOf, expectRefusal, fixture } from "../data/readers/array-fixtures.js";

const folder = mkdtempSync(join(tmpdir(), "salience-hdf5-"));
const path = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const { FS } = await ready;

/** Writes an HDF5 file with the library itself. */
function makeFile(name: string, fill: (root: Group) => void): Uint8Array {
  const file = new File("/made.h5", "w");
  fill(file);
  file.close();
  const bytes = FS.readFile("/made.h5") as Uint8Array;
  FS.unlink("/made.h5");
  writeFileSync(path(name), bytes);
  return bytes;
}

const names = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i}`);

/** obs with a category, var with names, as AnnData has them. */
function describeRows(root: Group, codes: Int8Array, columns: number): void {
  root.create_attribute("encoding-type", "anndata");
  for (const [name, index] of [
    ["obs", names("c", codes.length)],
    ["var", names("g", columns)],
  ] as const) {
    const frame = root.create_group(name);
    frame.create_attribute("_index", "_index");
    frame.create_dataset({ name: "_index", data: index as string[] });
  }
  const kind = (root.get("obs") as Group).create_group("kind");
  kind.create_dataset({ name: "codes", data: codes });
  kind.create_dataset({ name: "categories", data: ["a", "b", "c"] });
}

async function partsOf(bytes: Uint8Array, name: string, options: ReadOptions = {}): Promise<ArrayPart[]> {
  const reader = name.endsWith(".h5ad") ? h5adReader : hdf5Reader;
  const parts: ArrayPart[] = [];
  for await (const part of reader.readParts!(bytesSource(bytes, name), options)) parts.push(part);
  return parts;
}

/** The parts of one matrix, opened by hand so that they may be small. */
async function smallParts(bytes: Uint8Array, open: (file: Hdf5File) => StoredRows) {
  const source = await fileBytes(bytesSource(bytes, "x"), {});
  const scanned = await scanFile(source, {});
  const library = await openWithHdf5(source);
  try {
    const stored = open(new Hdf5File(library, source, scanned, {}));
    const parts: Matrix[] = [];
    for await (const part of stored.parts()) parts.push(written(inDoubles(part)));
    const whole = written(await stored.readAll());
    return { whole, parts, heights: parts.map(({ rows }) => rows) };
  } finally {
    library.close();
  }
}

const written = (values: Matrix | SparseMatrix) => (values instanceof Matrix ? values : values.toDense());
const flat = (parts: readonly Matrix[]) => parts.flatMap((part) => [...part.copy().data]);

describe("HDF5 in parts", () => {
  test.each(expectedOf("hdf5").filter(([name]) => !name.includes(".mat")))(
    "%s has what h5py reads",
    async (name, expected) => {
      const file = name.split("#")[0];
      const parts = await partsOf(fixture(`hdf5/${file}`), file, expected.options);
      const joined = joinArrays(parts.map(partInDoubles));
      expectArrays(joined, expected);
    },
  );

  test("sparse matrices by rows and by columns, cut anywhere", async () => {
    const bytes = fixture("hdf5/modern.h5ad");
    for (const format of ["csr", "csc"] as const)
      for (const entries of [1, 3, 5, 100]) {
        const limits = { entries, bandEntries: entries, rows: 3 };
        const group = { path: `layers/${format}`, format, rows: 7, columns: 0 };
        const { whole, parts, heights } = await smallParts(bytes, (file) => {
          const [, columns] = file.attribute(group.path, "shape")!.map(Number);
          return compressedRows(file, { ...group, columns }, limits);
        });
        expect(heights.reduce((sum, height) => sum + height, 0)).toBe(7);
        if (entries === 1) expect(heights.length).toBeGreaterThan(3);
        expect(flat(parts)).toEqual([...whole.data]);
      }
  });

  test("a full matrix in chunks, narrower than its rows, cut anywhere", async () => {
    const random = new Random(2);
    const data = Float64Array.from({ length: 50 * 13 }, () => random.normal());
    const bytes = makeFile("chunks.h5", (root) => {
      root.create_dataset({ name: "X", data, shape: [50, 13], chunks: [4, 5], compression: "gzip" });
    });
    for (const size of [1, 13 * 8 * 9, 1e6]) {
      const { parts, heights } = await smallParts(bytes, (file) => denseRows(file, file.dataset("X"), size));
      expect(heights[0]).toBe(size === 1 ? 4 : size === 1e6 ? 50 : 8);
      expect(flat(parts)).toEqual([...data]);
    }
  });

  test("a sparse matrix whose starts fall is refused, whole and in parts", async () => {
    const bytes = makeFile("falls.h5ad", (root) => {
      describeRows(root, Int8Array.of(0, 1, 2), 4);
      const x = root.create_group("X");
      x.create_attribute("encoding-type", "csr_matrix");
      x.create_attribute("shape", Int32Array.of(3, 4));
      x.create_dataset({ name: "data", data: Float32Array.of(1, 2, 3) });
      x.create_dataset({ name: "indices", data: Int32Array.of(0, 1, 2) });
      x.create_dataset({ name: "indptr", data: Int32Array.of(0, 3, 1, 3) });
    });
    await expectRefusal(partsOf(bytes, "falls.h5ad"), "falls.h5ad", /damaged: (row|a row)/);
    await expectRefusal(
      h5adReader.readArrays(bytesSource(bytes, "falls.h5ad"), {}),
      "falls.h5ad",
      /damaged: row 2 ends before it starts/,
    );
  });
});

describe("rows of AnnData in blocks", () => {
  const [rows, columns] = [9000, 300];
  const random = new Random(5);
  const codes = Int8Array.from({ length: rows }, () => Math.floor(3 * random.uniform()));
  const values = Float32Array.from({ length: rows * columns }, (_, at) => {
    const [i, j] = [Math.floor(at / columns), at % columns];
    return random.normal() + (j < 4 ? codes[i] * (j + 1) * 0.2 : 0);
  });
  makeFile("full.h5ad", (root) => {
    describeRows(root, codes, columns);
    root.create_dataset({ name: "X", data: values, shape: [rows, columns] });
  });
  makeFile("sparse.h5ad", (root) => {
    describeRows(root, codes, columns);
    const x = root.create_group("X");
    x.create_attribute("encoding-type", "csr_matrix");
    x.create_attribute("shape", Int32Array.of(rows, columns));
    const [data, indices, starts] = [[] as number[], [] as number[], [0]];
    for (let i = 0; i < rows; i++) {
      for (let j = i % 10; j < columns; j += 10) {
        data.push(values[i * columns + j]);
        indices.push(j);
      }
      starts.push(data.length);
    }
    x.create_dataset({ name: "data", data: Float32Array.from(data) });
    x.create_dataset({ name: "indices", data: Int32Array.from(indices) });
    x.create_dataset({ name: "indptr", data: Int32Array.from(starts) });
  });

  test.each(["full", "sparse"])("%s: as in memory", async (name) => {
    const file = path(`${name}.h5ad`);
    const data = await readDataset(file, { target: "kind" });
    const { rows: source, close } = await openRows(file, { target: "kind" });
    try {
      for (const method of ["fisher", "trace-ratio"] as const) {
        const { selection } = await selectStreamed(source, { method, k: 5 });
        const expected = await select(data, { method, k: 5 });
        expect(selection.features).toEqual(expected.features);
        expect(selection.data).toMatchObject({ rows, features: columns, classes: 3 });
        if (method === "fisher")
          selection.scores.forEach((score, j) => {
            expect(Math.abs(score - expected.scores[j])).toBeLessThan(1e-10);
          });
      }
    } finally {
      await close();
    }
  });

  test("numbers of 32 bits stay so, and no more of the file is held than a part", async () => {
    const source = await fileSource(path("full.h5ad"));
    const asked: number[] = [];
    const watched = {
      ...source,
      read: async () => {
        throw new Error("the file is read as a whole");
      },
      readInto(target: Uint8Array, start: number) {
        asked.push(target.length);
        return source.readInto!(target, start);
      },
    };
    let count = 0;
    for await (const { values: part, labels, rowIds } of h5adReader.readParts!(watched, { target: "kind" })) {
      expect(part).toBeInstanceOf(FloatRows);
      expect([labels![0], rowIds![0]]).toEqual([["a", "b", "c"][codes[count]], `c${count}`]);
      expect((part as FloatRows).data[5]).toBe(values[count * columns + 5]);
      count += part.rows;
    }
    await source.close();
    expect(count).toBe(rows);
    expect(Math.max(...asked)).toBeLessThan(9_000_000);
    expect(source.size).toBeGreaterThan(10_000_000);
  });

  test("a file that changes meanwhile is refused, and the next one is read", async () => {
    const source = await fileSource(path("full.h5ad"));
    let calls = 0;
    const changing = {
      ...source,
      readInto(target: Uint8Array, start: number) {
        if (++calls > 12) throw new Error("gone");
        return source.readInto!(target, start);
      },
    };
    const parts = async () => {
      for await (const _ of h5adReader.readParts!(changing, { target: "kind" }));
    };
    await expectRefusal(parts(), "full.h5ad", /damaged \(gone\)/);
    await source.close();
    expect((await readDataset(path("sparse.h5ad"))).rows).toBe(rows);
  });

  test("the size counts what is kept, with zeros where there are few values", async () => {
    const sizeOf = async (name: string) => {
      const source = await fileSource(path(name));
      const size = await h5adReader.sizeOf!(source, {});
      await source.close();
      return size;
    };
    expect(await sizeOf("full.h5ad")).toEqual({ rows, columns, bytes: 8 * rows * columns });
    const { bytes } = await sizeOf("sparse.h5ad");
    expect(bytes).toBe((12 * rows * columns) / 10 + 4 * rows);
  });
});
