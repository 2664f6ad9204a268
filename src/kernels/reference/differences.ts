import type { Matrix } from "../../numeric/matrix.js";

/** out(i, j) ← Σ_q weights(i, q)·|a(i, j) − b(rows(i, q), j)|, added in order of q. */
export function weightedDifferences(a: Matrix, b: Matrix, rows: Matrix, weights: Matrix, out: Matrix): void {
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++) {
      let sum = 0;
      for (let q = 0; q < rows.columns; q++)
        sum += weights.get(i, q) * Math.abs(a.get(i, j) - b.get(rows.get(i, q), j));
      out.set(i, j, sum);
    }
}
