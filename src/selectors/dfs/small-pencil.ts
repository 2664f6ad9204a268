import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";

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
 * Solves Gs·q = θ·Gm·q in a basis of at most so many vectors, which may be dependent. The M-Gram matrix is the one that is factored,
 * scaled to a unit diagonal: the S-Gram matrix is singular as soon as a vector leaves the range of S (α = 0, more features than
 * samples). Vectors that those before them nearly span are left out, so the first ones, the current solution, stay.
 */
export class SmallPencil {
  private readonly factor: Matrix;
  private readonly inverse: Matrix;
  private readonly scaled: Matrix;
  private readonly reduced: Matrix;
  private readonly combinations: Matrix;

  /** What it works on lies in kernel memory, so that no call copies it there. */
  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    size: number,
  ) {
    this.factor = workspace.matrix(size, size);
    this.inverse = workspace.matrix(size, size);
    this.scaled = workspace.matrix(size, size);
    this.reduced = workspace.matrix(size, size);
    this.combinations = workspace.matrix(size, size);
  }

  /** The best combinations, `most` at most; the next call overwrites them. Only the lower triangles of both matrices are read. */
  solve(gramS: Matrix, gramM: Matrix, most: number): Combinations {
    const { kernels } = this;
    const scale = Float64Array.from({ length: gramM.rows }, (_, i) => {
      const diagonal = gramM.get(i, i);
      return diagonal > 0 ? 1 / Math.sqrt(diagonal) : 0;
    });
    const kept = this.factorSkipping(gramM, scale);
    const r = kept.length;
    const square = (matrix: Matrix) => matrix.block(0, 0, r, r);
    // The columns of L⁻ᵀ are orthonormal in the M-Gram matrix.
    const inverse = square(this.inverse);
    setIdentity(inverse);
    kernels.solveTriangular(square(this.factor), inverse, true);
    const half = square(this.combinations);
    const reduced = square(this.reduced);
    kernels.gemm(1, this.scaledBy(gramS, scale, kept), inverse, 0, half);
    kernels.gemm(1, inverse.transposed(), half, 0, reduced);
    const { values, vectors } = kernels.symmetricEigen(reduced);
    const best = Array.from({ length: Math.min(most, r) }, (_, j) => r - 1 - j).filter(
      (j) => values[j] > nullTheta * values[r - 1],
    );
    const theta = Float64Array.from(best, (j) => values[j]);
    const chosen = this.reduced.block(0, 0, r, best.length);
    for (let i = 0; i < r; i++)
      for (let j = 0; j < best.length; j++) chosen.set(i, j, vectors.get(i, best[j]));
    const found = this.scaled.block(0, 0, r, best.length);
    kernels.gemm(1, inverse, chosen, 0, found);
    const combinations = this.combinations.block(0, 0, gramM.rows, best.length);
    for (let i = 0, k = 0; i < combinations.rows; i++) {
      const isKept = kept[k] === i;
      for (let j = 0; j < best.length; j++)
        combinations.set(i, j, isKept ? found.get(k, j) * (scale[i] / Math.sqrt(theta[j])) : 0);
      if (isKept) k++;
    }
    return { theta, combinations };
  }

  /** The part of a symmetric matrix that belongs to these rows, from its lower triangle, rows and columns scaled. */
  private scaledBy(gram: Matrix, scale: Float64Array, kept: readonly number[]): Matrix {
    const scaled = this.scaled.block(0, 0, kept.length, kept.length);
    for (let i = 0; i < kept.length; i++)
      for (let j = 0; j <= i; j++) {
        const entry = gram.get(kept[i], kept[j]) * scale[kept[i]] * scale[kept[j]];
        scaled.set(i, j, entry);
        scaled.set(j, i, entry);
      }
    return scaled;
  }

  /** The Cholesky factor of the scaled matrix without the rows that depend on those before them; gives the rows that it has. */
  private factorSkipping(gram: Matrix, scale: Float64Array): number[] {
    const kept: number[] = [];
    const { data: entries, columns: stride } = this.factor;
    for (let i = 0; i < gram.rows; i++) {
      const row = kept.length * stride;
      let pivot = gram.get(i, i) * scale[i] * scale[i];
      for (let k = 0; k < kept.length; k++) {
        const other = k * stride;
        let sum = gram.get(i, kept[k]) * scale[i] * scale[kept[k]];
        for (let q = 0; q < k; q++) sum -= entries[row + q] * entries[other + q];
        const entry = sum / entries[other + k];
        entries[row + k] = entry;
        pivot -= entry * entry;
      }
      if (!(pivot > dependent)) continue;
      entries[row + kept.length] = Math.sqrt(pivot);
      kept.push(i);
    }
    return kept;
  }
}

function setIdentity(matrix: Matrix): void {
  for (let i = 0; i < matrix.rows; i++)
    for (let j = 0; j < matrix.columns; j++) matrix.set(i, j, i === j ? 1 : 0);
}
