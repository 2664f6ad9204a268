import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { PairWeights } from "./label-kernel.js";

/** Rows of the feature matrix, and how many copies of each are meant. */
export type Multiplicities = ReadonlyMap<number, number>;

const featuresAtOnce = 256;
const rowsAtOnce = 128;

/**
 * The Gaussian kernel of the samples over a shrinking set of features, times the weights of the pairs: `weighted` holds
 * G(i, j) = weight(i, j)·e^{−s·D(i, j)} with zeros on its diagonal, D being squared distances. Inner products of the
 * samples are kept, and features leave them by an update of low rank.
 */
export class KernelMatrix {
  readonly weighted: Matrix;
  /** G·1. */
  readonly rowSums: Float64Array;
  /** Σ |G|. */
  size = 0;
  /** The estimate of HSIC. */
  hsic = 0;
  private readonly products: Matrix;
  private readonly gathered: Matrix;
  private readonly scratch: Float64Array;
  private readonly zeros: Float64Array;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    /** One row per feature, one column per sample. */
    private readonly features: Matrix,
    private readonly codes: Int32Array,
    private readonly weights: PairWeights,
  ) {
    const n = features.columns;
    this.products = workspace.matrix(n, n);
    this.weighted = workspace.matrix(n, n);
    this.gathered = workspace.matrix(Math.min(featuresAtOnce, features.rows), n);
    this.scratch = workspace.array(Math.min(rowsAtOnce, n) * n);
    this.rowSums = new Float64Array(n);
    this.zeros = new Float64Array(n);
  }

  /** Starts from these features; done again later, it does away with the rounding of updates. */
  setFeatures(chosen: Multiplicities): void {
    this.products.data.fill(0);
    this.addProducts(1, chosen);
  }

  /** Takes features out. */
  removeFeatures(gone: Multiplicities): void {
    this.addProducts(-1, gone);
  }

  private addProducts(sign: number, chosen: Multiplicities): void {
    const { gathered, features } = this;
    const n = features.columns;
    const list = [...chosen];
    for (let from = 0; from < list.length; from += gathered.rows) {
      const part = list.slice(from, from + gathered.rows);
      part.forEach(([j, times], at) => {
        const row = gathered.data.subarray(at * n, (at + 1) * n);
        row.set(features.data.subarray(j * n, (j + 1) * n));
        if (times > 1) for (let i = 0; i < n; i++) row[i] *= Math.sqrt(times);
      });
      this.kernels.syrk(sign, gathered.block(0, 0, part.length, n).transposed(), 1, this.products);
    }
  }

  /** Fills `weighted` and its sums for this s; `pause` is called now and then. */
  async fill(s: number, pause: () => Promise<void>): Promise<void> {
    const { rowSums, codes } = this;
    const { table, classes, withItself } = this.weights;
    rowSums.fill(0);
    this.size = 0;
    for (let from = 0; from < codes.length; from += rowsAtOnce) {
      this.fillRows(s, from, Math.min(from + rowsAtOnce, codes.length));
      await pause();
    }
    this.hsic = 0;
    for (let i = 0; i < codes.length; i++)
      this.hsic += rowSums[i] + (withItself ? table[codes[i] * (classes + 1)] : 0);
  }

  /** Rows up to the diagonal, and their mirror images. */
  private fillRows(s: number, from: number, to: number): void {
    const { codes, rowSums } = this;
    const { table, classes } = this.weights;
    const n = codes.length;
    const out = this.weighted.data;
    const values = this.exponentials(s, from, to, this.zeros);
    let next = 0;
    for (let i = from; i < to; i++) {
      const base = codes[i] * classes;
      let sum = 0;
      let size = 0;
      for (let j = 0, at = i * n; j < i; j++, at++) {
        const value = values[next++] * table[base + codes[j]];
        out[at] = value;
        rowSums[j] += value;
        sum += value;
        size += Math.abs(value);
      }
      rowSums[i] += sum;
      this.size += 2 * size;
    }
    for (let j = 0; j < to; j++)
      for (let i = Math.max(from, j + 1); i < to; i++) out[j * n + i] = out[i * n + j];
  }

  /** HSIC less what it is with one copy of feature j left out, from n² exponentials. */
  async lossWithout(j: number, s: number, pause: () => Promise<void>): Promise<number> {
    const { codes } = this;
    const { table, classes } = this.weights;
    const n = codes.length;
    const feature = this.features.data.subarray(j * n, (j + 1) * n);
    let loss = 0;
    for (let from = 0; from < n; from += rowsAtOnce) {
      const to = Math.min(from + rowsAtOnce, n);
      const values = this.exponentials(s, from, to, feature);
      let next = 0;
      for (let i = from; i < to; i++) {
        const base = codes[i] * classes;
        const row = this.weighted.data.subarray(i * n, (i + 1) * n);
        let sum = 0;
        for (let k = 0; k < i; k++) sum += row[k] - values[next++] * table[base + codes[k]];
        loss += 2 * sum;
      }
      await pause();
    }
    return loss;
  }

  /**
   * e^{−s(D(i, j) − (x_i − x_j)²)} for the rows i from `from` up to `to` and all j below i, one row after the other.
   * Rounding makes no distance negative.
   */
  private exponentials(s: number, from: number, to: number, x: Float64Array): Float64Array {
    const { data: inner, columns: n } = this.products;
    const { scratch } = this;
    let filled = 0;
    for (let i = from; i < to; i++) {
      const own = inner[i * n + i];
      for (let j = 0, at = i * n, diagonal = 0; j < i; j++, at++, diagonal += n + 1) {
        const difference = x[i] - x[j];
        const distance = own + inner[diagonal] - 2 * inner[at] - difference * difference;
        scratch[filled++] = distance > 0 ? -s * distance : 0;
      }
    }
    const values = scratch.subarray(0, filled);
    this.kernels.exp(values, values);
    return values;
  }
}
