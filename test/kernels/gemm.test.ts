import { describe, expect, test } from "vitest";
import { Matrix } from "../../src/numeric/matrix.js";
import { expectClose } from "../support/expect-close.js";
import { expectSame } from "../support/expect-same.js";
import { layouts, randomMatrix } from "./layouts.js";
import { variants } from "./variants.js";

/**
 * Rows, columns and depth around the sizes that matter: the tile (4), the packed blocks (64 rows, 256 deep), the pieces
 * that threads share (64), and beyond.
 */
const shapes = [
  [0, 3, 2],
  [3, 0, 2],
  [3, 2, 0],
  [1, 1, 1],
  [1, 9, 4],
  [4, 4, 4],
  [5, 7, 3],
  [8, 3, 300],
  [67, 5, 20],
  [3, 70, 257],
  [65, 130, 33],
  [129, 66, 513],
];

/** The definition, in the order of summation that it prescribes. */
function literal(alpha: number, a: Matrix, b: Matrix, beta: number, c: Matrix): Matrix {
  const result = Matrix.zeros(c.rows, c.columns);
  for (let i = 0; i < c.rows; i++)
    for (let j = 0; j < c.columns; j++) {
      const sums: number[] = [];
      for (let p = 0; p < a.columns; p++) {
        if (p % 256 === 0) sums.push(0);
        sums[sums.length - 1] += a.get(i, p) * b.get(p, j);
      }
      const start = beta === 0 ? 0 : beta * c.get(i, j);
      result.set(
        i,
        j,
        sums.reduce((total, sum) => total + alpha * sum, start),
      );
    }
  return result;
}

describe.each(variants)("%s", (name, kernels) => {
  const exact = !name.startsWith("fast");
  const compare = (actual: Matrix, expected: Matrix, depth: number) =>
    exact
      ? expectSame(actual.copy().data, expected.data)
      : expectClose(actual.copy().data, expected.data, { relative: 0, absolute: 4e-16 * (depth + 4) });
  const placements = Object.values(layouts(kernels));

  test.each(shapes)("gemm %d × %d, %d deep: every pair of layouts", (m, n, k) => {
    const [a, b, c] = [randomMatrix(1, m, k), randomMatrix(2, k, n), randomMatrix(3, m, n)];
    const expected = literal(1.5, a, b, -0.5, c);
    placements.forEach((_, i) => {
      const aPlaced = placements[i](a);
      const bPlaced = placements[(i + 3) % placements.length](b);
      const cPlaced = placements[(i + 5) % placements.length](c);
      kernels.gemm(1.5, aPlaced.matrix, bPlaced.matrix, -0.5, cPlaced.matrix);
      compare(cPlaced.matrix, expected, k);
      for (const placed of [aPlaced, bPlaced, cPlaced]) placed.expectGapsUntouched();
      expectSame(aPlaced.matrix.copy().data, a.data);
      expectSame(bPlaced.matrix.copy().data, b.data);
    });
  });

  test.each([
    [1, 0],
    [1, 1],
    [0, 2],
    [-1, 1],
    [2.5, 0.25],
  ])("gemm with α = %d, β = %d", (alpha, beta) => {
    const [a, b, c] = [randomMatrix(4, 70, 300), randomMatrix(5, 300, 66), randomMatrix(6, 70, 66)];
    const expected = literal(alpha, a, b, beta, c);
    kernels.gemm(alpha, a, b, beta, c);
    compare(c, expected, 300);
  });

  test("with β = 0 the output is not read", () => {
    const [a, b] = [randomMatrix(7, 9, 5), randomMatrix(8, 5, 7)];
    for (const placement of placements) {
      const { matrix } = placement(new Matrix(new Float64Array(63).fill(NaN), 9, 7));
      kernels.gemm(1, a, b, 0, matrix);
      compare(matrix, literal(1, a, b, 0, matrix), 5);
      const square = placement(new Matrix(new Float64Array(81).fill(NaN), 9, 9));
      kernels.syrk(1, a, 0, square.matrix);
      compare(square.matrix, literal(1, a, a.transposed(), 0, square.matrix), 5);
    }
  });

  test("NaN and infinity go where they belong", () => {
    const [a, b] = [randomMatrix(9, 6, 6), randomMatrix(10, 6, 6)];
    a.set(2, 3, NaN);
    b.set(1, 4, Number.POSITIVE_INFINITY);
    const c = Matrix.zeros(6, 6);
    kernels.gemm(1, a, b, 0, c);
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < 6; j++) expect(Number.isFinite(c.get(i, j))).toBe(i !== 2 && j !== 4);
  });

  test.each([
    [0, 4],
    [1, 1],
    [3, 0],
    [5, 9],
    [33, 300],
    [70, 20],
    [131, 257],
  ])("syrk %d × %d: both triangles, from the lower one of C", (m, k) => {
    const [a, c] = [randomMatrix(11, m, k), randomMatrix(12, m, m)];
    const symmetric = new Matrix(c.data.slice(), m, m);
    for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) symmetric.set(j, i, c.get(i, j));
    const expected = literal(0.5, a, a.transposed(), 2, symmetric);
    placements.forEach((_, i) => {
      const aPlaced = placements[i](a);
      const cPlaced = placements[(i + 2) % placements.length](c);
      kernels.syrk(0.5, aPlaced.matrix, 2, cPlaced.matrix);
      compare(cPlaced.matrix, expected, k);
      cPlaced.expectGapsUntouched();
      expectSame(aPlaced.matrix.copy().data, a.data);
    });
  });

  test("Hilbert's matrix times its inverse, which has whole entries", () => {
    const n = 6;
    const hilbert = Matrix.zeros(n, n);
    const inverse = Matrix.zeros(n, n);
    const choose = (top: number, bottom: number): number =>
      bottom === 0 ? 1 : (choose(top - 1, bottom - 1) * top) / bottom;
    for (let i = 1; i <= n; i++)
      for (let j = 1; j <= n; j++) {
        hilbert.set(i - 1, j - 1, 1 / (i + j - 1));
        const size = (i + j - 1) * choose(n + i - 1, n - j) * choose(n + j - 1, n - i);
        inverse.set(
          i - 1,
          j - 1,
          (i + j) % 2 ? -size * choose(i + j - 2, i - 1) ** 2 : size * choose(i + j - 2, i - 1) ** 2,
        );
      }
    const product = Matrix.zeros(n, n);
    kernels.gemm(1, hilbert, inverse, 0, product);
    expectClose(product.data, Matrix.identity(n).data, { relative: 0, absolute: 1e-9 });
  });

  test("operands that do not belong together are refused", () => {
    const [a, b] = [Matrix.zeros(2, 3), Matrix.zeros(4, 2)];
    expect(() => kernels.gemm(1, a, b, 0, Matrix.zeros(2, 2))).toThrow(
      expect.objectContaining({ name: "InputError" }),
    );
    expect(() => kernels.gemm(1, a, b, 0, Matrix.zeros(2, 2))).toThrow(
      "B is 4 × 2, but the other operands need 3 × 2",
    );
    expect(() => kernels.syrk(1, a, 0, Matrix.zeros(3, 3))).toThrow(
      "C is 3 × 3, but the other operands need 2 × 2",
    );
  });
});
