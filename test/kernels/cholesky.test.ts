import { describe, expect, test } from "vitest";

import { Matrix } from "../../src/numeric/matrix.js";
import { expectClose } from "../support/expect-close.js";
import { expectSame } from "../support/expect-same.js";
import { layouts, randomMatrix } from "./layouts.js";
import { variants } from "./variants.js";

/** A lower triangle with a large diagonal, so that solving with it loses no digits. */
function randomTriangle(seed: number, n: number): Matrix {
  const l = randomMatrix(seed, n, n);
  for (let i = 0; i < n; i++)
    for (let j = i; j < n; j++) l.set(i, j, i === j ? 2 + Math.abs(l.get(i, i)) + n / 8 : 0);
  return l;
}

function multiply(a: Matrix, b: Matrix): Matrix {
  const c = Matrix.zeros(a.rows, b.columns);
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < b.columns; j++) {
      let sum = 0;
      for (let p = 0; p < a.columns; p++) sum += a.get(i, p) * b.get(p, j);
      c.set(i, j, sum);
    }
  return c;
}

/** Without what lies above the diagonal, which may not be read. */
function withNaNAbove(a: Matrix): Matrix {
  const result = a.copy();
  for (let i = 0; i < a.rows; i++) for (let j = i + 1; j < a.rows; j++) result.set(i, j, NaN);
  return result;
}

describe.each(variants)("%s", (_, kernels) => {
  const placements = Object.values(layouts(kernels));

  test.each([0, 1, 2, 3, 4, 5, 31, 32, 33, 64, 65, 100, 151])(
    "cholesky, n = %d: finds the planted L",
    (n) => {
      const l = randomTriangle(1, n);
      const a = withNaNAbove(multiply(l, l.transposed()));
      for (const placement of placements) {
        const { matrix, expectGapsUntouched } = placement(a);
        expect(kernels.cholesky(matrix)).toBe(true);
        expectClose(matrix.copy().data, l.data, { relative: 0, absolute: 1e-13 * (n + 1) });
        expectGapsUntouched();
        const above: number[] = [];
        for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) above.push(matrix.get(i, j));
        expectSame(above, new Float64Array(above.length));
      }
    },
  );

  test.each([
    [1, 0],
    [5, 4],
    [40, 0],
    [40, 33],
    [100, 99],
  ])("n = %d with a bad pivot %d is not positive definite", (n, bad) => {
    const l = randomTriangle(2, n);
    for (const value of [-1, 0, NaN]) {
      const a = multiply(l, l.transposed());
      a.set(bad, bad, value);
      expect(kernels.cholesky(a)).toBe(false);
    }
  });

  test("a matrix of rank one is not positive definite", () => {
    const a = new Matrix(new Float64Array(16).fill(4), 4, 4);
    expect(kernels.cholesky(a)).toBe(false);
  });

  test.each([
    [0, 3],
    [3, 0],
    [1, 1],
    [2, 5],
    [4, 4],
    [7, 1],
    [9, 6],
    [70, 19],
    [129, 67],
    [150, 34],
  ])("solveTriangular, n = %d, %d right-hand sides: finds the planted X", (n, m) => {
    const l = randomTriangle(3, n);
    const x = randomMatrix(4, n, m);
    const lower = withNaNAbove(l);
    for (const transposed of [false, true]) {
      const b = multiply(transposed ? l.transposed() : l, x);
      placements.forEach((_, i) => {
        const lPlaced = placements[i](lower);
        const bPlaced = placements[(i + 3) % placements.length](b);
        kernels.solveTriangular(lPlaced.matrix, bPlaced.matrix, transposed);
        expectClose(bPlaced.matrix.copy().data, x.data, { relative: 0, absolute: 1e-14 * (n + 10) });
        bPlaced.expectGapsUntouched();
        expectSame(lPlaced.matrix.copy().data, lower.data);
      });
    }
  });

  test("both together solve A·X = B", () => {
    const a = Matrix.fromRows([
      [4, 2, 2],
      [2, 5, 3],
      [2, 3, 6],
    ]);
    const b = Matrix.fromRows([[8], [10], [11]]);
    kernels.cholesky(a);
    expectClose(a.data, [2, 0, 0, 1, 2, 0, 1, 1, 2]);
    kernels.solveTriangular(a, b);
    kernels.solveTriangular(a, b, true);
    expectClose(b.data, [1, 1, 1]);
  });

  test("operands that do not belong together are refused", () => {
    expect(() => kernels.cholesky(Matrix.zeros(2, 3))).toThrow(
      expect.objectContaining({ name: "InputError" }),
    );
    expect(() => kernels.solveTriangular(Matrix.zeros(3, 3), Matrix.zeros(2, 5))).toThrow("B is 2 × 5");
  });
});
