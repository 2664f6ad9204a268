import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classCounts, encodeLabels } from "../../../src/data/labels.js";
import { matReader } from "../../../src/data/readers/mat.js";
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

const load = (file: string, options = {}) => read(matReader, fixture(`mat/${file}`), file, options);

describe("what SciPy reads", () => {
  test.each(expectedOf("mat"))("%s", async (name, expected) => {
    expectArrays(await load(name.split("#")[0], expected.options), expected);
  });
});

describe("choice of arrays", () => {
  const cases: [string, object, RegExp][] = [
    ["labels.mat", { values: "Z" }, /array "Z" not found; the arrays are X \(6 × 3\), column \(6 × 1\)/],
    ["labels.mat", { target: "Z" }, /array "Z" not found; the arrays are X \(6 × 3\), column/],
    ["labels.mat", { values: "cells" }, /"cells" does not hold numbers/],
    ["classes.mat", {}, /not clear which array holds the data; the arrays are .*; name one with values$/],
    ["refused.mat", { target: "short" }, /short \(1 × 5\) do not match the data X \(6 × 3\)/],
    ["refused.mat", { values: "complex" }, /"complex" holds complex numbers/],
    ["refused.mat", { values: "cube" }, /"cube" has 3 dimensions \(2 × 3 × 4\)/],
    ["refused.mat", { values: "record" }, /"record" is a struct/],
    ["refused.mat", { values: "empty" }, /empty \(0 × 3\) is empty/],
    ["refused.mat", { target: "cube" }, /"cube" has 3 dimensions/],
    ["version4.mat", {}, /version 4 files are not supported; save the data with -v7/],
  ];
  test.each(cases)("%s %o is refused", async (file, options, message) => {
    await expectRefusal(load(file, options), file, message);
  });

  test("labels in a file of their own leave those inside alone", async () => {
    const labels = { name: "labels.csv", size: 0, read: async () => new Uint8Array() };
    expect((await load("fea_gnd.mat", { labels })).labels).toBeUndefined();
  });
});

describe("damaged files", () => {
  test.each(["classes.mat", "classes_compressed.mat", "sparse.mat", "big_endian.mat"])(
    "%s is refused wherever it is cut off inside the array",
    async (file) => {
      const bytes = fixture(`mat/${file}`);
      const last = expectedOf("mat")
        .filter(([name]) => name.startsWith(file))
        .at(-1)![1];
      for (const end of [1, 100, 127, 130, 150, bytes.length - 40, bytes.length - 9])
        await expectRefusal(read(matReader, bytes.subarray(0, end), file, last.options), file, /./);
    },
  );

  test("a size that the file does not hold is refused before memory is taken", async () => {
    const bytes = fixture("mat/only_matrix.mat");
    // The dimensions of `measured` (6 × 3) become 6 × 2^30.
    const view = new DataView(bytes.buffer);
    const at = [...bytes.keys()].find(
      (i) => i % 4 === 0 && view.getInt32(i, true) === 6 && view.getInt32(i + 4, true) === 3,
    )!;
    view.setInt32(at + 4, 2 ** 30, true);
    await expectRefusal(
      read(matReader, bytes, "large.mat"),
      "large.mat",
      /numbers are stated, but 18 are present/,
    );
  });

  test("only clear refusals", async () => {
    const files = [
      "classes.mat",
      "classes_compressed.mat",
      "labels.mat",
      "sparse.mat",
      "small_storage.mat",
      "fea_gnd.mat",
    ];
    const options = [
      {},
      { values: "float64" },
      { target: "cells" },
      { target: "characters" },
      { values: "packed" },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.constantFrom(...options),
        damage,
        (file, options, damages) => expectSafe(matReader, damaged(fixture(`mat/${file}`), damages), options),
      ),
      { numRuns: 1500, seed: 4 },
    );
  });
});

test.skipIf(!hasData)("of what is not asked for only the start is read", async () => {
  const bytes = new Uint8Array(readFileSync(dataFile("paper/COLON.mat")));
  let count = 0;
  const source = {
    name: "COLON.mat",
    size: bytes.length,
    async read(start: number, end: number) {
      count += end - start;
      return bytes.subarray(start, end);
    },
  };
  const { values } = await matReader.readArrays(source, { values: "Y" });
  expect([values.rows, values.columns]).toEqual([62, 1]);
  expect(count).toBeLessThan(100_000);
});

test("a file is told by its first bytes", () => {
  expect(matReader.recognises!(fixture("mat/classes.mat"))).toBe(true);
  expect(matReader.recognises!(fixture("npy/types.npz"))).toBe(false);
});

interface RealFile {
  shape: [number, number];
  sparse: boolean;
  classes: number[];
  entries: [number, number, number][];
}
const real: Record<string, RealFile> = JSON.parse(new TextDecoder().decode(fixture("mat/real.json")));
test.skipIf(!hasData).each(Object.entries(real))("the real file %s", async (name, expected) => {
  const bytes = new Uint8Array(readFileSync(dataFile(name)));
  const { values, labels } = await read(matReader, bytes, name);
  expect([values.rows, values.columns]).toEqual(expected.shape);
  expect(values).toBeInstanceOf(expected.sparse ? SparseMatrix : Matrix);
  expect([...classCounts(encodeLabels(labels!))]).toEqual(expected.classes);
  for (const [i, j, value] of expected.entries) expect(valueAt(values, i, j)).toBe(value);
});

function valueAt(values: Matrix | SparseMatrix, row: number, column: number): number {
  if (values instanceof Matrix) return values.get(row, column);
  for (let k = values.rowStarts[row]; k < values.rowStarts[row + 1]; k++)
    if (values.columnIndices[k] === column) return values.values[k];
  return 0;
}
