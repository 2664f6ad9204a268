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
