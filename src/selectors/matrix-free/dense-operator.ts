import type { Dataset } from "../../data/dataset.js";
import type { Kernels } from "../../kernels/kernels.js";
import { weightedMoments } from "../../models/class-weight.js";
import { Matrix } from "../../numeric/matrix.js";
import { upTo } from "../../numeric/up-to.js";
import type { ByClass } from "../recursion/by-class.js";
import { RemainingFeatures } from "../recursion/remaining-features.js";
import { distinctColumns, type SampleOptions, type Samples, tameExtremes } from "../samples.js";
import type { SampleOperator } from "./sample-operator.js";

/** Numbers of a block that passes through the kernels: 64 MB. */
const blockSize = 1 << 23;

/** Dense data as it lies, and how its columns are seen. */
export type DenseOpening = Omit<Samples, "values">;

/** Means and deviations of the columns, a block at a time; the data is neither changed nor copied. */
export function openDense(
  kernels: Kernels,
  data: Dataset,
  values: Matrix,
  weights: Float64Array | null,
  { standardize, costs, parts }: Pick<SampleOptions, "standardize" | "costs" | "parts">,
): DenseOpening {
  const { columns, copies } = distinctColumns(data, { costs, parts });
  const n = data.rows;
  const [means, scales, variances] = [0, 1, 2].map(() => new Float64Array(columns.length));
  const width = widthOf(n, columns.length);
  for (let first = 0; first < columns.length; first += width) {
    const block = values.selectColumns(columns.subarray(first, first + width));
    const units = standardize ? tameExtremes(block) : null;
    const moments = weights ? weightedMoments(block, weights) : kernels.columnMoments(block);
    for (let j = 0; j < block.columns; j++) {
      const unit = units?.[j] ?? 1;
      const variance = moments.variances[j];
      means[first + j] = moments.means[j] * unit;
      scales[first + j] = unit * (standardize ? Math.sqrt((variance * n) / (n - 1)) : 1);
      variances[first + j] = variance;
    }
  }
  return { columns, copies, means, scales, variances };
}

/**
 * The operator of dense data that is too large for the kernels' memory, or for a second copy: columns are centred and scaled block
 * by block on their way into the kernels, once for every product.
 */
export class DenseOperator extends RemainingFeatures implements SampleOperator {
  constructor(
    private readonly kernels: Kernels,
    private readonly data: Matrix,
    private readonly opening: DenseOpening,
    private readonly order: ByClass["order"],
    /** The root of what each sample counts. */
    private readonly roots: Float64Array,
  ) {
    super(upTo(opening.columns.length));
  }

  get samples(): number {
    return this.order.length;
  }

  multiplyGram(vectors: Matrix, out: Matrix): void {
    const { kernels } = this;
    for (let i = 0; i < out.rows; i++) for (let j = 0; j < out.columns; j++) out.set(i, j, 0);
    this.eachBlock((block) => {
      const image = Matrix.zeros(block.columns, vectors.columns);
      kernels.gemm(1, block.transposed(), vectors, 0, image);
      kernels.gemm(1, block, image, 1, out);
    });
  }

  backToFeatures(vectors: Matrix): Matrix {
    const result = Matrix.zeros(this.left, vectors.columns);
    this.eachBlock((block, first) => {
      const part = result.block(first, 0, block.columns, vectors.columns);
      this.kernels.gemm(1, block.transposed(), vectors, 0, part);
    });
    return result;
  }

  gramDiagonal(): Float64Array {
    const result = new Float64Array(this.samples);
    this.eachBlock((block) => {
      for (let i = 0; i < block.rows; i++) {
        const start = block.offset + i * block.rowStride;
        let sum = 0;
        for (let j = 0; j < block.columns; j++) sum += block.data[start + j] * block.data[start + j];
        result[i] += sum;
      }
    });
    return result;
  }

  total(out: Matrix): void {
    const { kernels, samples, remaining } = this;
    const height = Math.min(samples, Math.max(1, Math.floor(blockSize / this.left)));
    const workspace = kernels.workspace();
    try {
      const whole = workspace.matrix(height, this.left);
      for (let first = 0; first < samples; first += height) {
        const block = whole.block(0, 0, Math.min(height, samples - first), this.left);
        this.fill(block, first, remaining, this.roots);
        kernels.syrk(1, block.transposed(), first === 0 ? 0 : 1, out);
      }
    } finally {
      workspace.release();
    }
  }

  copyColumns(features: Int32Array, out: Matrix): void {
    this.fill(out, 0, features, null);
  }

  /** Goes through the features that are left; a block holds all samples of some of them. */
  private eachBlock(use: (block: Matrix, first: number) => void): void {
    const { kernels, samples, left, remaining } = this;
    const width = widthOf(samples, left);
    const workspace = kernels.workspace();
    try {
      const whole = workspace.matrix(samples, width);
      for (let first = 0; first < left; first += width) {
        const block = whole.block(0, 0, samples, Math.min(width, left - first));
        this.fill(block, 0, remaining.subarray(first, first + block.columns), this.roots);
        use(block, first);
      }
    } finally {
      workspace.release();
    }
  }

  /** Values of some features, centred and scaled, from this sample on. */
  private fill(out: Matrix, first: number, features: Int32Array, roots: Float64Array | null): void {
    const { data, opening, order } = this;
    const columns = features.map((feature) => opening.columns[feature] * data.columnStride);
    const means = Float64Array.from(features, (feature) => opening.means[feature]);
    const factors = Float64Array.from(features, (feature) => 1 / opening.scales[feature]);
    const from = data.data;
    for (let i = 0; i < out.rows; i++) {
      const row = data.offset + order[first + i] * data.rowStride;
      const to = out.offset + i * out.rowStride;
      const root = roots ? roots[first + i] : 1;
      for (let j = 0; j < columns.length; j++)
        out.data[to + j] = root * ((from[row + columns[j]] - means[j]) * factors[j]);
    }
  }
}

const widthOf = (samples: number, columns: number): number =>
  Math.max(1, Math.min(columns, Math.floor(blockSize / samples)));
