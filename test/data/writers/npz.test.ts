import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { InputError } from "../../../src/core/input-error.js";
import { bytesSource } from "../../../src/data/byte-source.js";
import { npzReader } from "../../../src/data/readers/npy.js";
import { npzBytes } from "../../../src/data/writers/npz.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { SparseMatrix } from "../../../src/numeric/sparse-matrix.js";

const values = Matrix.fromRows([
  [1, -2.5, 1e-300],
  [Number.NaN, 0, 1 / 3],
]);
const names = { featureNames: ["a", "ä𝛼", "third"], labels: ["yes", "no"], rowIds: ["r1", "row 2"] };
const joined = (chunks: Uint8Array[]) => Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
const readBack = (chunks: Uint8Array[]) => npzReader.readArrays(bytesSource(joined(chunks), "out.npz"), {});

describe("our own reader gets back", () => {
  test("values, names, labels and row ids", async () => {
    const result = await readBack(npzBytes({ values, ...names }));
    expect((result.values as Matrix).data).toEqual(values.data);
    expect(result).toMatchObject({ ...names, labelName: "y" });
  });

  test("categories, as codes with their levels beside", async () => {
    const coded = Matrix.fromRows([
      [1, 0.5],
      [0, 1.5],
      [Number.NaN, 2.5],
    ]);
    const categories = [["low", "high", "ä/b"], null];
    const chunks = npzBytes({ values: coded, featureNames: ["a/b", "x"], categories });
    const result = await readBack(chunks);
    expect((result.values as Matrix).data).toEqual(coded.data);
    expect(result.categories).toEqual(categories);
    expect(result.levels).toEqual([{ column: "a/b", levels: categories[0] }]);
    const codes = await npzReader.readArrays(bytesSource(joined(chunks), "out.npz"), { nominal: "codes" });
    expect(codes.categories).toBeUndefined();
    const wrong = npzBytes({ values: coded, featureNames: ["a", "x"], categories: [["low"], null] });
    await expect(readBack(wrong)).rejects.toThrow('feature "a" has the value 1 for 1 level');
  });

  test("values alone", async () => {
    const result = await readBack(npzBytes({ values, featureNames: names.featureNames, rowIds: null }));
    expect(result.labels).toBeUndefined();
    expect(result.rowIds).toBeUndefined();
  });

  test("a transposed view and a block, row after row", async () => {
    const turned = await readBack(npzBytes({ values: values.transposed(), featureNames: ["a", "b"] }));
    expect((turned.values as Matrix).data).toEqual(values.transposed().copy().data);
    const block = await readBack(npzBytes({ values: values.block(0, 1, 2, 2), featureNames: ["a", "b"] }));
    expect(Array.from((block.values as Matrix).data)).toEqual([-2.5, 1e-300, 0, 1 / 3]);
  });

  test("a sparse matrix in full", async () => {
    const sparse = SparseMatrix.fromTriplets(2, 3, [0, 1], [2, 0], [5, 7]);
    const result = await readBack(npzBytes({ values: sparse, featureNames: names.featureNames }));
    expect(Array.from((result.values as Matrix).data)).toEqual([0, 0, 5, 7, 0, 0]);
  });
});

test("sparse data that would be too large in full is refused", () => {
  const columns = 2_000_000;
  const sparse = new SparseMatrix(100, columns, new Int32Array(101), new Int32Array(0), new Float64Array(0));
  expect(() => npzBytes({ values: sparse, featureNames: [] })).toThrow(InputError);
});

const python = ["python3", "/usr/bin/python3"].find((command) => {
  try {
    execFileSync(command, ["-c", "import numpy"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

test.skipIf(!python)("NumPy opens it without pickle and verifies its checksums", () => {
  const folder = mkdtempSync(join(tmpdir(), "salience-"));
  try {
    const file = join(folder, "out.npz");
    writeFileSync(file, joined(npzBytes({ values, ...names })));
    const script = `
import json, sys, zipfile, numpy
assert zipfile.ZipFile(sys.argv[1]).testzip() is None
content = numpy.load(sys.argv[1], allow_pickle=False)
x = content["X"]
print(json.dumps({"type": x.dtype.str, "shape": x.shape, "c": bool(x.flags.c_contiguous), "x": [v.hex() for v in x.ravel().tolist()],
  **{k: content[k].tolist() for k in ("y", "feature_names", "row_ids")}}))`;
    const seen = JSON.parse(execFileSync(python!, ["-c", script, file], { encoding: "utf8" }));
    expect(seen).toMatchObject({ type: "<f8", shape: [2, 3], c: true, y: names.labels });
    expect(seen.feature_names).toEqual(names.featureNames);
    expect(seen.row_ids).toEqual(names.rowIds);
    expect(seen.x).toEqual([
      "0x1.0000000000000p+0",
      "-0x1.4000000000000p+1",
      "0x1.56e1fc2f8f359p-997",
      "nan",
      "0x0.0p+0",
      "0x1.5555555555555p-2",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
