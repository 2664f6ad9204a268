import type { Matrix } from "../../numeric/matrix.js";

/** out ← A + diag(factors)·B; without A where it is null. */
export function combineRows(a: Matrix | null, factors: Float64Array, b: Matrix, out: Matrix): void {
  for (let i = 0; i < out.rows; i++)
    for (let j = 0; j < out.columns; j++) {
      const product = factors[i] * b.get(i, j);
      out.set(i, j, a ? a.get(i, j) + product : product);
    }
}

/** out ← A + B·diag(factors); without A where it is null. */
export function combineColumns(a: Matrix | null, b: Matrix, factors: Float64Array, out: Matrix): void {
  for (let i = 0; i < out.rows; i++)
    for (let j = 0; j < out.columns; j++) {
      const product = b.get(i, j) * factors[j];
      out.set(i, j, a ? a.get(i, j) + product : product);
    }
}

/** Σ a(i, j)·b(i, j) for every column j. */
export function columnProducts(a: Matrix, b: Matrix): Float64Array {
  const sums = new Float64Array(a.columns);
  for (let i = 0; i < a.rows; i++) for (let j = 0; j < a.columns; j++) sums[j] += a.get(i, j) * b.get(i, j);
  return sums;
}
