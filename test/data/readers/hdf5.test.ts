import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { classCounts, encodeLabels } from "../../../src/data/labels.js";
import { RowCollector } from "../../../src/data/readers/hdf5/row-collector.js";
import { h5adReader, hdf5Reader } from "../../../src/data/readers/hdf5.js";
import { matReader } from "../../../src/data/readers/mat.js";
import type { ReadOptions } from "../../../src/data/reading-options.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { SparseMatrix } from "../../../src/numeric/sparse-matrix.js";
import { dataFile, hasData } from "../../support/data.js";
import {
  damage,
  damaged,
  expectArrays,
  expectedOf,
  expectRefusal,
  expectSafe,
  fixture,
  read,
} from "./array-fixtures.js";

const readerOf = (file: string) =>
  file.endsWith(".h5ad") ? h5adReader : file.endsWith(".mat") ? matReader : hdf5Reader;
const load = (file: string, options: ReadOptions = {}) =>
  read(readerOf(file), fixture(`hdf5/${file}`), file, options);

describe("what h5py reads", () => {
  test.each(expectedOf("hdf5"))("%s", async (name, expected) => {
    expectArrays(await load(name.split("#")[0], expected.options), expected);
  });

  test("the reader for HDF5 knows AnnData and MATLAB files by what is inside", async () => {
    for (const file of ["modern.h5ad", "tables.h5ad", "version73.mat"]) {
      const bytes = fixture(`hdf5/${file}`);
      expect(hdf5Reader.recognises!(bytes.subarray(0, 4096))).toBe(true);
      expectArrays(
        await read(hdf5Reader, bytes, "renamed.h5", file === "version73.mat" ? {} : { target: "n" }),
        new Map(expectedOf("hdf5")).get(file === "version73.mat" ? file : `${file}#n`)!,
      );
    }
  });
});

describe("the target of AnnData", () => {
  test("is the obvious column of obs, with a notice; of several the candidates are listed", async () => {
    const { labelName, guessed, notices } = await load("tables.h5ad");
    expect([labelName, guessed]).toEqual(["type", "it is the only category"]);
    expect(notices).toContainEqual(expect.objectContaining({ code: "target-guessed", column: "type" }));
    const several = await load("modern.h5ad");
    expect(several.labels).toBeUndefined();
    expect(several.notices).toContainEqual(
      expect.objectContaining({ code: "no-labels", columns: expect.arrayContaining(["type", "passed"]) }),
    );
  });

  test("is not guessed where the options say where the labels are, or for known features", async () => {
    for (const options of [{ labelPattern: "^c" }, { features: ["g1"] }, { optional: ["target"] }] as const)
      expect((await load("tables.h5ad", options)).labels).toBeUndefined();
  });
});

describe("refusals", () => {
  const cases: [string, ReadOptions, RegExp][] = [
    ["plain.h5", { values: "Z" }, /array "Z" not found.*; the arrays are X \(4 × 7\), Y \(7, text\)/],
    ["types.h5", { values: "cube" }, /cube \(2 × 3 × 4\) has 3 dimensions/],
    ["types.h5", { values: "empty" }, /empty \(0 × 3\) is empty/],
    ["types.h5", { values: "scalar" }, /scalar \(a single value\) has 0 dimensions/],
    ["types.h5", { values: "complex" }, /"complex" holds values of the type "compound"/],
    ["types.h5", { values: "lists" }, /"lists" holds lists of different lengths/],
    ["lzf.h5", {}, /compressed with lzf, which is not supported; write the file with gzip/],
    ["virtual.h5", {}, /it holds data in other files \(a virtual dataset\); write the data into one file/],
    ["version73.mat", { values: "record" }, /"record" is a struct/],
    ["version73.mat", { values: "complex" }, /"complex" holds complex numbers/],
    ["no_x.h5ad", {}, /"X" is missing; the file has layers\/counts; name one with values$/],
    [
      "modern.h5ad",
      { values: "layers/count" },
      /"layers\/count" is missing; the file has X, raw\/X, layers\/csc, layers\/csr/,
    ],
    ["modern.h5ad", { values: "uns" }, /"uns" is missing/],
    ["modern.h5ad", { values: "obs" }, /"obs" is not a matrix/],
    [
      "modern.h5ad",
      { target: "typ" },
      /no obs column "typ" \(did you mean "type"\?\); the categorical columns are type, partial/,
    ],
    [
      "tables.h5ad",
      { target: "Type" },
      /no obs column "Type" \(did you mean "type"\?\); the categorical columns are type$/,
    ],
    [
      "tenx_v3.h5",
      { target: "type" },
      /a 10x file does not contain labels; give a file of labels by barcode with labels$/,
    ],
  ];
  test.each(cases)("%s %o", async (file, options, message) => {
    await expectRefusal(load(file, options), file, message);
  });

  test("what is no HDF5 file", async () => {
    const other = fixture("npy/types.npz");
    await expectRefusal(read(hdf5Reader, other, "a.h5"), "a.h5", /not an HDF5 file/);
    await expectRefusal(read(h5adReader, other.subarray(0, 3), "a.h5ad"), "a.h5ad", /not an HDF5 file/);
  });

  test("a stop in the middle, and the next file is read", async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(load("modern.h5ad", { signal: controller.signal })).rejects.toThrow(/abort/i);
    expect((await load("modern.h5ad")).values.rows).toBe(7);
  });
});

describe("damaged files", () => {
  test.each(["plain.h5", "labels.h5", "modern.h5ad", "tenx_v3.h5"])(
    "%s is refused when cut off",
    async (file) => {
      const bytes = fixture(`hdf5/${file}`);
      for (const end of [1, 9, 100, 600, Math.floor(bytes.length / 2), bytes.length - 1])
        await expectRefusal(read(readerOf(file), bytes.subarray(0, end), file), file, /damaged|not an HDF5/);
    },
  );

  test("a wrong bit in checked data is refused, nothing is printed, and the next file is read", async () => {
    const printed = [vi.spyOn(console, "log"), vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
    const bytes = fixture("hdf5/types.h5");
    const good = new Map(expectedOf("hdf5")).get("types.h5#checked")!;
    const stored = new Uint8Array(new Float64Array([good.values[4]!]).buffer);
    let hits = 0;
    for (let at = 0; at + 8 <= bytes.length; at++)
      if (stored.every((byte, i) => bytes[at + i] === byte)) {
        hits++;
        bytes[at] ^= 1;
      }
    expect(hits).toBeGreaterThan(0);
    for (let round = 0; round < 3; round++) {
      await expectRefusal(read(hdf5Reader, bytes, "bad.h5", good.options), "bad.h5", /damaged/);
      expectArrays(await load("types.h5", good.options), good);
    }
    for (const spy of printed) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  test("texts in which the library would go round for ever", async () => {
    const bytes = fixture("hdf5/plain.h5");
    const heap = new TextDecoder("latin1").decode(bytes).indexOf("GCOL");
    expect(heap).toBeGreaterThan(0);
    // The first object becomes free space of size 0.
    bytes.fill(0, heap + 16, heap + 32);
    await expectRefusal(
      read(hdf5Reader, bytes, "loop.h5"),
      "loop.h5",
      /strings at byte \d+ are inconsistent/,
    );
  });

  test("a group of which only a part can be listed", async () => {
    const bytes = fixture("hdf5/plain.h5");
    const node = new TextDecoder("latin1").decode(bytes).lastIndexOf("SNOD");
    expect(node).toBeGreaterThan(0);
    bytes[node] ^= 1;
    await expectRefusal(read(hdf5Reader, bytes, "list.h5"), "list.h5", /the HDF5 file is damaged/);
  });

  const peakKilobytes = () => process.resourceUsage().maxRSS;

  test("a text that claims to have gigabytes", async () => {
    const bytes = fixture("hdf5/labels.h5");
    const view = new DataView(bytes.buffer);
    const heap = BigInt(new TextDecoder("latin1").decode(bytes).indexOf("GCOL"));
    // A reference to a text is its length, the place of its heap and its number there; "ill" has three bytes.
    const at = [...bytes.keys()].find(
      (i) =>
        i + 16 < bytes.length && view.getUint32(i, true) === 3 && view.getBigUint64(i + 4, true) === heap,
    )!;
    view.setUint32(at, 0x7f000003, true);
    const before = peakKilobytes();
    const result = read(hdf5Reader, bytes, "long.h5", { target: "words" });
    await expectRefusal(result, "long.h5", /damaged, or an array in it needs more memory/);
    // The library would take as much memory as the text claims, and clear it.
    expect(peakKilobytes() - before).toBeLessThan(500_000);
    expect((await load("labels.h5", { target: "words" })).labels![0]).toBe("ill");
  });

  test("two files at once do not disturb each other", async () => {
    const bytes = fixture("hdf5/plain.h5");
    const results = await Promise.allSettled([
      load("modern.h5ad"),
      read(hdf5Reader, bytes.subarray(0, bytes.length - 1), "cut.h5"),
      load("tenx_v3.h5"),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });

  test("only clear refusals", async () => {
    const cases: [string, ReadOptions][] = [
      ["plain.h5", {}],
      ["labels.h5", { target: "words" }],
      ["types.h5", { values: "growing" }],
      ["modern.h5ad", { target: "type" }],
      ["modern.h5ad", { values: "layers/csc", target: "note" }],
      ["tables.h5ad", { target: "type" }],
      ["categories_together.h5ad", { target: "type" }],
      ["tenx_v3.h5", {}],
      ["version73.mat", { target: "cells" }],
      ["version73.mat", { values: "S", target: "marks" }],
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...cases), damage, ([file, options], damages) =>
        expectSafe(readerOf(file), damaged(fixture(`hdf5/${file}`), damages), options),
      ),
      { numRuns: 1200, seed: 6 },
    );
    expect((await load("modern.h5ad")).values.rows).toBe(7);
  });
});

describe("rows of a matrix that is stored in full", () => {
  const collect = (
    rows: number,
    columns: number,
    valueAt: (i: number, j: number) => number,
    step: number,
  ) => {
    const collector = new RowCollector(rows, columns);
    for (let top = 0; top < rows; top += step) {
      const height = Math.min(step, rows - top);
      collector.append(
        Float64Array.from({ length: height * columns }, (_, k) =>
          valueAt(top + Math.floor(k / columns), k % columns),
        ),
      );
    }
    return collector.result();
  };

  test("a large one that is mostly zeros is kept sparse", () => {
    const valueAt = (i: number, j: number) => ((i * 31 + j) % 4 === 0 ? i - j : 0);
    const values = collect(2100, 2000, valueAt, 300) as SparseMatrix;
    expect(values).toBeInstanceOf(SparseMatrix);
    const dense = values.toDense();
    for (let k = 0; k < 4_200_000; k += 997)
      expect(dense.data[k]).toBe(valueAt(Math.floor(k / 2000), k % 2000) || 0);
  });

  test("a small one, and one that fills up only later, are kept in full", () => {
    expect(collect(100, 50, () => 0, 7)).toBeInstanceOf(Matrix);
    const valueAt = (i: number, j: number) => (i < 1000 ? (j === 3 ? 5 : 0) : i + j);
    const values = collect(2100, 2000, valueAt, 300) as Matrix;
    expect(values).toBeInstanceOf(Matrix);
    for (let k = 0; k < 4_200_000; k += 997)
      expect(values.data[k]).toBe(valueAt(Math.floor(k / 2000), k % 2000));
  });
});

interface RealFile {
  shape: [number, number];
  sparse: boolean;
  filled: number;
  entries: [number, number, number][];
  classes?: number[];
  labels?: string[];
  options?: ReadOptions;
  rowEnds?: [string, string];
  featureEnds?: [string, string];
}
const real: Record<string, RealFile> = JSON.parse(new TextDecoder().decode(fixture("hdf5/real.json")));
describe.skipIf(!hasData)("real files", () => {
  test.each(Object.entries(real))("%s", async (name, expected) => {
    const file = name.split("#")[0];
    const bytes = new Uint8Array(readFileSync(dataFile(file)));
    const progress: number[] = [];
    const onProgress = (fraction: number) => progress.push(fraction);
    const { values, labels, rowIds, featureNames } = await read(readerOf(file), bytes, file, {
      ...expected.options,
      onProgress,
    });
    expect([values.rows, values.columns]).toEqual(expected.shape);
    expect(values).toBeInstanceOf(expected.sparse ? SparseMatrix : Matrix);
    const dense = values instanceof SparseMatrix ? values.toDense() : values;
    for (const [i, j, value] of expected.entries) expect(dense.get(i, j)).toBe(value);
    expect(dense.data.reduce((count, value) => count + (value === 0 ? 0 : 1), 0)).toBe(expected.filled);
    if (expected.classes) expect([...classCounts(encodeLabels(labels!))]).toEqual(expected.classes);
    if (expected.labels) expect(labels!.slice(0, 20)).toEqual(expected.labels);
    if (expected.rowEnds) expect([rowIds![0], rowIds!.at(-1)]).toEqual(expected.rowEnds);
    if (expected.featureEnds) expect([featureNames![0], featureNames!.at(-1)]).toEqual(expected.featureEnds);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(1);
  });

  test("the file without X says so", async () => {
    const bytes = new Uint8Array(readFileSync(dataFile("formats/adata_v0.11.4.h5ad")));
    await expectRefusal(
      read(h5adReader, bytes, "a.h5ad"),
      "a.h5ad",
      /"X" is missing; the file has no other matrix/,
    );
  });
});
