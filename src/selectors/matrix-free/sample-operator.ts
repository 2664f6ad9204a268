import type { Matrix } from "../../numeric/matrix.js";
import type { Remaining } from "../recursion/eliminate.js";

/**
 * X: the samples, centred and scaled, each times the root of its weight, over the features that are left. It is known only by
 * what it does to blocks of a few vectors, so that nothing of the size samples × features is made beside the data, nor anything
 * samples × samples. Samples stand class after class.
 */
export interface SampleOperator extends Remaining {
  readonly samples: number;
  /** The features that are left, in the order of their rows. */
  readonly remaining: Int32Array;
  /** out ← X·Xᵀ·U, one row per sample. */
  multiplyGram(vectors: Matrix, out: Matrix): void;
  /** Xᵀ·U, one row for each feature that is left. */
  backToFeatures(vectors: Matrix): Matrix;
  /** The diagonal of X·Xᵀ. */
  gramDiagonal(): Float64Array;
  /** out ← Xᵀ·X, both triangles. Only with few features left. */
  total(out: Matrix): void;
  /** The columns of these features, whether they are left or not, without the roots of the weights. */
  copyColumns(features: Int32Array, out: Matrix): void;
}

/** The root of what each sample counts; samples stand class after class. */
export function rootsOf(starts: Int32Array, weights: Float64Array): Float64Array {
  const roots = new Float64Array(starts[weights.length]);
  weights.forEach((weight, k) => {
    roots.fill(Math.sqrt(weight), starts[k], starts[k + 1]);
  });
  return roots;
}

/** out ← each row of a block times the number of its sample. */
export function timesRoots(vectors: Matrix, roots: Float64Array, out: Matrix): void {
  for (let i = 0; i < vectors.rows; i++)
    for (let j = 0; j < vectors.columns; j++) out.set(i, j, roots[i] * vectors.get(i, j));
}
