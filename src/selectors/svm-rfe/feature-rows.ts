import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";

/** The Gram matrix is summed anew when so little of it is left that what rounding has added up could show. */
const worthKeeping = 0.01;
/** Up to so many columns, both triangles of the product take less time than one and its mirror image. */
const fewColumns = 24;

/**
 * The features that are left, one row each, and the Gram matrix of the samples. The product with the features that go is
 * subtracted from it, so that all rounds together cost about two products n²d. That pays with fewer features than samples,
 * too: the machines need the products of all samples of two classes, whatever the number of features.
 */
export class FeatureRows {
  /** The feature of each row. Those that are gone stand behind `left`. */
  readonly features: Int32Array;
  /** Samples × samples; null where there are too many samples for one. */
  readonly gram: Matrix | null;
  /** By feature. */
  private readonly rowOf: Int32Array;
  private traceWhenSummed = 0;
  private count: number;

  /** `values` has one row for each of the features and is overwritten. */
  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly values: Matrix,
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
  drop(gone: readonly number[]): void {
    for (const feature of gone) this.swap(this.locate(feature), --this.count);
    if (!this.gram || this.count === 0) return;
    const columns = this.rows(this.count, gone.length).transposed();
    if (gone.length > fewColumns) this.kernels.syrk(-1, columns, 1, this.gram);
    else this.kernels.gemm(-1, columns, columns.transposed(), 1, this.gram);
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
