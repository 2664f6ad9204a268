import type { Matrix } from "../../numeric/matrix.js";
import type { PenalizedModel } from "../kernels.js";

/** One pass over the units that are named: see {@link Kernels.coordinateSweep}. */
export function coordinateSweep(model: PenalizedModel, units: Int32Array): number {
  const { coefficients, curvatures, limits, ridges, starts } = model;
  const outputs = coefficients.columns;
  let change = 0;
  for (const unit of units) {
    const [first, end] = [starts[unit], starts[unit + 1]];
    const size = (end - first) * outputs;
    const own = entries(coefficients, first, end);
    const slopes = slopesOf(model, first, end);
    if (lengthOf(own) === 0 && lengthOf(slopes) <= limits[unit]) continue;
    if (curvatures.get(first, 0) === 0) boundCurvatures(model, unit);
    const curves = entries(curvatures, first, end);
    const pull = own.map((b, e) => curves[e] * b - slopes[e]);
    const next = shrink(pull, curves, limits[unit], ridges[unit], lengthOf(own));
    const step = next.map((b, e) => b - own[e]);
    for (let e = 0; e < size; e++) {
      coefficients.set(first + Math.floor(e / outputs), e % outputs, next[e]);
      change = Math.max(change, curves[e] * step[e] * step[e]);
    }
    for (let row = first; row < end; row++)
      move(model, row, step.subarray((row - first) * outputs, (row - first + 1) * outputs));
  }
  return change;
}

const lengthOf = (values: Float64Array) => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0));

/** The numbers of these rows, one row after the other. */
function entries(matrix: Matrix, first: number, end: number): Float64Array {
  const { columns } = matrix;
  return Float64Array.from({ length: (end - first) * columns }, (_, e) =>
    matrix.get(first + Math.floor(e / columns), e % columns),
  );
}

/** The slopes of the model by the coefficients of these rows. */
function slopesOf({ rows, slopes }: PenalizedModel, first: number, end: number): Float64Array {
  return Float64Array.from({ length: (end - first) * slopes.rows }, (_, e) => {
    const [row, output] = [first + Math.floor(e / slopes.rows), e % slopes.rows];
    let sum = 0;
    for (let i = 0; i < rows.columns; i++) sum += rows.get(row, i) * slopes.get(output, i);
    return sum;
  });
}

function boundCurvatures({ rows, starts, bounds, curvatures, ceilings }: PenalizedModel, unit: number): void {
  const [first, end] = [starts[unit], starts[unit + 1]];
  let most = 0;
  for (let row = first; row < end; row++)
    for (let output = 0; output < bounds.rows; output++) {
      let sum = 0;
      for (let i = 0; i < rows.columns; i++)
        sum += rows.get(row, i) * rows.get(row, i) * bounds.get(output, i);
      curvatures.set(row, output, sum);
      most = Math.max(most, sum);
    }
  if (end - first === 1) return;
  const all = Math.min((end - first) * most, ceilings[unit]);
  for (let row = first; row < end; row++)
    for (let output = 0; output < bounds.rows; output++) curvatures.set(row, output, all);
}

/** The b that minimises ½Σ curve·b² − Σ pull·b + limit·|b| + ½·ridge·|b|²; `start` is a guess of its length. */
function shrink(
  pull: Float64Array,
  curves: Float64Array,
  limit: number,
  ridge: number,
  start: number,
): Float64Array {
  if (lengthOf(pull) <= limit) return new Float64Array(pull.length);
  if (limit === 0) return pull.map((x, e) => x / (curves[e] + ridge));
  const length = lengthAfter(pull, curves, limit, ridge, start);
  return pull.map((x, e) => (x * length) / ((curves[e] + ridge) * length + limit));
}

/**
 * The length s of the minimiser: Σ (pull/((curve + ridge)·s + limit))² = 1, by Newton's method on the inverse root of the
 * sum, which is concave and rises.
 */
function lengthAfter(
  pull: Float64Array,
  curves: Float64Array,
  limit: number,
  ridge: number,
  start: number,
): number {
  let s = start;
  for (let iteration = 0; iteration < 60; iteration++) {
    let [sum, slope] = [0, 0];
    for (const [e, x] of pull.entries()) {
      const curve = curves[e] + ridge;
      const part = x / (curve * s + limit);
      sum += part * part;
      slope += (part * part * curve) / (curve * s + limit);
    }
    const next = Math.max(0, s + ((Math.sqrt(sum) - 1) * sum) / slope);
    if (Math.abs(next - s) <= 1e-14 * next) return next;
    s = next;
  }
  return s;
}

/** Keeps the slopes right when the coefficients of a row change. */
function move(
  { rows, slopes, bounds, shares, weights }: PenalizedModel,
  row: number,
  by: Float64Array,
): void {
  if (by.every((step) => step === 0)) return;
  for (let i = 0; i < rows.columns; i++) {
    const x = rows.get(row, i);
    const common = by.reduce((sum, step, k) => sum + shares.get(k, i) * step, 0);
    for (const [k, step] of by.entries()) {
      const change =
        by.length === 1 ? bounds.get(0, i) * step : weights[i] * shares.get(k, i) * (step - common);
      slopes.set(k, i, slopes.get(k, i) + x * change);
    }
  }
}
