import type { Matrix } from "../../numeric/matrix.js";

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
