import { describe, expect, test } from "vitest";
import { Dataset, InputError, Matrix, SparseMatrix, select } from "../../src/index.js";

const rows = [
  [1, 0, 3],
  [0, 5, 6],
  [7, 8, 0],
];
const sparse = SparseMatrix.fromTriplets(3, 3, [2, 0, 0, 1, 1, 2], [1, 2, 0, 1, 2, 0], [8, 3, 1, 5, 6, 7]);

describe("Dataset", () => {
  test("names what has no name, and encodes labels in an order of their own", () => {
    const data = Dataset.fromRows(rows, [10, 9, 10]);
    expect(data.featureNames).toEqual(["1", "2", "3"]);
    expect(data.labels).toEqual({ codes: Int32Array.of(1, 0, 1), classes: ["9", "10"] });
    expect(Dataset.fromRows(rows, ["10", "9", "x"]).labels!.classes).toEqual(["10", "9", "x"]);
  });

  test("stores a transposed view row after row", () => {
    const values = new Matrix(Float64Array.of(1, 2, 3, 4, 5, 6), 2, 3).transposed();
    expect((new Dataset({ values }).values as Matrix).data).toEqual(Float64Array.of(1, 4, 2, 5, 3, 6));
  });

  test.each([
    ["dense", Matrix.fromRows(rows)],
    ["sparse", sparse],
  ])("selects rows and columns of %s data in the order asked for", (_, values) => {
    const data = new Dataset({
      values,
      featureNames: ["a", "b", "c"],
      labels: ["x", "y", "x"],
      rowIds: ["p", "q", "r"],
    });
    const dense = (chosen: Dataset) =>
      chosen.values instanceof Matrix ? chosen.values : chosen.values.toDense();
    const columns = data.selectColumns([2, 0]);
    expect(columns.featureNames).toEqual(["c", "a"]);
    expect(dense(columns)).toEqual(
      Matrix.fromRows([
        [3, 1],
        [6, 0],
        [0, 7],
      ]),
    );
    const picked = data.selectRows([2, 0]);
    expect(picked.rowIds).toEqual(["r", "p"]);
    expect(Array.from(picked.labels!.codes)).toEqual([0, 0]);
    expect(picked.labels!.classes).toEqual(["x", "y"]);
    expect(dense(picked)).toEqual(Matrix.fromRows([rows[2], rows[0]]));
  });

  test("refuses parts that do not fit together", () => {
    const values = Matrix.fromRows(rows);
    expect(() => new Dataset({ values, labels: ["a"] })).toThrow(
      "there are 1 labels for 3 rows; the numbers must match",
    );
    expect(() => new Dataset({ values, featureNames: ["a"] })).toThrow(InputError);
    expect(() => new Dataset({ values, rowIds: ["a"] })).toThrow(InputError);
    expect(() => new Dataset({ values, featureNames: ["a", "b", "a"] })).toThrow(
      'columns 1 and 3 are both called "a"',
    );
    expect(() => Dataset.fromRows([[1], [1, 2]])).toThrow("row 2 has 2 values, but the first row has 1");
  });
});

describe("SparseMatrix", () => {
  test("puts triplets in order and adds what occurs twice", () => {
    const matrix = SparseMatrix.fromTriplets(2, 3, [1, 0, 1, 1], [2, 1, 0, 2], [1, 2, 3, 4]);
    expect(matrix.toDense()).toEqual(
      Matrix.fromRows([
        [0, 2, 0],
        [3, 0, 5],
      ]),
    );
    expect(matrix.transposed().toDense()).toEqual(
      Matrix.fromRows([
        [0, 3],
        [2, 0],
        [0, 5],
      ]),
    );
  });

  test("refuses indices outside, out of order or that do not fit", () => {
    expect(() => SparseMatrix.fromTriplets(2, 2, [2], [0], [1])).toThrow(InputError);
    expect(() => SparseMatrix.fromTriplets(2, 2, [Number.NaN], [0], [1])).toThrow(InputError);
    expect(
      () => new SparseMatrix(1, 3, Int32Array.of(0, 2), Int32Array.of(1, 1), Float64Array.of(1, 1)),
    ).toThrow(InputError);
    expect(() => new SparseMatrix(1, 3, Int32Array.of(0, 2), Int32Array.of(1), Float64Array.of(1))).toThrow(
      InputError,
    );
    expect(
      () => new SparseMatrix(2, 3, Int32Array.of(0, 2, 1), Int32Array.of(1), Float64Array.of(1)),
    ).toThrow(InputError);
  });
});

describe("categories", () => {
  const data = new Dataset({
    values: Matrix.fromRows([
      [0, 1],
      [1, 2],
      [0, 3],
      [1, 5],
    ]),
    labels: ["a", "a", "b", "b"],
    featureNames: ["colour", "size"],
    categories: [["red", "green"], null],
  });

  test("go along with their columns", () => {
    expect(data.selectColumns([1, 0]).categories).toEqual([null, ["red", "green"]]);
    expect(data.selectColumns([1]).categories).toBeNull();
    expect(() => data.with({ categories: [null] })).toThrow(InputError);
  });

  test("are taken by selection, or left out", async () => {
    expect((await select(data, { k: 2 })).features.toSorted()).toEqual(["colour", "size"]);
    expect((await select(data, { k: 1, exclude: ["colour"] })).features).toEqual(["size"]);
  });
});
