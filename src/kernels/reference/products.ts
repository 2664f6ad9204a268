import type { Matrix } from "../../numeric/matrix.js";

/** How many products are summed before they are added to C: part of the definition, so that bits can be compared. */
const DEPTH = 256;

/**
 * C ← α·A·B + β·C. The products of 256 consecutive columns of A are summed from zero in rising order; the first such sum
 * s gives c ← β·c + α·s, each further one c ← c + α·s.
 */
export function gemm(alpha: number, a: Matrix, b: Matrix, beta: number, c: Matrix): void {
  for (let i = 0; i < c.rows; i++)
    for (let j = 0; j < c.columns; j++) {
      let entry = beta === 0 ? 0 : beta * c.get(i, j);
      for (let first = 0; first < a.columns; first += DEPTH) {
        let sum = 0;
        for (let p = first; p < Math.min(first + DEPTH, a.columns); p++) sum += a.get(i, p) * b.get(p, j);
        entry += alpha * sum;
      }
      c.set(i, j, entry);
    }
}

/** y ← α·A·x + β·y. With β = 0, y is not read. */
export function gemv(alpha: number, a: Matrix, x: Float64Array, beta: number, y: Float64Array): void {
  for (let i = 0; i < a.rows; i++) {
    let sum = 0;
    for (let j = 0; j < a.columns; j++) sum += a.get(i, j) * x[j];
    y[i] = beta === 0 ? alpha * sum : beta * y[i] + alpha * sum;
  }
}

/** y ← α·A·x + β·y for a symmetric A, of which only the lower triangle is read. With β = 0, y is not read. */
export function symv(alpha: number, a: Matrix, x: Float64Array, beta: number, y: Float64Array): void {
  for (let i = 0; i < a.rows; i++) {
    let sum = 0;
    for (let j = 0; j < a.rows; j++) sum += a.get(Math.max(i, j), Math.min(i, j)) * x[j];
    y[i] = beta === 0 ? alpha * sum : beta * y[i] + alpha * sum;
  }
}

/** C ← α·A·Aᵀ + β·C, both triangles, from the lower triangle of C. */
export function syrk(alpha: number, a: Matrix, beta: number, c: Matrix): void {
  for (let i = 0; i < c.rows; i++)
    for (let j = 0; j <= i; j++) {
      const row = a.block(i, 0, 1, a.columns);
      const column = a.block(j, 0, 1, a.columns).transposed();
      gemm(alpha, row, column, beta, c.block(i, j, 1, 1));
      c.set(j, i, c.get(i, j));
    }
}
