import { expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { movedToShared } from "../../src/node/shared-dataset.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { SparseMatrix } from "../../src/numeric/sparse-matrix.js";

test("data is moved to shared memory, and what it lay in is let go", () => {
  const dense = new Dataset({
    values: Matrix.fromRows([
      [1, 2],
      [3, 4],
    ]),
    labels: ["a", "b"],
  });
  const sparse = new Dataset({
    values: SparseMatrix.fromTriplets(2, 2, [0, 1], [1, 0], [5, 6]),
    labels: ["a", "b"],
  });
  for (const [data, held] of [
    [dense, (dense.values as Matrix).data],
    [sparse, (sparse.values as SparseMatrix).values],
  ] as const) {
    const before = Array.from(held);
    const { values } = movedToShared(data);
    const now = values instanceof Matrix ? values.data : values.values;
    expect(now.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(Array.from(now)).toEqual(before);
    expect(held.length).toBe(0);
  }
});

test("a buffer that others use too stays", () => {
  const buffer = new Float64Array([1, 2, 3, 4, 5, 6, 7, 8]);
  const values = new Matrix(buffer.subarray(0, 4), 2, 2);
  const { values: moved } = movedToShared(new Dataset({ values, labels: ["a", "b"] }));
  expect(Array.from((moved as Matrix).data)).toEqual([1, 2, 3, 4]);
  expect(buffer.length).toBe(8);
});
