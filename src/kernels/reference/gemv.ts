import type { Matrix } from "../../numeric/matrix.js";

/** y ← α·A·x + β·y. With β = 0, y is not read. */
export function gemv(alpha: number, a: Matrix, x: Float64Array, beta: number, y: Float64Array): void {
  for (let i = 0; i < a.rows; i++) {
    let sum = 0;
    for (let j = 0; j < a.columns; j++) sum += a.get(i, j) * x[j];
    y[i] = beta === 0 ? alpha * sum : beta * y[i] + alpha * sum;
  }
}
