import type { Matrix } from "../../numeric/matrix.js";

/** A ← L with L·Lᵀ = A, column by column; zeros above the diagonal. False when a pivot is not above zero. */
export function cholesky(a: Matrix): boolean {
  for (let j = 0; j < a.rows; j++) {
    for (let i = j; i < a.rows; i++) {
      let remainder = a.get(i, j);
      for (let p = 0; p < j; p++) remainder -= a.get(i, p) * a.get(j, p);
      if (i === j && !(remainder > 0)) return false;
      a.set(i, j, i === j ? Math.sqrt(remainder) : remainder / a.get(j, j));
    }
    for (let i = 0; i < j; i++) a.set(i, j, 0);
  }
  return true;
}

/** B ← L⁻¹·B from the first row down, or L⁻ᵀ·B from the last row up when `transposed`. */
export function solveTriangular(l: Matrix, b: Matrix, transposed = false): void {
  const n = l.rows;
  for (let column = 0; column < b.columns; column++)
    for (let step = 0; step < n; step++) {
      const i = transposed ? n - 1 - step : step;
      let remainder = b.get(i, column);
      for (let p = transposed ? i + 1 : 0; p < (transposed ? n : i); p++)
        remainder -= (transposed ? l.get(p, i) : l.get(i, p)) * b.get(p, column);
      b.set(i, column, remainder / l.get(i, i));
    }
}
