import type { Kernels, PenalizedModel, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import { combine, extrapolationSteps, extrapolationWeights } from "./extrapolate.js";
import type { Loss, LossPoint } from "./loss.js";
import { SupportStep } from "./support-step.js";

/** Columns with penalties, as rows; the last unit is a row of ones without penalty, the intercept. */
export interface PenalizedRows {
  readonly rows: Matrix;
  /** The first row of each unit, and at last how many rows there are. */
  readonly starts: Int32Array;
  /** What each sample counts; together 1. */
  readonly weights: Float64Array;
}

/** How a fit is brought to its end. */
export interface FitRules {
  /** A pass ends the fit if no coefficient changes the loss by more than this part of the loss without features. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

/** Where a pass ended: coefficients of the active units, and slopes. */
interface State {
  readonly coefficients: Float64Array;
  readonly slopes: Float64Array;
}

/** Slopes and predictors where a model was made. */
type ModelStart = Readonly<Record<"slopes" | "predictors", Float64Array>>;

/** So many passes are tried before a linear system is solved. */
const sweepsBeforeExact = 20;
/** They go on to this part of the tolerance: passes over few units cost little, and what each leaves adds up. */
const partOfTolerance = 0.2;
/** Passes over one quadratic model before a new one is made. */
const mostSweeps = 200;
/** Passes end when the gain has fallen to this part of the first: the model does not hold for more. */
const worthOfModel = 1e-2;

/**
 * A loss of all samples with penalties on units of coefficients, and the coefficients at which it stands: minimised by
 * Newton's method, where each quadratic model is minimised by passes of block coordinate descent.
 */
export class PenalizedFit {
  readonly model: PenalizedModel;
  /** The loss at the coefficients, and that without features. */
  loss: number;
  readonly nullLoss: number;
  private readonly point: LossPoint;
  private readonly intercept: number;
  /** A bound of what rows of a unit can do together, by unit; 0 for those of one row. */
  private readonly spreads: Float64Array;
  private readonly exact: SupportStep;
  private gathered: Matrix;
  /** Which rows stand in `gathered`, from the top. */
  private standing: number[] = [];

  constructor(
    private readonly kernels: Kernels,
    private readonly workspace: Workspace,
    { rows, starts, weights }: PenalizedRows,
    private readonly objective: Loss,
  ) {
    const { outputs } = objective;
    const [n, units] = [rows.columns, starts.length - 1];
    const overSamples = () => workspace.matrix(outputs, n);
    const keep = <T extends Float64Array | Int32Array>(own: T, values: T) => {
      own.set(values);
      return own;
    };
    const [slopes, bounds, shares] = [overSamples(), overSamples(), overSamples()];
    this.point = { predictors: overSamples(), slopes, bounds, shares };
    this.model = {
      rows,
      starts: keep(workspace.integers(starts.length), starts),
      coefficients: workspace.matrix(rows.rows, outputs),
      curvatures: workspace.matrix(rows.rows, outputs),
      ceilings: workspace.array(units),
      limits: workspace.array(units),
      ridges: workspace.array(units),
      slopes,
      bounds,
      shares,
      weights: keep(workspace.array(n), weights),
    };
    this.gathered = workspace.matrix(Math.min(rows.rows, 64), n);
    this.intercept = units - 1;
    this.spreads = this.measureSpreads();
    this.exact = new SupportStep(kernels, workspace, this.model);
    this.model.coefficients.data.set(objective.intercepts, starts[this.intercept] * outputs);
    this.loss = this.settle(Int32Array.of(this.intercept));
    this.nullLoss = this.loss;
  }

  /** How many units there are, the intercept not counted. */
  get units(): number {
    return this.intercept;
  }

  /** The length of a unit's coefficients. */
  sizeOf(unit: number): number {
    const { starts } = this.model;
    return this.sizeOfRows(starts[unit], starts[unit + 1]);
  }

  /** The length of the coefficients of one row. */
  rowSize(row: number): number {
    return this.sizeOfRows(row, row + 1);
  }

  private sizeOfRows(first: number, end: number): number {
    const { data, columns } = this.model.coefficients;
    let sum = 0;
    for (let at = first * columns; at < end * columns; at++) sum += data[at] * data[at];
    return Math.sqrt(sum);
  }

  /**
   * How far the coefficients are from the conditions of the minimum, given the products of all rows with the slopes there: by
   * how much the penalty of a unit fails to balance its slope, as a part of what its length costs; the largest of these.
   */
  stationarity({ data: products }: Matrix): number {
    const { starts, coefficients, limits, ridges } = this.model;
    const { columns, data } = coefficients;
    let most = 0;
    for (let unit = 0; unit < this.units; unit++) {
      const size = this.sizeOf(unit);
      let sum = 0;
      for (let at = starts[unit] * columns; at < starts[unit + 1] * columns; at++) {
        const balance = size > 0 ? limits[unit] * (data[at] / size) + ridges[unit] * data[at] : 0;
        const left = products[at] + balance;
        sum += left * left;
      }
      const unbalanced = size > 0 ? Math.sqrt(sum) : Math.max(0, Math.sqrt(sum) - limits[unit]);
      if (unbalanced > 0) most = Math.max(most, unbalanced / limits[unit]);
    }
    return most;
  }

  /** Moves the coefficients of these units to the minimum; those of all others must be 0. False if it was not reached. */
  async minimise(units: readonly number[], rules: FitRules, pause: () => Promise<void>): Promise<boolean> {
    const working = Int32Array.from([this.intercept, ...units]);
    const enough = rules.tolerance * this.nullLoss;
    let value = this.loss + this.penaltyOf(units);
    for (let iteration = 0; iteration < rules.maxIterations; iteration++) {
      const before = this.take(working);
      const gain = this.minimiseModel(working, enough);
      this.loss = this.settle(working);
      value = this.holdBack(working, before, value);
      if (gain <= enough) return true;
      await pause();
    }
    return false;
  }

  /** Passes over the quadratic model where it stands; gives the largest gain of the first. */
  private minimiseModel(working: Int32Array, enough: number): number {
    const { kernels, model, spreads } = this;
    const steepest = model.bounds.data.reduce((most, bound) => Math.max(most, bound), 0);
    for (const unit of working) model.ceilings[unit] = steepest * spreads[unit];
    this.put(working, null, model.curvatures);
    const start = { slopes: model.slopes.data.slice(), predictors: this.point.predictors.data.slice() };
    const first = kernels.coordinateSweep(model, working);
    if (first <= enough) return first;
    const active = working.filter((unit) => unit === this.intercept || this.sizeOf(unit) > 0);
    const worth = Math.max(enough, worthOfModel * first);
    let gain = first;
    // With several outputs passes are extrapolated instead, from the first one on.
    if (model.slopes.rows === 1)
      gain = kernels.coordinateSweep(model, active, sweepsBeforeExact, partOfTolerance * enough);
    if (gain > enough && this.exact.begin(active))
      for (let count = 0; gain > enough && count < mostSweeps && this.exact.take(); count++)
        gain = kernels.coordinateSweep(model, active);
    let states = [this.state(active)];
    for (let count = 0; gain > worth && count < mostSweeps; count++) {
      gain = kernels.coordinateSweep(model, active);
      states.push(this.state(active));
      if (states.length <= extrapolationSteps) continue;
      this.extrapolate(active, states, start);
      states = [this.state(active)];
    }
    return first;
  }

  /** Jumps ahead of the last passes, if the model is lower there. Slopes are affine in the coefficients: they jump alike. */
  private extrapolate(active: Int32Array, states: readonly State[], start: ModelStart): void {
    const steps = states
      .slice(1)
      .map(({ coefficients }, at) => coefficients.map((b, e) => b - states[at].coefficients[e]));
    const weights = extrapolationWeights(this.kernels, steps);
    if (!weights) return;
    const now = states[states.length - 1];
    const next: State = {
      coefficients: combine(
        weights,
        states.slice(1).map(({ coefficients }) => coefficients),
      ),
      slopes: combine(
        weights,
        states.slice(1).map(({ slopes }) => slopes),
      ),
    };
    const value = this.modelValue(active, now, start);
    this.goTo(active, next);
    if (!(this.modelValue(active, next, start) < value)) this.goTo(active, now);
  }

  /** The model's value, penalties included, less the loss where it was made: ½(slopes there + slopes here)·(change of the predictors). */
  private modelValue(active: Int32Array, { slopes }: State, start: ModelStart): number {
    const { predictors } = this.point;
    this.predict(active);
    let sum = 0;
    for (let at = 0; at < slopes.length; at++)
      sum += (start.slopes[at] + slopes[at]) * (predictors.data[at] - start.predictors[at]);
    return sum / 2 + this.penaltyOf(active);
  }

  private state(units: Int32Array): State {
    return { coefficients: this.take(units), slopes: this.model.slopes.data.slice() };
  }

  private goTo(units: Int32Array, { coefficients, slopes }: State): void {
    this.put(units, coefficients);
    this.model.slopes.data.set(slopes);
  }

  /** Goes back towards the coefficients before, by halves, as long as the objective is above what it was. */
  private holdBack(working: Int32Array, before: Float64Array, value: number): number {
    const slack = 1e-13 * this.nullLoss;
    for (let halving = 0; ; halving++) {
      const now = this.loss + this.penaltyOf(working);
      if (now <= value + slack || halving === 40) return now;
      this.put(
        working,
        this.take(working).map((b, place) => (b + before[place]) / 2),
      );
      this.loss = this.settle(working);
    }
  }

  /** What the penalties of these units come to. */
  penaltyOf(units: ArrayLike<number>): number {
    const { limits, ridges } = this.model;
    let sum = 0;
    for (let place = 0; place < units.length; place++) {
      const size = this.sizeOf(units[place]);
      sum += limits[units[place]] * size + 0.5 * ridges[units[place]] * size * size;
    }
    return sum;
  }

  /** The loss at the coefficients; slopes and bounds are set to what they are there. */
  private settle(units: Int32Array): number {
    this.predict(units);
    return this.objective.settle(this.point);
  }

  /** Sets the predictors to what the coefficients of these units give. */
  private predict(units: Int32Array): void {
    const { kernels, model, point } = this;
    const { rows, coefficients, starts } = model;
    const [n, outputs] = [rows.columns, coefficients.columns];
    let count = 0;
    for (const unit of units) if (this.sizeOf(unit) > 0) count += starts[unit + 1] - starts[unit];
    if (count > this.gathered.rows) {
      this.gathered = this.workspace.matrix(Math.min(rows.rows, 2 * count), n);
      this.standing = [];
    }
    const factors = Matrix.zeros(count, outputs);
    let place = 0;
    for (const unit of units)
      if (this.sizeOf(unit) > 0)
        for (let row = starts[unit]; row < starts[unit + 1]; row++, place++) {
          if (this.standing[place] !== row)
            this.gathered.data.set(rows.data.subarray(row * n, (row + 1) * n), place * n);
          this.standing[place] = row;
          factors.data.set(coefficients.data.subarray(row * outputs, (row + 1) * outputs), place * outputs);
        }
    const part = this.gathered.block(0, 0, count, n);
    if (outputs === 1) kernels.gemv(1, part.transposed(), factors.data, 0, point.predictors.data);
    else kernels.gemm(1, factors.transposed(), part, 0, point.predictors);
  }

  /** The coefficients of these units, one after the other. */
  private take(units: Int32Array): Float64Array {
    const { starts, coefficients } = this.model;
    const { columns, data } = coefficients;
    const length = units.reduce((sum, unit) => sum + (starts[unit + 1] - starts[unit]) * columns, 0);
    const values = new Float64Array(length);
    let place = 0;
    for (const unit of units)
      for (let at = starts[unit] * columns; at < starts[unit + 1] * columns; at++) values[place++] = data[at];
    return values;
  }

  /** Puts such values back, or zeros. */
  private put(units: Int32Array, values: Float64Array | null, into = this.model.coefficients): void {
    const { starts } = this.model;
    let place = 0;
    for (const unit of units)
      for (let at = starts[unit] * into.columns; at < starts[unit + 1] * into.columns; at++)
        into.data[at] = values ? values[place++] : 0;
  }

  /** For units of several rows, the largest sum of absolute products of one of its rows with all: no eigenvalue is above. */
  private measureSpreads(): Float64Array {
    const { kernels } = this;
    const { rows, starts } = this.model;
    return Float64Array.from({ length: this.intercept + 1 }, (_, unit) => {
      const width = starts[unit + 1] - starts[unit];
      if (width === 1) return 0;
      const own = rows.block(starts[unit], 0, width, rows.columns);
      const products = Matrix.zeros(width, width);
      kernels.syrk(1, own, 0, products);
      let most = 0;
      for (let j = 0; j < width; j++)
        most = Math.max(
          most,
          products.data.subarray(j * width, (j + 1) * width).reduce((sum, x) => sum + Math.abs(x), 0),
        );
      return most;
    });
  }
}
