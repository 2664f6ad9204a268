import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { RemainingFeatures } from "./remaining-features.js";

/** The Gram matrix is summed anew when so little of it is left that what rounding has added up could show. */
const worthKeeping = 0.01;
/** With fewer features that go in a round, it pays to subtract them only where they are needed. */
export const worthSubtracting = 12;

/**
 * The features that are left, one row each, and the Gram matrix of the samples. The product with the features that go is
 * subtracted from it, so that all rounds together cost about two products n²d. That pays with fewer features than samples,
 * too, since most samples support the machine for some pair of classes. When features go one by one the matrix is given
 * up: a pass over all of it would cost more than the few rows that each pair then keeps ({@link PairRows}).
 */
export class FeatureRows extends RemainingFeatures {
  /** Samples × samples; null where there are too many samples for one, and when it is given up. */
  gram: Matrix | null;
  /** How many features were dropped last; they stand in the rows behind those that are left. */
  gone = 0;
  private traceWhenSummed = 0;

  /** `values` has one row for each of the features and is overwritten. */
  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    readonly values: Matrix,
    features: Int32Array,
    largestGram: number,
  ) {
    super(features);
    this.gram = values.columns <= largestGram ? workspace.matrix(values.columns, values.columns) : null;
    this.sumGram();
  }

  /** The values of some of the features that are left: one row each. */
  rows(from: number, count: number): Matrix {
    return this.values.block(from, 0, count, this.values.columns);
  }

  override drop(features: readonly number[]): void {
    super.drop(features);
    this.gone = features.length;
    if (this.gone < worthSubtracting) this.gram = null;
    if (!this.gram) return;
    this.kernels.syrk(-1, this.rows(this.left, this.gone).transposed(), 1, this.gram);
    if (trace(this.gram) < worthKeeping * this.traceWhenSummed) this.sumGram();
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

function trace(matrix: Matrix): number {
  let sum = 0;
  for (let i = 0; i < matrix.rows; i++) sum += matrix.get(i, i);
  return sum;
}
