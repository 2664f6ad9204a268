import { InputError } from "../../core/input-error.js";
import { highWord, powerOfTwo } from "../../numeric/math/bits.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Eigen } from "../kernels.js";

/**
 * Eigenvalues, smallest first, and orthonormal eigenvectors (columns) of a symmetric matrix of which the lower triangle
 * is read, by Jacobi's method: rotate every off-diagonal entry away in turn until all are negligible. The largest
 * component of each vector, the first of equals, is positive.
 */
export function symmetricEigen(a: Matrix): Eigen {
  const n = a.rows;
  const { rotated, scale } = scaledCopy(a);
  const vectors = Matrix.identity(n);
  // All entries at this size together are below the rounding error of the matrix as a whole.
  const negligible = (2 ** -54 * norm(rotated)) / n;
  let isDiagonal = false;
  for (let sweep = 0; !isDiagonal; sweep++) {
    if (sweep === 60) throw new Error(`Jacobi's method did not converge on a ${n} × ${n} matrix`);
    isDiagonal = true;
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++)
        if (Math.abs(rotated.get(p, q)) > negligible) {
          isDiagonal = false;
          rotate(rotated, vectors, p, q);
        }
  }

  const order = Array.from({ length: n }, (_, i) => i).sort(
    (i, j) => rotated.get(i, i) - rotated.get(j, j) || i - j,
  );
  const sorted = Matrix.zeros(n, n);
  order.forEach((from, to) => {
    for (let i = 0; i < n; i++) sorted.set(i, to, vectors.get(i, from));
  });
  fixSigns(sorted);
  return { values: Float64Array.from(order, (i) => rotated.get(i, i) * scale), vectors: sorted };
}

/** Multiplies columns by −1 where needed so that the largest component of each, the first of equals, is positive. */
export function fixSigns(vectors: Matrix): void {
  for (let j = 0; j < vectors.columns; j++) {
    let largest = 0;
    for (let i = 0; i < vectors.rows; i++)
      if (Math.abs(vectors.get(i, j)) > Math.abs(largest)) largest = vectors.get(i, j);
    if (largest < 0) for (let i = 0; i < vectors.rows; i++) vectors.set(i, j, -vectors.get(i, j));
  }
}

/** Refuses a symmetric matrix, given by its lower triangle, that holds NaN or infinity. */
export function requireFinite(a: Matrix): void {
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j <= i; j++)
      if (!Number.isFinite(a.get(i, j)))
        throw new InputError(
          "option-value",
          `the matrix of an eigenproblem holds ${a.get(i, j)} in row ${i + 1}, column ${j + 1}; only finite numbers are allowed; remove or replace it`,
        );
}

/** The whole matrix from its lower triangle, divided by the power of two `scale`, so that no square overflows. */
function scaledCopy(a: Matrix): { rotated: Matrix; scale: number } {
  requireFinite(a);
  let largest = 0;
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j <= i; j++) largest = Math.max(largest, Math.abs(a.get(i, j)));
  // The exponent is kept where both it and its negative are normal numbers.
  const exponent = Math.min(Math.max((highWord(largest) >> 20) - 1023, -1000), 1000);
  const rotated = Matrix.zeros(a.rows, a.rows);
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.rows; j++)
      rotated.set(i, j, a.get(Math.max(i, j), Math.min(i, j)) * powerOfTwo(-exponent));
  return { rotated, scale: powerOfTwo(exponent) };
}

function norm(a: Matrix): number {
  return Math.sqrt(a.data.reduce((sum, value) => sum + value * value, 0));
}

/** The rotation of rows and columns p and q that takes entry (p, q) to zero, noted in the columns of `vectors`. */
function rotate(a: Matrix, vectors: Matrix, p: number, q: number): void {
  const coupling = a.get(p, q);
  const [diagonalP, diagonalQ] = [a.get(p, p), a.get(q, q)];
  const ratio = (diagonalQ - diagonalP) / (2 * coupling);
  const tangent = (ratio < 0 ? -1 : 1) / (Math.abs(ratio) + Math.sqrt(ratio * ratio + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (const m of [a, a.transposed(), vectors])
    for (let i = 0; i < m.rows; i++) {
      const x = m.get(i, p);
      const y = m.get(i, q);
      m.set(i, p, cosine * x - sine * y);
      m.set(i, q, sine * x + cosine * y);
    }
  // These four are known in closed form, which rounds less.
  a.set(p, p, diagonalP - tangent * coupling);
  a.set(q, q, diagonalQ + tangent * coupling);
  a.set(p, q, 0);
  a.set(q, p, 0);
}
