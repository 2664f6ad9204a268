import { describe, expect, test } from "vitest";
import { Matrix } from "../../src/numeric/matrix.js";
import { expectClose } from "../support/expect-close.js";
import { expectSame } from "../support/expect-same.js";
import { layouts, randomArray, randomMatrix } from "./layouts.js";
import { variants } from "./variants.js";

function literal(alpha: number, a: Matrix, x: Float64Array, beta: number, y: Float64Array): Float64Array {
  return y.map((value, i) => {
    let sum = 0;
    for (let j = 0; j < a.columns; j++) sum += a.get(i, j) * x[j];
    return (beta === 0 ? 0 : beta * value) + alpha * sum;
  });
}

const sizes = [
  [0, 3],
  [3, 0],
  [1, 1],
  [2, 5],
  [4, 4],
  [5, 2],
  [7, 11],
  [9, 6],
  [33, 70],
  [130, 67],
];

describe.each(variants)("%s", (_, kernels) => {
  const placements = Object.values(layouts(kernels));
  const tolerance = { relative: 0, absolute: 1e-13 };

  test.each(sizes)("gemv %d × %d in every layout", (m, n) => {
    const [a, x, y] = [randomMatrix(1, m, n), randomArray(2, n), randomArray(3, m)];
    const expected = literal(1.5, a, x, -2, y);
    for (const placement of placements) {
      const { matrix, expectGapsUntouched } = placement(a);
      const [xCopy, yCopy] = [x.slice(), y.slice()];
      kernels.gemv(1.5, matrix, xCopy, -2, yCopy);
      expectClose(yCopy, expected, tolerance);
      expectGapsUntouched();
      expectSame(matrix.copy().data, a.data);
      expectSame(xCopy, x);
    }
  });

  test.each([0, 1, 2, 3, 4, 5, 8, 17, 66, 131])(
    "symv, n = %d, in every layout: only the lower triangle is read",
    (n) => {
      const [a, x, y] = [randomMatrix(4, n, n), randomArray(5, n), randomArray(6, n)];
      const [lower, whole] = [a.copy(), a.copy()];
      for (let i = 0; i < n; i++)
        for (let j = 0; j < i; j++) {
          lower.set(j, i, NaN);
          whole.set(j, i, a.get(i, j));
        }
      const expected = literal(-0.5, whole, x, 3, y);
      for (const placement of placements) {
        const { matrix } = placement(lower);
        const yCopy = y.slice();
        kernels.symv(-0.5, matrix, x, 3, yCopy);
        expectClose(yCopy, expected, tolerance);
        expectSame(matrix.copy().data, lower.data);
      }
    },
  );

  test("with β = 0 the output is not read", () => {
    const [a, x] = [randomMatrix(7, 6, 6), randomArray(8, 6)];
    for (const matrix of [a, a.transposed()]) {
      const y = new Float64Array(6).fill(NaN);
      kernels.gemv(1, matrix, x, 0, y);
      expectClose(y, literal(1, matrix, x, 0, y), tolerance);
      kernels.symv(1, matrix, x, 0, y.fill(NaN));
      expect(y.some(Number.isNaN)).toBe(false);
    }
  });

  test("part of an array, in a workspace and out of it", () => {
    const a = randomMatrix(9, 5, 7);
    const expected = literal(1, a, randomArray(10, 7), 0, new Float64Array(5));
    const workspace = kernels.workspace();
    for (const data of [new Float64Array(20), workspace.array(20)]) {
      data.set(randomArray(10, 7), 2);
      kernels.gemv(1, a, data.subarray(2, 9), 0, data.subarray(11, 16));
      expectClose(data.subarray(11, 16), expected, tolerance);
      expect([data[0], data[1], data[9], data[10], data[16]]).toEqual([0, 0, 0, 0, 0]);
    }
    workspace.release();
  });

  test("arrays of another length are refused", () => {
    const a = Matrix.zeros(2, 3);
    expect(() => kernels.gemv(1, a, new Float64Array(2), 0, new Float64Array(2))).toThrow(
      expect.objectContaining({ name: "InputError" }),
    );
    expect(() => kernels.gemv(1, a, new Float64Array(3), 0, new Float64Array(3))).toThrow("y has 3 elements");
    expect(() => kernels.symv(1, a, new Float64Array(3), 0, new Float64Array(2))).toThrow("A is 2 × 3");
  });
});

test("the order of summation is the one that assembly/gemv.ts promises", () => {
  const kernels = variants.find(([name]) => name === "wasm")![1];
  const [a, x] = [randomMatrix(11, 9, 301), randomArray(12, 301)];
  const y = new Float64Array(9);

  kernels.gemv(0.7, a, x, 0, y);
  expectSame(
    y,
    y.map((_, i) => {
      const lanes = [0, 0];
      for (let j = 0; j < 300; j++) lanes[j % 2] += a.get(i, j) * x[j];
      return 0.7 * (lanes[0] + lanes[1] + a.get(i, 300) * x[300]);
    }),
  );

  const byColumns = new Matrix(a.transposed().copy().data, 301, 9).transposed();
  kernels.gemv(0.7, byColumns, x, 0, y);
  expectSame(
    y,
    y.map((_, i) => {
      let sum = 0;
      for (let j = 0; j < 301; j++) sum += a.get(i, j) * (0.7 * x[j]);
      return sum;
    }),
  );
});
