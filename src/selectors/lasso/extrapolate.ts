import type { Kernels } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";

/** How many steps an extrapolation rests on. */
export const extrapolationSteps = 5;

/**
 * Anderson's extrapolation: weights, which add up to 1, of the last states of an iteration, such that the steps to them
 * cancel as far as they can. Given those steps; null where they say nothing.
 */
export function extrapolationWeights(kernels: Kernels, steps: readonly Float64Array[]): Float64Array | null {
  const count = steps.length;
  const products = Matrix.zeros(count, count);
  for (let a = 0; a < count; a++)
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let at = 0; at < steps[a].length; at++) sum += steps[a][at] * steps[b][at];
      products.set(a, b, sum);
    }
  let trace = 0;
  for (let a = 0; a < count; a++) trace += products.get(a, a);
  if (!(trace > 0)) return null;
  for (let a = 0; a < count; a++) products.set(a, a, products.get(a, a) + 1e-13 * trace);
  if (!kernels.cholesky(products)) return null;
  const weights = new Matrix(new Float64Array(count).fill(1), count, 1);
  kernels.solveTriangular(products, weights);
  kernels.solveTriangular(products, weights, true);
  const sum = weights.data.reduce((all, weight) => all + weight, 0);
  return sum > 0 ? weights.data.map((weight) => weight / sum) : null;
}

/** The weighted sum of arrays. */
export function combine(weights: Float64Array, arrays: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(arrays[0].length);
  arrays.forEach((array, a) => {
    for (let at = 0; at < sum.length; at++) sum[at] += weights[a] * array[at];
  });
  return sum;
}
