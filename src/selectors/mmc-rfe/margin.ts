import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { leadingEigen, type Wanted } from "../../kernels/leading-eigen.js";
import { Matrix } from "../../numeric/matrix.js";

/** The features that are left, one column for each set of exact copies. */
export interface Remaining {
  /** One row per sample, centred, times the root of the sample's weight. */
  readonly samples: Matrix;
  /** How many copies of each column there are. */
  readonly counts: Int32Array;
}

/** The classes of the samples. */
export interface Classes {
  readonly codes: Int32Array;
  readonly sizes: Int32Array;
  /** The root of each sample's weight: all weights together are the number of samples. */
  readonly roots: Float64Array;
}

/** Discriminant vectors of the maximum margin criterion. */
export interface Vectors {
  /** Eigenvalues of Sb − Sw, largest first. */
  readonly values: Float64Array;
  /** One row per column of the samples, the entry that each of its copies has; one column per vector. */
  readonly vectors: Matrix;
}

/** Sb − Sw in a form that is cheap to solve and to take features from. */
export interface Margin {
  /** The leading vectors, so many at most; `pause` is called now and then. */
  solve(most: number, onlyPositive: boolean, pause: () => Promise<void>): Promise<Vectors>;
  /** Takes features away, `leaving` copies of each column; the samples are still as they were. */
  subtract(leaving: Int32Array): void;
  /** What is left from now on. */
  settle(remaining: Remaining): void;
}

/** Eigenvalues below this part of the matrix's size count as zero: they are rounding. */
const zeroFloor = 1e-10;

/** Which eigenvalues of this matrix are wanted. Where none is positive, the largest is. */
export function wantedOf(matrix: Matrix, most: number, onlyPositive: boolean): Wanted {
  if (!onlyPositive) return { above: Number.NEGATIVE_INFINITY, least: 0, most };
  let sum = 0;
  for (let at = 0; at < matrix.rows * matrix.columns; at++) sum += matrix.data[at] * matrix.data[at];
  return { above: zeroFloor * Math.sqrt(sum), least: 1, most };
}

/**
 * One row per class, the sum of its rows of `a` over the root of its size: BᵀB of these is aᵀ·P·a, where P takes the mean
 * over each class.
 */
export function classSums(a: Matrix, { codes, sizes }: Omit<Classes, "roots">): Matrix {
  const sums = Matrix.zeros(sizes.length, a.columns);
  for (let i = 0; i < a.rows; i++) {
    const scale = 1 / Math.sqrt(sizes[codes[i]]);
    for (let j = 0, from = i * a.columns, to = codes[i] * a.columns; j < a.columns; j++)
      sums.data[to++] += scale * a.data[from++];
  }
  return sums;
}

/** out ← 2·aᵀPa − aᵀa, which is Sb − Sw for centred samples. */
function marginMatrix(kernels: Kernels, a: Matrix, classes: Classes, out: Matrix): void {
  kernels.syrk(2, classSums(a, classes).transposed(), 0, out);
  kernels.syrk(-1, a.transposed(), 1, out);
}

/** With no more features than samples: Sb − Sw itself, of which rows and columns are deleted as features go. */
export class TallMargin implements Margin {
  private matrix: Matrix;
  private counts: Int32Array;

  /** From Sb − Sw, which is overwritten. */
  constructor(
    private readonly kernels: Kernels,
    matrix: Matrix,
    counts: Int32Array,
  ) {
    this.matrix = matrix;
    this.counts = counts;
  }

  static fromSamples(
    kernels: Kernels,
    workspace: Workspace,
    classes: Classes,
    { samples, counts }: Remaining,
  ): TallMargin {
    const matrix = workspace.matrix(samples.columns, samples.columns);
    marginMatrix(kernels, samples, classes, matrix);
    return new TallMargin(kernels, matrix, counts);
  }

  /** m copies of a column act like one that is √m times as long, and share its entry. */
  async solve(most: number, onlyPositive: boolean, pause: () => Promise<void>): Promise<Vectors> {
    const roots = Float64Array.from(this.counts, Math.sqrt);
    const plain = roots.every((root) => root === 1);
    const matrix = plain ? this.matrix : scaled(this.matrix, roots);
    const wanted = wantedOf(matrix, most, onlyPositive);
    const { values, vectors } = await leadingEigen(this.kernels, matrix, wanted, pause);
    if (!plain)
      for (let i = 0; i < vectors.rows; i++)
        for (let k = 0; k < vectors.columns; k++) vectors.set(i, k, vectors.get(i, k) / roots[i]);
    return { values, vectors };
  }

  subtract(leaving: Int32Array): void {
    const { data, rows } = this.matrix;
    const kept = Array.from(leaving.keys()).filter((i) => leaving[i] < this.counts[i]);
    let to = 0;
    for (const i of kept) for (const j of kept) data[to++] = data[i * rows + j];
    this.matrix = new Matrix(data, kept.length, kept.length);
  }

  settle({ counts }: Remaining): void {
    this.counts = counts;
  }
}

function scaled(a: Matrix, by: Float64Array): Matrix {
  const result = Matrix.zeros(a.rows, a.columns);
  for (let i = 0, at = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++, at++) result.data[at] = by[i] * by[j] * a.data[at];
  return result;
}
