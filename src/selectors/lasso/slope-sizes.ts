import type { Kernels, PenalizedModel, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";

/** How many directions are kept; then they are collected anew. */
const mostDirections = 8;
/** From this part of the units on, all products together are cheaper than those of the units one by one. */
const worthOfAll = 0.1;

/**
 * How steep a loss is in the coefficients of every unit, |X_u·Sᵀ| for slopes S of the samples, without most of the
 * products. Slopes change little along a path. So products with a few directions are kept; what the slopes have outside these
 * is short, and by Cauchy and Schwarz its product with a row is at most their lengths multiplied. Only units for which that
 * leaves open whether they exceed their limit are looked at.
 */
export class SlopeSizes {
  /** By unit: exact where it may be above the limit, else estimated. */
  readonly sizes: Float64Array;
  /** How many rows were multiplied with slopes, for those who count. */
  multiplied = 0;
  /** Orthonormal, each as large as the slopes, with the products of all rows. */
  private readonly directions: { readonly along: Float64Array; readonly products: Float64Array }[] = [];
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
    const squares = Float64Array.from({ length: starts[units] }, (_, row) => {
      let sum = 0;
      for (let at = row * rows.columns; at < (row + 1) * rows.columns; at++)
        sum += rows.data[at] * rows.data[at];
      return sum;
    });
    this.lengths = Float64Array.from({ length: units }, (_, unit) =>
      Math.sqrt(squares.subarray(starts[unit], starts[unit + 1]).reduce((sum, x) => sum + x, 0)),
    );
  }

  /** Looks at the model's slopes; gives the units that exceed their limits, except those to be passed over. */
  exceeding(passOver: Uint8Array): number[] {
    const { limits } = this.model;
    const rest = this.estimate();
    const open: number[] = [];
    for (let unit = 0; unit < this.units; unit++)
      if (!passOver[unit] && this.sizes[unit] + rest * this.lengths[unit] > limits[unit]) open.push(unit);
    if (open.length > worthOfAll * this.units) this.measureAll();
    else this.measure(open);
    return open.filter((unit) => this.sizes[unit] > limits[unit]);
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
    this.multiplied += features.rows;
    this.sizesFrom(everything.data);
    if (this.directions.length === mostDirections) this.directions.length = 0;
    const along = slopes.data.slice();
    const products = everything.data.slice();
    for (const known of this.directions) {
      const part = dot(known.along, along);
      addTo(along, known.along, -part);
      addTo(products, known.products, -part);
    }
    const length = Math.sqrt(dot(along, along));
    if (!(length > 1e-9 * Math.sqrt(dot(slopes.data, slopes.data)))) return;
    scale(along, 1 / length);
    scale(products, 1 / length);
    this.directions.push({ along, products });
  }

  /** Sets sizes to what the directions say; gives the length of what the slopes have outside them. */
  private estimate(): number {
    const { slopes } = this.model;
    const outside = slopes.data.slice();
    const products = this.everything.data.fill(0);
    for (const { along, products: known } of this.directions) {
      const part = dot(along, outside);
      addTo(outside, along, -part);
      addTo(products, known, part);
    }
    this.sizesFrom(products);
    // A little more than its length, for what rounding does to both sides.
    return Math.sqrt(dot(outside, outside)) + 1e-12 * Math.sqrt(dot(slopes.data, slopes.data));
  }

  /** The products of these units, one by one. */
  private measure(units: readonly number[]): void {
    const { kernels, model } = this;
    const { rows, starts, slopes } = model;
    const [n, outputs] = [rows.columns, slopes.rows];
    for (const unit of units) {
      const own = rows.block(starts[unit], 0, starts[unit + 1] - starts[unit], n);
      const products = new Float64Array(own.rows * outputs);
      if (outputs === 1) kernels.gemv(1, own, slopes.data, 0, products);
      else kernels.gemm(1, own, slopes.transposed(), 0, new Matrix(products, own.rows, outputs));
      this.multiplied += own.rows;
      this.sizes[unit] = Math.sqrt(dot(products, products));
    }
  }

  private sizesFrom(products: Float64Array): void {
    const { slopes, starts } = this.model;
    const outputs = slopes.rows;
    for (let unit = 0; unit < this.units; unit++) {
      let sum = 0;
      for (let at = starts[unit] * outputs; at < starts[unit + 1] * outputs; at++)
        sum += products[at] * products[at];
      this.sizes[unit] = Math.sqrt(sum);
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function addTo(a: Float64Array, b: Float64Array, factor: number): void {
  for (let i = 0; i < a.length; i++) a[i] += factor * b[i];
}

function scale(a: Float64Array, factor: number): void {
  for (let i = 0; i < a.length; i++) a[i] *= factor;
}
