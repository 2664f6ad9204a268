import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import { copyInto } from "./copy-into.js";

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
  private readonly half: Matrix;
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
    this.half = workspace.matrix(size, size);
    this.reduced = workspace.matrix(size, size);
    this.combinations = workspace.matrix(size, size);
  }

  /** The best combinations, `most` at most; the next call overwrites them. Only the lower triangle of the M-Gram matrix is read. */
  solve(gramS: Matrix, gramM: Matrix, most: number): Combinations {
    const { kernels } = this;
    const n = gramM.rows;
    const orthonormal = this.orthonormalInM(gramM);
    const r = orthonormal.columns;
    const half = this.half.block(0, 0, n, r);
    const reduced = this.reduced.block(0, 0, r, r);
    kernels.gemm(1, gramS, orthonormal, 0, half);
    kernels.gemm(1, orthonormal.transposed(), half, 0, reduced);
    const { values, vectors } = kernels.symmetricEigen(reduced);
    const inRange = values.filter((value) => value > nullTheta * values[r - 1]).length;
    const theta = values.slice(r - Math.min(most, inRange)).reverse();
    const combinations = this.combinations.block(0, 0, n, theta.length);
    kernels.gemm(1, orthonormal, lastColumns(vectors, theta.length), 0, combinations);
    kernels.combineColumns(
      null,
      combinations,
      theta.map((value) => 1 / Math.sqrt(value)),
      combinations,
    );
    return { theta, combinations };
  }

  /** Combinations of the basis that are orthonormal in the M-Gram matrix: D·L⁻ᵀ, where D scales its diagonal to one and L·Lᵀ = D·Gm·D. */
  private orthonormalInM(gram: Matrix): Matrix {
    const { kernels } = this;
    const scale = inverseRoots(gram);
    const kept = this.factorScaled(gram, scale);
    const r = kept?.length ?? gram.rows;
    const inverse = identityIn(this.inverse.block(0, 0, r, r));
    kernels.solveTriangular(this.factor.block(0, 0, r, r), inverse, true);
    if (!kept) {
      kernels.combineRows(null, scale, inverse, inverse);
      return inverse;
    }
    // Rows of zeros for the vectors that are left out.
    kernels.combineRows(
      null,
      Float64Array.from(kept, (i) => scale[i]),
      inverse,
      inverse,
    );
    const spread = this.factor.block(0, 0, gram.rows, r);
    fillRows(spread, 0);
    kept.forEach((i, k) => {
      copyInto(inverse.block(k, 0, 1, r), spread.block(i, 0, 1, r));
    });
    return spread;
  }

  /**
   * The Cholesky factor of the scaled matrix. Gives null where it holds all rows; else those that it has, without any that depend on
   * those before them.
   */
  private factorScaled(gram: Matrix, scale: Float64Array): number[] | null {
    const { kernels } = this;
    const n = gram.rows;
    const factor = this.factor.block(0, 0, n, n);
    kernels.combineRows(null, scale, gram, factor);
    kernels.combineColumns(null, factor, scale, factor);
    if (kernels.cholesky(factor) && smallestPivot(factor) > dependent) return null;
    return factorSkipping(gram, scale, this.factor);
  }
}

/** One over the root of every diagonal entry; 0 for those that are not above zero. */
function inverseRoots({ data, offset, rows, rowStride, columnStride }: Matrix): Float64Array {
  const roots = new Float64Array(rows);
  for (let i = 0, at = offset; i < rows; i++, at += rowStride + columnStride)
    roots[i] = data[at] > 0 ? 1 / Math.sqrt(data[at]) : 0;
  return roots;
}

/** The smallest square on the diagonal of a factor. */
function smallestPivot({ data, offset, rows, rowStride, columnStride }: Matrix): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let i = 0, at = offset; i < rows; i++, at += rowStride + columnStride)
    smallest = Math.min(smallest, data[at] * data[at]);
  return smallest;
}

/** The factor without the rows that depend on those before them, in the first rows and columns of `factor`; gives the rows that it has. */
function factorSkipping(gram: Matrix, scale: Float64Array, factor: Matrix): number[] {
  const kept: number[] = [];
  const { data: entries, columns: stride } = factor;
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

/** The last columns of a square matrix that lies by columns, the last one first, as a view. */
function lastColumns({ data, offset, rows, rowStride, columnStride }: Matrix, count: number): Matrix {
  return new Matrix(data, rows, count, {
    rowStride,
    columnStride: -columnStride,
    offset: offset + (rows - 1) * columnStride,
  });
}

function fillRows({ data, offset, rows, columns, rowStride }: Matrix, value: number): void {
  for (let i = 0, at = offset; i < rows; i++, at += rowStride) data.fill(value, at, at + columns);
}

function identityIn(matrix: Matrix): Matrix {
  fillRows(matrix, 0);
  const { data, offset, rows, rowStride } = matrix;
  for (let i = 0, at = offset; i < rows; i++, at += rowStride + 1) data[at] = 1;
  return matrix;
}
