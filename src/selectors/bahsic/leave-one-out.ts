import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { columnsAtOnce, type KernelMatrix } from "./kernel-matrix.js";
import { evenSeries, expandPairs, largestT, oddSeries, type PairExpansion } from "./pair-expansion.js";

/** What HSIC loses when a feature is left out. */
export interface Loss {
  value: number;
  /** A bound of the error of that. */
  error: number;
  /** Whether it is as good as exact. */
  isFine: boolean;
}

/** How large errors may be, as a part of t·Σ|G|, which is about the most that a loss can be. */
const parts = { coarse: 1e-3, fine: 1e-12 };

/**
 * HSIC(S) − HSIC(S without j) under a Gaussian kernel for many features j.
 *
 * Leaving j out multiplies K(i, k) by e^{s(x_i − x_k)²}, so that the loss is −Σ G(i, k)·(e^{s(x_i − x_k)²} − 1). While t,
 * which is s times the square of half the feature's range, is small, the sum is taken by {@link expandPairs}, which
 * needs products of matrices in place of n² exponentials. Else the exponentials are computed.
 */
export class LeaveOneOut {
  private readonly expansions = new Map<number, PairExpansion>();
  private readonly centres: Float64Array;
  private readonly halfRanges: Float64Array;
  private readonly left: Matrix;
  private readonly right: Matrix;
  private readonly products: Matrix;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    /** One row per feature, one column per sample. */
    private readonly features: Matrix,
  ) {
    const n = features.columns;
    const width = columnsAtOnce(n);
    this.left = workspace.matrix(width, n);
    this.right = workspace.matrix(width, n);
    this.products = workspace.matrix(width, n);
    this.centres = new Float64Array(features.rows);
    this.halfRanges = new Float64Array(features.rows);
    for (let j = 0; j < features.rows; j++) {
      const row = this.feature(j);
      const least = row.reduce((a, b) => Math.min(a, b));
      const most = row.reduce((a, b) => Math.max(a, b));
      this.centres[j] = (least + most) / 2;
      this.halfRanges[j] = (most - least) / 2;
    }
  }

  private feature(j: number): Float64Array {
    const n = this.features.columns;
    return this.features.data.subarray(j * n, (j + 1) * n);
  }

  /**
   * The losses of these features, as good as exact or only well enough to tell most features from the worst; `pause` is
   * told how many of them are done.
   */
  async losses(
    kernel: KernelMatrix,
    s: number,
    chosen: readonly number[],
    precision: keyof typeof parts,
    pause: (done: number) => Promise<void>,
  ): Promise<Loss[]> {
    const losses: Loss[] = [];
    /** The loss that each column of the next product belongs to. */
    const owners: Loss[] = [];
    const multiply = async () => {
      this.addProducts(kernel, owners.splice(0));
      await pause(losses.length);
    };
    for (const j of chosen) {
      const t = s * this.halfRanges[j] * this.halfRanges[j];
      const loss: Loss = { value: 0, error: 0, isFine: true };
      losses.push(loss);
      if (t > largestT) {
        loss.value = await kernel.lossWithout([j], s, () => pause(losses.length));
        continue;
      }
      const { grid, expansion } = this.expansionFor(t);
      const pairs = enoughPairs(expansion, parts[precision] * t);
      if (owners.length + pairs > this.left.rows) await multiply();
      this.expand(kernel, j, Math.sqrt(s / grid), expansion, pairs, owners.length, loss);
      for (let p = 0; p < pairs; p++) owners.push(loss);
      loss.error = expansion.errors[pairs] * kernel.size;
      loss.isFine = pairs === enoughPairs(expansion, parts.fine * t);
    }
    await multiply();
    return losses;
  }

  /** The expansion for a t not far above this one, of a few that are made once. */
  private expansionFor(t: number): { grid: number; expansion: PairExpansion } {
    let grid = largestT;
    while (grid * Math.SQRT1_2 >= t && grid > 1e-12) grid *= Math.SQRT1_2;
    let expansion = this.expansions.get(grid);
    if (!expansion) {
      expansion = expandPairs(grid);
      this.expansions.set(grid, expansion);
    }
    return { grid, expansion };
  }

  /** Adds what needs no product with G, and writes the functions of the pairs to `left` and `right`. */
  private expand(
    kernel: KernelMatrix,
    j: number,
    scale: number,
    { alone, pairs }: PairExpansion,
    count: number,
    at: number,
    loss: Loss,
  ): void {
    const n = this.features.columns;
    const x = this.feature(j);
    const centre = this.centres[j];
    const [left, right] = [this.left.data, this.right.data];
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const xi = (x[i] - centre) * scale;
      sum += kernel.rowSums[i] * evenSeries(alone, 4 * xi * xi - 2);
    }
    loss.value -= 2 * sum;
    for (let p = 0; p < count; p++) {
      const { even, odd } = pairs[p];
      for (let i = 0, place = (at + p) * n; i < n; i++, place++) {
        const xi = (x[i] - centre) * scale;
        const doubled = 4 * xi * xi - 2;
        const a = evenSeries(even, doubled);
        const b = oddSeries(odd, doubled, xi);
        left[place] = a + b;
        right[place] = a - b;
      }
    }
  }

  /** Takes leftᵀ·G·right of every column from the loss it belongs to. */
  private addProducts(kernel: KernelMatrix, owners: readonly Loss[]): void {
    if (owners.length === 0) return;
    const n = this.features.columns;
    const part = (matrix: Matrix) => matrix.block(0, 0, owners.length, n);
    this.kernels.gemm(1, part(this.right), kernel.weighted, 0, part(this.products));
    owners.forEach((loss, row) => {
      let sum = 0;
      for (let i = 0, at = row * n; i < n; i++, at++) sum += this.left.data[at] * this.products.data[at];
      loss.value -= sum;
    });
  }
}

/** The fewest pairs with an error below this, one at least. */
function enoughPairs({ errors }: PairExpansion, error: number): number {
  let pairs = 1;
  while (pairs < errors.length - 1 && errors[pairs] > error) pairs++;
  return pairs;
}
