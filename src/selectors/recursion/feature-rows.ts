import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { Remaining } from "./eliminate.js";
import { RemainingFeatures } from "./remaining-features.js";

/** The Gram matrix is summed anew when so little of it is left that what rounding has added up could show. */
const worthKeeping = 0.01;
/** With fewer features that go in a round, it pays to subtract them only where they are needed. */
export const worthSubtracting = 12;

/** Some of the features that are left, all samples of each. */
export interface RowBlock {
  /** One row per feature; overwritten by the next block where they do not lie in memory. */
  readonly values: Matrix;
  /** The rows among those that are left: from here on one after another, or as listed. */
  readonly first: number;
  readonly listed?: Int32Array;
}

/** The row among those that are left of each row of a block. */
export const rowIn = ({ first, listed }: RowBlock, at: number): number => (listed ? listed[at] : first + at);

/** Features × samples with the samples' Gram matrix, from which features go: in memory, or partly on disk. */
export interface SampleRows extends Remaining {
  readonly remaining: Int32Array;
  readonly samples: number;
  /** Samples × samples; null where there are too many samples for one, and when it is given up. */
  readonly gram: Matrix | null;
  /** How many features were dropped last; they stand in the rows behind those that are left. */
  readonly gone: number;
  /** Features × samples. Null until all that are left lie in memory, which they do when there is no Gram matrix. */
  readonly values: Matrix | null;
  /** All features that are left, so many rows at a time at most, in whatever order suits. */
  blocks(height: number): Iterable<RowBlock> | AsyncIterable<RowBlock>;
  /** Copies features, whether they are left or not, into rows. */
  copyTo(out: Matrix, features: Int32Array): void;
}

/**
 * The features that are left, one row each, and the Gram matrix of the samples. The product with the features that go is
 * subtracted from it, so that all rounds together cost about two products n²d. That pays with fewer features than samples,
 * too, since most samples support the machine for some pair of classes. When features go one by one the matrix is given
 * up: a pass over all of it would cost more than the few products that the machines then need.
 */
export class FeatureRows extends RemainingFeatures implements SampleRows {
  gram: Matrix | null;
  gone = 0;
  private traceWhenSummed = 0;

  /**
   * `values` has one row for each of the features and is overwritten. A Gram matrix that is known is gone on with; else it is
   * summed where there are no more samples than `largestGram`.
   */
  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    readonly values: Matrix,
    features: Int32Array,
    largestGram: number,
    known?: KnownGram,
  ) {
    super(features);
    this.gram = known?.gram ?? null;
    this.traceWhenSummed = known?.traceWhenSummed ?? 0;
    if (known || values.columns > largestGram) return;
    this.gram = workspace.matrix(values.columns, values.columns);
    this.sumGram();
  }

  get samples(): number {
    return this.values.columns;
  }

  /** The values of some of the features that are left: one row each. */
  rows(from: number, count: number): Matrix {
    return this.values.block(from, 0, count, this.values.columns);
  }

  *blocks(height: number): Generator<RowBlock> {
    for (let first = 0; first < this.left; first += height)
      yield { first, values: this.rows(first, Math.min(height, this.left - first)) };
  }

  copyTo(out: Matrix, features: Int32Array): void {
    const { data, offset, columns } = this.values;
    features.forEach((feature, i) => {
      const start = offset + this.locate(feature) * columns;
      out.data.set(data.subarray(start, start + columns), out.offset + i * out.rowStride);
    });
  }

  override drop(features: readonly number[]): void {
    super.drop(features);
    this.gone = features.length;
    if (!isWorthSubtracting(this.gone)) this.gram = null;
    if (!this.gram) return;
    this.kernels.syrk(-1, this.rows(this.left, this.gone).transposed(), 1, this.gram);
    if (isWornOut(this.gram, this.traceWhenSummed)) this.sumGram();
  }

  private sumGram(): void {
    if (!this.gram) return;
    this.kernels.syrk(1, this.rows(0, this.left).transposed(), 0, this.gram);
    this.traceWhenSummed = trace(this.gram);
  }

  protected override swap(a: number, b: number): void {
    super.swap(a, b);
    const { data, columns, offset } = this.values;
    for (let i = 0, p = offset + a * columns, q = offset + b * columns; i < columns; i++, p++, q++) {
      const value = data[p];
      data[p] = data[q];
      data[q] = value;
    }
  }
}

/** A Gram matrix from which features have gone. */
export interface KnownGram {
  readonly gram: Matrix | null;
  /** Its trace when it was last summed over features. */
  readonly traceWhenSummed: number;
}

/** Whether subtracting so many features from a Gram matrix pays; else it is given up. */
export const isWorthSubtracting = (gone: number): boolean => gone >= worthSubtracting;

/** Whether a Gram matrix is to be summed anew. */
export const isWornOut = (gram: Matrix, traceWhenSummed: number): boolean =>
  trace(gram) < worthKeeping * traceWhenSummed;

/** The sum of the diagonal. */
export function trace(matrix: Matrix): number {
  let sum = 0;
  for (let i = 0; i < matrix.rows; i++) sum += matrix.get(i, i);
  return sum;
}
