import type { Kernels, PenalizedModel, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";

/** Above so many coefficients, passes over them are cheaper than a factorisation. */
const mostCoefficients = 600;

/**
 * Exact steps on a model with one output: coefficients that keep their signs solve a linear system, where passes over
 * correlated features would take hundreds of rounds.
 */
export class SupportStep {
  private units: Int32Array = new Int32Array(0);
  /** The rows of the units. */
  private gathered: Matrix;
  /** The same times the roots of the curvatures, and the products of these. */
  private scaled: Matrix;
  private products: Matrix;
  /** The part of the products that a step solves with. */
  private system: Matrix;
  private readonly change: Float64Array;

  constructor(
    private readonly kernels: Kernels,
    private readonly workspace: Workspace,
    private readonly model: PenalizedModel,
  ) {
    this.change = workspace.array(model.rows.columns);
    [this.gathered, this.scaled, this.products, this.system] = this.room(32);
  }

  /** Gets ready for steps on the coefficients of these units, where the model has one output and units have one row. */
  begin(units: Int32Array): boolean {
    const { rows, starts, slopes, bounds } = this.model;
    const [count, n] = [units.length, rows.columns];
    if (slopes.rows > 1 || count > Math.min(mostCoefficients, n)) return false;
    if (units.some((unit) => starts[unit + 1] - starts[unit] > 1)) return false;
    if (count > this.gathered.rows)
      [this.gathered, this.scaled, this.products, this.system] = this.room(2 * count);
    this.units = units;
    const roots = bounds.data.map(Math.sqrt);
    const scaled = this.scaled.data;
    units.forEach((unit, place) => {
      const row = rows.data.subarray(starts[unit] * n, (starts[unit] + 1) * n);
      this.gathered.data.set(row, place * n);
      for (let i = 0, at = place * n; i < n; i++, at++) scaled[at] = row[i] * roots[i];
    });
    this.kernels.syrk(1, this.scaled.block(0, 0, count, n), 0, this.products.block(0, 0, count, count));
    return true;
  }

  /**
   * Goes to the minimum for the signs that the coefficients have, or as far towards it as all of them keep theirs; the
   * first that does not becomes 0. False if the system has no single solution.
   */
  take(): boolean {
    const { kernels, units, products } = this;
    const { coefficients, starts, slopes, bounds, limits, ridges } = this.model;
    const n = slopes.columns;
    const own = Float64Array.from(units, (unit) => coefficients.data[starts[unit]]);
    const free = Array.from(units.keys()).filter((place) => own[place] !== 0 || limits[units[place]] === 0);
    const system = this.system.block(0, 0, free.length, free.length);
    free.forEach((place, a) => {
      for (let b = 0; b <= a; b++) system.set(a, b, products.get(place, free[b]));
      // A trifle more, so that copies of a feature leave one solution.
      system.set(a, a, system.get(a, a) * (1 + 1e-12) + ridges[units[place]]);
    });
    if (!kernels.cholesky(system)) return false;
    const pull = new Float64Array(units.length);
    const gathered = this.gathered.block(0, 0, units.length, n);
    kernels.gemv(-1, gathered, slopes.data, 0, pull);
    const column = new Matrix(
      Float64Array.from(free, (place) => {
        const unit = units[place];
        return pull[place] - limits[unit] * Math.sign(own[place]) - ridges[unit] * own[place];
      }),
      free.length,
      1,
    );
    kernels.solveTriangular(system, column);
    kernels.solveTriangular(system, column, true);
    const step = pull.fill(0);
    free.forEach((place, a) => {
      step[place] = column.data[a];
    });
    let [length, stopped] = [1, -1];
    for (const place of free)
      if (limits[units[place]] > 0 && own[place] * (own[place] + length * step[place]) < 0)
        [length, stopped] = [-own[place] / step[place], place];
    for (const place of free)
      coefficients.data[starts[units[place]]] = place === stopped ? 0 : own[place] + length * step[place];
    kernels.gemv(length, gathered.transposed(), step, 0, this.change);
    for (let i = 0; i < n; i++) slopes.data[i] += bounds.data[i] * this.change[i];
    return true;
  }

  private room(count: number): Matrix[] {
    const n = this.model.rows.columns;
    return [n, n, count, count].map((columns) => this.workspace.matrix(count, columns));
  }
}
