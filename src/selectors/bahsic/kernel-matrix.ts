import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { PairWeights } from "./label-kernel.js";

/** Rows of the feature matrix, and how many copies of each are meant. */
export type Multiplicities = ReadonlyMap<number, number>;

const rowsAtOnce = 128;
const tile = 32;

/** How many vectors to multiply with an n × n matrix at once: for some tens of milliseconds, then work can be ended. */
export const columnsAtOnce = (n: number): number =>
  Math.min(256, Math.max(16, 8 * Math.round(2e8 / (8 * n * n))));

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
  private readonly ones: Float64Array;
  /** The diagonal of `products`. */
  private readonly norms: Float64Array;

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
    this.gathered = workspace.matrix(columnsAtOnce(n), n);
    this.scratch = workspace.array(Math.min(rowsAtOnce, n) * n);
    this.rowSums = workspace.array(n);
    this.ones = workspace.array(n).fill(1);
    this.zeros = new Float64Array(n);
    this.norms = new Float64Array(n);
  }

  /** Starts from these features; done again later, it does away with the rounding of updates. */
  async setFeatures(chosen: Multiplicities, pause: () => Promise<void>): Promise<void> {
    this.products.data.fill(0);
    await this.addProducts(1, chosen, pause);
  }

  /** Takes features out. */
  removeFeatures(gone: Multiplicities, pause: () => Promise<void>): Promise<void> {
    return this.addProducts(-1, gone, pause);
  }

  private async addProducts(sign: number, chosen: Multiplicities, pause: () => Promise<void>): Promise<void> {
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
      await pause();
    }
    for (let i = 0; i < n; i++) this.norms[i] = this.products.data[i * (n + 1)];
  }

  /** Fills `weighted` and its sums for this s; `pause` is called now and then. */
  async fill(s: number, pause: () => Promise<void>): Promise<void> {
    const { rowSums, codes } = this;
    const { table, classes, withItself } = this.weights;
    this.size = 0;
    for (let from = 0; from < codes.length; from += rowsAtOnce) {
      this.fillRows(s, from, Math.min(from + rowsAtOnce, codes.length));
      await pause();
    }
    this.kernels.gemv(1, this.weighted, this.ones, 0, rowSums);
    this.hsic = 0;
    for (let i = 0; i < codes.length; i++)
      this.hsic += rowSums[i] + (withItself ? table[codes[i] * (classes + 1)] : 0);
  }

  /** Rows up to the diagonal, and their mirror images. */
  private fillRows(s: number, from: number, to: number): void {
    const { codes } = this;
    const { table, classes } = this.weights;
    const n = codes.length;
    const out = this.weighted.data;
    const values = this.exponentials(s, from, to, [this.zeros]);
    let next = 0;
    for (let i = from; i < to; i++) {
      const row = table.subarray(codes[i] * classes, (codes[i] + 1) * classes);
      let size = 0;
      for (let j = 0, at = i * n; j < i; j++, at++) {
        const value = values[next++] * row[codes[j]];
        out[at] = value;
        size += Math.abs(value);
      }
      this.size += 2 * size;
    }
    mirror(this.weighted, from, to);
  }

  /** HSIC less what it is with one copy of each of these features left out, from n² exponentials. */
  async lossWithout(left: readonly number[], s: number, pause: () => Promise<void>): Promise<number> {
    const { codes } = this;
    const { table, classes } = this.weights;
    const n = codes.length;
    const features = left.map((j) => this.features.data.subarray(j * n, (j + 1) * n));
    const weighted = this.weighted.data;
    let loss = 0;
    for (let from = 0; from < n; from += rowsAtOnce) {
      const to = Math.min(from + rowsAtOnce, n);
      const values = this.exponentials(s, from, to, features);
      let next = 0;
      for (let i = from; i < to; i++) {
        const row = table.subarray(codes[i] * classes, (codes[i] + 1) * classes);
        let sum = 0;
        for (let k = 0, at = i * n; k < i; k++, at++) sum += weighted[at] - values[next++] * row[codes[k]];
        loss += 2 * sum;
      }
      await pause();
    }
    return loss;
  }

  /**
   * e^{−s(D(i, j) − Σ(x_i − x_j)²)} over the features x, for the rows i from `from` up to `to` and all j below i, one row after
   * the other. Rounding makes no distance negative.
   */
  private exponentials(s: number, from: number, to: number, without: readonly Float64Array[]): Float64Array {
    const [x, ...more] = without;
    const { data: inner, columns: n } = this.products;
    const { scratch, norms } = this;
    let filled = 0;
    for (let i = from; i < to; i++) {
      for (let j = 0, at = i * n; j < i; j++, at++) {
        const difference = x[i] - x[j];
        let distance = norms[i] + norms[j] - 2 * inner[at] - difference * difference;
        for (const other of more) distance -= (other[i] - other[j]) * (other[i] - other[j]);
        scratch[filled++] = distance > 0 ? -s * distance : 0;
      }
    }
    const values = scratch.subarray(0, filled);
    this.kernels.exp(values, values);
    return values;
  }
}

/** Copies the rows `from` up to `to`, left of the diagonal, to the columns; in tiles, so that caches hold them. */
function mirror({ data, columns: n }: Matrix, from: number, to: number): void {
  for (let start = 0; start < to; start += tile)
    for (let top = Math.max(from, start); top < to; top += tile)
      for (let j = start; j < Math.min(start + tile, to); j++)
        for (let i = Math.max(top, j + 1); i < Math.min(top + tile, to); i++)
          data[j * n + i] = data[i * n + j];
}
