import type { Kernels } from "../kernels/kernels.js";
import { Matrix } from "../numeric/matrix.js";

/** How far a covariance is to be drawn towards the identity. */
export interface Shrinkage {
  /** λ of (1 − λ)·S + λ·μ·I, from 0 to 1. */
  readonly shrinkage: number;
  /** μ, the mean of the diagonal of S. */
  readonly mean: number;
}

/**
 * The shrinkage of Ledoit and Wolf (2004) for samples (rows) whose columns have mean 0, with S = XᵀX/n: what brings the
 * expected distance to the true covariance to its least. A single feature is not shrunken.
 */
export function ledoitWolf(rows: Matrix, kernels: Kernels): Shrinkage {
  const [n, d] = [rows.rows, rows.columns];
  let [trace, fourth] = [0, 0];
  for (let i = 0, at = 0; i < n; i++) {
    let square = 0;
    for (let f = 0; f < d; f++, at++) square += rows.data[at] * rows.data[at];
    trace += square / n;
    fourth += square * square;
  }
  const mean = trace / d;
  if (d === 1) return { shrinkage: 0, mean };
  // ‖XᵀX‖² = ‖XXᵀ‖²: the smaller of the two.
  const size = Math.min(n, d);
  const gram = Matrix.zeros(size, size);
  kernels.syrk(1, n < d ? rows : rows.transposed(), 0, gram);
  let squares = 0;
  for (const value of gram.data) squares += (value / n) * (value / n);
  const distance = (squares - d * mean * mean) / d;
  const noise = Math.min(distance, (fourth / n - squares) / (d * n));
  return { shrinkage: noise > 0 ? noise / distance : 0, mean };
}
