import type { Kernels, PenalizedModel, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";

/** How many directions are kept; then they are collected anew. */
const mostDirections = 8;
/** From this part of the units on, all products together are cheaper than those of the units one by one. */
const worthOfAll = 0.03;

/**
 * How steep a loss is in the coefficients of every unit, |X_u·Sᵀ| for slopes S of the samples, without most of the
 * products. Slopes change little along a path. So products with a few directions are kept; what the slopes have outside these
 * is short, and by Cauchy and Schwarz its product with a row is at most their lengths multiplied. Only units for which that
 * leaves open whether they exceed their limit are looked at.
 */
export class SlopeSizes {
  /** By unit: exact where it may be above the limit, else estimated. */
  readonly sizes: Float64Array;
  /** Orthonormal, each as large as the slopes. */
  private readonly directions: Float64Array[] = [];
  /** The products of all rows with each of them, one direction after the other. */
  private readonly known: Matrix;
  /** What the slopes have of each direction. */
  private readonly parts: Float64Array;
  /** By unit: the length of its rows. */
  private readonly lengths: Float64Array;
  private readonly everything: Matrix;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly model: PenalizedModel,
    /** Without the intercept, which is the last. */
    private readonly units: number,
  ) {
    const { rows, starts, coefficients } = model;
    this.sizes = new Float64Array(units);
    this.everything = workspace.matrix(starts[units], coefficients.columns);
    this.known = workspace.matrix(mostDirections, this.everything.data.length);
    this.parts = workspace.array(mostDirections);
    this.lengths = new Float64Array(units);
    const { columns, data } = rows;
    for (let unit = 0; unit < units; unit++) {
      const end = starts[unit + 1] * columns;
      // Two sums side by side: neither waits for the other.
      let [even, odd] = [0, 0];
      let at = starts[unit] * columns;
      for (; at + 1 < end; at += 2) {
        even += data[at] * data[at];
        odd += data[at + 1] * data[at + 1];
      }
      if (at < end) even += data[at] * data[at];
      this.lengths[unit] = Math.sqrt(even + odd);
    }
  }

  /** Looks at the model's slopes; gives the units that exceed their limits, except those to be passed over. */
  exceeding(passOver: Uint8Array): number[] {
    const { sizes, lengths } = this;
    const { limits } = this.model;
    const rest = this.estimate();
    const open: number[] = [];
    for (let unit = 0; unit < this.units; unit++)
      if (sizes[unit] + rest * lengths[unit] > limits[unit] && !passOver[unit]) open.push(unit);
    if (open.length > worthOfAll * this.units) this.measureAll();
    else this.measure(open);
    return open.filter((unit) => sizes[unit] > limits[unit]);
  }

  /** The products of all rows with the slopes, by row and output: what {@link measureAll} found. */
  get products(): Matrix {
    return this.everything;
  }

  /** All products with the model's slopes as they are, kept as a direction. */
  measureAll(): void {
    const { kernels, everything } = this;
    const { rows, starts, slopes } = this.model;
    const features = rows.block(0, 0, starts[this.units], rows.columns);
    if (slopes.rows === 1) kernels.gemv(1, features, slopes.data, 0, everything.data);
    else kernels.gemm(1, features, slopes.transposed(), 0, everything);
    this.sizesFrom(everything.data);
    if (this.directions.length === mostDirections) this.directions.length = 0;
    const { along, length } = this.outside();
    if (!(length > 1e-9 * Math.sqrt(dot(slopes.data, slopes.data)))) return;
    const count = this.directions.length;
    const wide = everything.data.length;
    const products = this.known.data.subarray(count * wide, (count + 1) * wide);
    products.set(everything.data);
    // What the other directions explain is taken away, and the rest divided by its length.
    const others = this.known.block(0, 0, count, wide);
    if (count > 0)
      kernels.gemv(-1 / length, others.transposed(), this.parts.subarray(0, count), 1 / length, products);
    else scale(products, 1 / length);
    scale(along, 1 / length);
    this.directions.push(along);
  }

  /** What the slopes have outside the directions; what they have of each is noted in `parts`. */
  private outside(): { readonly along: Float64Array; readonly length: number } {
    const along = this.model.slopes.data.slice();
    for (const [at, direction] of this.directions.entries()) {
      this.parts[at] = dot(direction, along);
      addTo(along, direction, -this.parts[at]);
    }
    return { along, length: Math.sqrt(dot(along, along)) };
  }

  /** Sets sizes to what the directions say; gives the length of what the slopes have outside them. */
  private estimate(): number {
    const { data } = this.model.slopes;
    const { length } = this.outside();
    const count = this.directions.length;
    const products = this.everything.data;
    const known = this.known.block(0, 0, count, products.length);
    this.kernels.gemv(1, known.transposed(), this.parts.subarray(0, count), 0, products);
    this.sizesFrom(products);
    // A little more than its length, for what rounding does to both sides.
    return length + 1e-12 * Math.sqrt(dot(data, data));
  }

  /** The products of these units, one by one. */
  private measure(units: readonly number[]): void {
    const { kernels, model } = this;
    const { rows, starts, slopes } = model;
    const [n, outputs] = [rows.columns, slopes.rows];
    for (const unit of units) {
      if (outputs === 1 && starts[unit + 1] - starts[unit] === 1) {
        // So short a product takes less time than a call.
        this.sizes[unit] = Math.abs(dotOfRow(rows.data, starts[unit] * n, slopes.data));
        continue;
      }
      const own = rows.block(starts[unit], 0, starts[unit + 1] - starts[unit], n);
      const products = new Float64Array(own.rows * outputs);
      if (outputs === 1) kernels.gemv(1, own, slopes.data, 0, products);
      else kernels.gemm(1, own, slopes.transposed(), 0, new Matrix(products, own.rows, outputs));
      this.sizes[unit] = Math.sqrt(dot(products, products));
    }
  }

  private sizesFrom(products: Float64Array): void {
    const { slopes, starts } = this.model;
    const outputs = slopes.rows;
    if (products.length === this.units) {
      for (let unit = 0; unit < this.units; unit++) this.sizes[unit] = Math.abs(products[unit]);
      return;
    }
    for (let unit = 0; unit < this.units; unit++) {
      let sum = 0;
      for (let at = starts[unit] * outputs; at < starts[unit + 1] * outputs; at++)
        sum += products[at] * products[at];
      this.sizes[unit] = Math.sqrt(sum);
    }
  }
}

/** The product of the row that begins at `start` with one as long as it. */
function dotOfRow(rows: Float64Array, start: number, other: Float64Array): number {
  let sum = 0;
  for (let i = 0, at = start; i < other.length; i++, at++) sum += rows[at] * other[i];
  return sum;
}

const dot = (a: Float64Array, b: Float64Array) => dotOfRow(a, 0, b);

function addTo(a: Float64Array, b: Float64Array, factor: number): void {
  for (let i = 0; i < a.length; i++) a[i] += factor * b[i];
}

function scale(a: Float64Array, factor: number): void {
  for (let i = 0; i < a.length; i++) a[i] *= factor;
}
