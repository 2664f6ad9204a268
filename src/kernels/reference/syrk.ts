import type { Matrix } from "../../numeric/matrix.js";
import { gemm } from "./gemm.js";

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
