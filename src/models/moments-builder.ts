import { InputError } from "../core/input-error.js";
import { orderClasses } from "../data/labels.js";
import type { Kernels, Workspace } from "../kernels/kernels.js";
import { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import type { ClassMoments, Moments } from "./moments.js";

/** How large a block of rows is: its bytes, and its rows at most. It depends on nothing but the number of features. */
const blockBytes = 2 ** 25;
const mostBlockRows = 4096;

/** More classes than this are surely numbers to predict, or ids. */
const mostClasses = 1000;

/**
 * Gathers the moments of rows that come in parts of any size. Rows are folded in blocks of a fixed size, one block after the
 * other, so that neither the parts nor the number of threads change a bit of the result. Every value is counted from the first
 * row of its class, which keeps all digits of values that are large and alike, and the means of blocks are merged by the
 * formula of Chan, Golub and LeVeque, which keeps them where the values drift.
 */
export class MomentsBuilder {
  rows = 0;
  private readonly workspace: Workspace;
  private readonly columns: number;
  private readonly capacity: number;
  private readonly block: Float64Array;
  private readonly within: Matrix | null;
  private readonly codes: Int32Array;
  private filled = 0;
  private readonly codeOf = new Map<string, number>();
  private readonly classes: GatheredClass[] = [];

  /** With `scatter` the whole scatter inside the classes is gathered, else only the spread of each feature. */
  constructor(
    private readonly kernels: Kernels,
    private readonly featureNames: readonly string[],
    scatter: boolean,
  ) {
    this.columns = featureNames.length;
    this.capacity = Math.max(64, Math.min(mostBlockRows, Math.floor(blockBytes / (8 * this.columns))));
    this.workspace = kernels.workspace();
    // Behind the rows of a block is room for what the merging of class means adds to the scatter, up to as many rows again.
    this.block = scatter
      ? this.workspace.array(2 * this.capacity * this.columns)
      : new Float64Array(this.capacity * this.columns);
    this.within = scatter ? this.workspace.matrix(this.columns, this.columns) : null;
    this.codes = new Int32Array(this.capacity);
  }

  /** Adds rows without missing values, each with the name of its class. */
  add(values: Matrix | SparseMatrix, labels: readonly string[]): void {
    const { columns, block } = this;
    for (let row = 0; row < values.rows; row++) {
      const at = this.filled * columns;
      if (values instanceof Matrix) {
        const from = values.offset + row * values.rowStride;
        block.set(values.data.subarray(from, from + columns), at);
      } else {
        block.fill(0, at, at + columns);
        for (let k = values.rowStarts[row]; k < values.rowStarts[row + 1]; k++)
          block[at + values.columnIndices[k]] = values.values[k];
      }
      this.codes[this.filled++] = this.codeFor(labels[row], at);
      if (this.filled === this.capacity) this.fold();
    }
    this.rows += values.rows;
  }

  /** The moments of all rows; the builder is of no use afterwards. */
  finish(): ClassMoments | Moments {
    this.fold();
    const { columns, featureNames, classes } = this;
    const order = orderClasses([...this.codeOf.keys()]).map((name) => this.codeOf.get(name)!);
    const names = [...this.codeOf.keys()];
    const means = Matrix.zeros(order.length, columns);
    const spreads = Matrix.zeros(order.length, columns);
    order.forEach((code, place) => {
      const { origin, mean, spread } = classes[code];
      for (let j = 0; j < columns; j++) means.data[place * columns + j] = origin[j] + mean[j];
      spreads.data.set(spread, place * columns);
    });
    this.requireFinite(means, spreads);
    const moments = {
      featureNames,
      classes: order.map((code) => names[code]),
      counts: Float64Array.from(order, (code) => classes[code].count),
      means,
      spreads,
    };
    const within = this.within && new Matrix(this.within.data.slice(), columns, columns);
    this.workspace.release();
    return within ? { ...moments, within } : moments;
  }

  /** Gives the memory of the kernels back where the work ends early. */
  release(): void {
    this.workspace.release();
  }

  private codeFor(label: string, at: number): number {
    const known = this.codeOf.get(label);
    if (known !== undefined) return known;
    const code = this.codeOf.size;
    if (code === mostClasses)
      throw new InputError("target", `the target has more than ${mostClasses} classes`, {
        remedies: [{ action: "name another column", option: "target" }],
      });
    this.codeOf.set(label, code);
    this.classes.push(new GatheredClass(this.block.slice(at, at + this.columns)));
    return code;
  }

  private fold(): void {
    if (this.within) this.foldScatter(this.within);
    else this.foldSpreads();
    this.filled = 0;
  }

  /** In one look at the values: every value is counted from the first of its class in the block. */
  private foldSpreads(): void {
    const { columns, block, codes, filled, classes } = this;
    const firstAt = classes.map(() => -1);
    for (let i = 0, at = 0; i < filled; i++) {
      const one = classes[codes[i]];
      const { blockMean: sums, blockSquares: squares } = one;
      if (one.blockCount++ === 0) firstAt[codes[i]] = at;
      for (let j = 0, first = firstAt[codes[i]]; j < columns; j++, at++, first++) {
        const deviation = block[at] - block[first];
        sums[j] += deviation;
        squares[j] += deviation * deviation;
      }
    }
    classes.forEach((one, code) => {
      const { origin, blockMean, blockSquares, blockCount, spread } = one;
      if (blockCount === 0) return;
      for (let j = 0; j < columns; j++) {
        const mean = blockMean[j] / blockCount;
        spread[j] += Math.max(0, blockSquares[j] - mean * blockMean[j]);
        blockMean[j] = block[firstAt[code] + j] - origin[j] + mean;
        blockSquares[j] = 0;
      }
      one.merge(block, block.length);
    });
  }

  private foldScatter(within: Matrix): void {
    const { columns, block, codes, filled, classes } = this;
    for (let i = 0, at = 0; i < filled; i++) {
      const { origin, blockMean } = classes[codes[i]];
      classes[codes[i]].blockCount++;
      for (let j = 0; j < columns; j++, at++) {
        const deviation = block[at] - origin[j];
        block[at] = deviation;
        blockMean[j] += deviation;
      }
    }
    for (const one of classes)
      if (one.blockCount > 0) for (let j = 0; j < columns; j++) one.blockMean[j] /= one.blockCount;
    for (let i = 0, at = 0; i < filled; i++) {
      const { blockMean, spread } = classes[codes[i]];
      for (let j = 0; j < columns; j++, at++) {
        const residual = block[at] - blockMean[j];
        block[at] = residual;
        spread[j] += residual * residual;
      }
    }
    let rows = filled;
    for (const one of classes) if (one.blockCount > 0) one.merge(block, columns * rows++);
    if (filled > 0) this.kernels.syrk(1, new Matrix(block, rows, columns).transposed(), 1, within);
  }

  private requireFinite({ data: means }: Matrix, { data: spreads }: Matrix): void {
    const wrong = spreads.findIndex((value, at) => !Number.isFinite(value) || !Number.isFinite(means[at]));
    if (wrong < 0) return;
    const column = this.featureNames[wrong % this.columns];
    throw new InputError(
      "missing-values",
      `column "${column}" has values that are infinite or too large to be squared; every value must be a finite number`,
      { facts: { column } },
    );
  }
}

/** What is known of one class. Means are counted from its first row. */
class GatheredClass {
  count = 0;
  readonly mean: Float64Array;
  readonly spread: Float64Array;
  /** Of the block that is being folded. */
  blockCount = 0;
  readonly blockMean: Float64Array;
  readonly blockSquares: Float64Array;

  constructor(readonly origin: Float64Array) {
    this.blockSquares = new Float64Array(origin.length);
    this.mean = new Float64Array(origin.length);
    this.spread = new Float64Array(origin.length);
    this.blockMean = new Float64Array(origin.length);
  }

  /** Takes the block in, and writes the row whose square is what the distance of the two means adds to the scatter. */
  merge(into: Float64Array, at: number): void {
    const { mean, spread, blockMean, blockCount: added } = this;
    const together = this.count + added;
    const weight = (this.count * added) / together;
    const root = Math.sqrt(weight);
    const part = added / together;
    for (let j = 0; j < mean.length; j++) {
      const apart = blockMean[j] - mean[j];
      mean[j] += part * apart;
      spread[j] += weight * apart * apart;
      if (at + j < into.length) into[at + j] = root * apart;
      blockMean[j] = 0;
    }
    this.count = together;
    this.blockCount = 0;
  }
}
