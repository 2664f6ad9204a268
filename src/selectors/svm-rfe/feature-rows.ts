import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";

/** The Gram matrix is summed anew when so little of it is left that what rounding has added up could show. */
const worthKeeping = 0.01;
/** With fewer features that go in a round, it pays to subtract them only where they are needed. */
const worthSubtracting = 12;

/**
 * The features that are left, one row each, and the Gram matrix of the samples. The product with the features that go is
 * subtracted from it, so that all rounds together cost about two products n²d. That pays with fewer features than samples,
 * too, since most samples support the machine for some pair of classes. When features go one by one the matrix is given
 * up: a pass over all of it would cost more than the few rows that each pair then keeps ({@link PairRows}).
 */
export class FeatureRows {
  /** The feature of each row. Those that are gone stand behind `left`. */
  readonly features: Int32Array;
  /** Samples × samples; null where there are too many samples for one, and when it is given up. */
  gram: Matrix | null;
  /** By feature. */
  private readonly rowOf: Int32Array;
  private traceWhenSummed = 0;
  private count: number;

  /** `values` has one row for each of the features and is overwritten. */
  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    readonly values: Matrix,
    features: Int32Array,
    largestGram: number,
  ) {
    this.features = features.slice();
    this.count = features.length;
    this.rowOf = new Int32Array(features.reduce((last, feature) => Math.max(last, feature), 0) + 1);
    for (let row = 0; row < features.length; row++) this.rowOf[features[row]] = row;
    this.gram = values.columns <= largestGram ? workspace.matrix(values.columns, values.columns) : null;
    this.sumGram();
  }

  /** How many features were dropped last; they stand in the rows behind those that are left. */
  gone = 0;

  /** How many features are left. */
  get left(): number {
    return this.count;
  }

  /** The values of some of the features that are left: one row each. */
  rows(from: number, count: number): Matrix {
    return this.values.block(from, 0, count, this.values.columns);
  }

  /** The row of a feature that is left. */
  locate(feature: number): number {
    return this.rowOf[feature];
  }

  /** Takes features away. */
  drop(features: readonly number[]): void {
    for (const feature of features) this.swap(this.locate(feature), --this.count);
    this.gone = features.length;
    if (this.gone < worthSubtracting) this.gram = null;
    if (!this.gram) return;
    this.kernels.syrk(-1, this.rows(this.count, this.gone).transposed(), 1, this.gram);
    if (trace(this.gram) < worthKeeping * this.traceWhenSummed) this.sumGram();
  }

  private sumGram(): void {
    if (!this.gram) return;
    this.kernels.syrk(1, this.rows(0, this.count).transposed(), 0, this.gram);
    this.traceWhenSummed = trace(this.gram);
  }

  private swap(a: number, b: number): void {
    if (a === b) return;
    const { features, rowOf } = this;
    const { data, columns, offset } = this.values;
    for (let i = 0, p = offset + a * columns, q = offset + b * columns; i < columns; i++, p++, q++) {
      const value = data[p];
      data[p] = data[q];
      data[q] = value;
    }
    [features[a], features[b]] = [features[b], features[a]];
    rowOf[features[a]] = a;
    rowOf[features[b]] = b;
  }
}

function trace(matrix: Matrix): number {
  let sum = 0;
  for (let i = 0; i < matrix.rows; i++) sum += matrix.get(i, i);
  return sum;
}
