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
