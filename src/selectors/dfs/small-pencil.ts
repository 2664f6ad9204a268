import type { Kernels } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";

/**
 * A vector of the basis that stands at an angle with a squared sine below this to those before it is left out. Rounding
 * in the Gram matrices is magnified by its inverse.
 */
const dependent = 1e-6;
/** Vectors with a smaller θ than this part of the largest lie outside the range of S. */
const nullTheta = 1e-14;

/** The best combinations of a basis: one column each, scaled to TᵀGsT = I, with their θ, largest first. */
export interface Combinations {
  readonly theta: Float64Array;
  readonly combinations: Matrix;
}

/**
 * Solves Gs·q = θ·Gm·q in a basis that may be dependent. The M-Gram matrix is the one that is factored, scaled to a
 * unit diagonal: the S-Gram matrix is singular as soon as a vector leaves the range of S (α = 0, more features than
 * samples). Vectors that those before them nearly span are left out, so the first ones, the current solution, stay.
 * Only the lower triangles of both are read.
 */
export function smallPencil(kernels: Kernels, gramS: Matrix, gramM: Matrix, most: number): Combinations {
  const n = gramM.rows;
  const scale = Float64Array.from({ length: n }, (_, i) => {
    const diagonal = gramM.get(i, i);
    return diagonal > 0 ? 1 / Math.sqrt(diagonal) : 0;
  });
  const scaledS = scaled(gramS, scale);
  const toBasis = orthonormalBasis(kernels, scaled(gramM, scale));
  const r = toBasis.columns;
  const half = Matrix.zeros(n, r);
  const reduced = Matrix.zeros(r, r);
  kernels.gemm(1, scaledS, toBasis, 0, half);
  kernels.gemm(1, toBasis.transposed(), half, 0, reduced);
  const { values, vectors } = kernels.symmetricEigen(reduced);
  const largest = values[r - 1];
  const kept = Array.from({ length: Math.min(most, r) }, (_, j) => r - 1 - j).filter(
    (j) => values[j] > nullTheta * largest,
  );
  const chosen = vectors.selectColumns(kept);
  const combinations = Matrix.zeros(n, kept.length);
  kernels.gemm(1, toBasis, chosen, 0, combinations);
  const theta = Float64Array.from(kept, (j) => values[j]);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < kept.length; j++)
      combinations.data[i * kept.length + j] *= scale[i] / Math.sqrt(theta[j]);
  return { theta, combinations };
}

/** The whole matrix from its lower triangle, rows and columns scaled. */
function scaled(gram: Matrix, scale: Float64Array): Matrix {
  const n = gram.rows;
  const result = Matrix.zeros(n, n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      const entry = gram.get(i, j) * scale[i] * scale[j];
      result.data[i * n + j] = entry;
      result.data[j * n + i] = entry;
    }
  return result;
}

/** Combinations of the basis that are orthonormal in its Gram matrix: L⁻ᵀ of a Cholesky factor that skips columns. */
function orthonormalBasis(kernels: Kernels, gram: Matrix): Matrix {
  const n = gram.rows;
  const kept: number[] = [];
  const factor = Matrix.zeros(n, n);
  const [entries, given] = [factor.data, gram.data];
  for (let i = 0; i < n; i++) {
    const row = i * n;
    let pivot = given[row + i];
    for (let k = 0; k < kept.length; k++) {
      const other = kept[k] * n;
      let sum = given[row + kept[k]];
      for (let q = 0; q < k; q++) sum -= entries[row + q] * entries[other + q];
      const entry = sum / entries[other + k];
      entries[row + k] = entry;
      pivot -= entry * entry;
    }
    if (!(pivot > dependent)) continue;
    entries[row + kept.length] = Math.sqrt(pivot);
    kept.push(i);
  }
  const lower = factor.selectRows(kept).block(0, 0, kept.length, kept.length).copy();
  const inverse = Matrix.identity(kept.length);
  kernels.solveTriangular(lower, inverse, true);
  const result = Matrix.zeros(n, kept.length);
  kept.forEach((i, k) => {
    for (let j = 0; j < kept.length; j++) result.set(i, j, inverse.get(k, j));
  });
  return result;
}
