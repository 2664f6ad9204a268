import { columnEntries } from "../data/column-entries.js";
import type { Dataset } from "../data/dataset.js";
import { upTo } from "../numeric/up-to.js";

/** How a feature goes along with a target, by a line through the samples. */
export interface Correlation {
  /** Pearson's r, from −1 to 1; 0 where one of the two does not vary. */
  readonly r: number;
  /** The part of the variance that the line leaves, 1 − r²; exactly 0 where the line goes through every sample. */
  readonly rest: number;
  /** How many samples count: those that have a value. */
  readonly rows: number;
}

const nothing = (rows: number): Correlation => ({ r: 0, rest: 1, rows });

/** Pearson's correlation of each feature with the targets, in the data's order. Missing values are left out one by one. */
export function* targetCorrelations(data: Dataset, targets: Float64Array): Generator<Correlation> {
  const centred = centre(targets);
  for (const { rows, values } of columnEntries(data.values)) {
    if (values.some(Number.isNaN)) {
      const present = presentPairs(rows, values, targets);
      yield correlate(upTo(present.y.length), present.x, centre(present.y));
    } else yield correlate(rows, values, centred);
  }
}

/** F of the regression on one feature. */
export function regressionF({ r, rest, rows }: Correlation): number {
  const freedom = rows - 2;
  if (r === 0 || freedom < 1) return 0;
  return (r * r * freedom) / rest;
}

/** Pearson's correlation of two lists of numbers. */
export const correlation = (x: ArrayLike<number>, y: ArrayLike<number>): Correlation =>
  correlate(upTo(x.length), Float64Array.from(x), centre(Float64Array.from(y)));

/** Spearman's rank correlation; NaN where one of the two does not vary. */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const [a, b] = [ranksOf(x), ranksOf(y)];
  if (isConstant(a) || isConstant(b)) return Number.NaN;
  return correlation(a, b).r;
}

/** Ranks from 1; equal values share the mean of theirs. */
export function ranksOf(values: ArrayLike<number>): Float64Array {
  const order = upTo(values.length).sort((a, b) => values[a] - values[b] || a - b);
  const ranks = new Float64Array(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && values[order[end]] === values[order[start]]) end++;
    for (let at = start; at < end; at++) ranks[order[at]] = (start + end + 1) / 2;
    start = end;
  }
  return ranks;
}

/** The values of a column that are there, zeros included, with their targets. */
export function presentPairs(
  rows: Int32Array,
  values: Float64Array,
  targets: Float64Array,
): { readonly x: Float64Array; readonly y: Float64Array; readonly missing: number } {
  const column = new Float64Array(targets.length);
  rows.forEach((row, at) => {
    column[row] = values[at];
  });
  const there = upTo(targets.length).filter((row) => !Number.isNaN(column[row]));
  return {
    x: Float64Array.from(there, (row) => column[row]),
    y: Float64Array.from(there, (row) => targets[row]),
    missing: targets.length - there.length,
  };
}

const isConstant = (values: Float64Array) => values.every((value) => value === values[0]);

/** Targets less their mean as parts of their range, so that squares stay finite; null where they do not vary. */
function centre(targets: Float64Array): { values: Float64Array; squares: number } | null {
  const { origin, range, half } = scaleOf(targets, targets.length);
  if (!(range > 0)) return null;
  const values = targets.map((target) => (target * half - origin * half) / range);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] -= mean;
    squares += values[i] * values[i];
  }
  return { values, squares };
}

/** From the entries of a column that are not zero; the zeros add one term. */
function correlate(rows: Int32Array, entries: Float64Array, targets: ReturnType<typeof centre>): Correlation {
  const n = targets?.values.length ?? rows.length;
  const { origin, range, half } = scaleOf(entries, n);
  if (!targets || !(range > 0)) return nothing(n);
  const zeros = n - entries.length;
  const x = entries.map((value) => (value * half - origin * half) / range);
  const mean = x.reduce((sum, value) => sum + value, 0) / n;
  const y = targets.values;
  let squares = zeros * mean * mean;
  let products = 0;
  let ofEntries = 0;
  for (let k = 0; k < x.length; k++) {
    x[k] -= mean;
    squares += x[k] * x[k];
    products += x[k] * y[rows[k]];
    ofEntries += y[rows[k]];
  }
  // The centred targets add up to zero, those of zero values to what the others lack.
  if (zeros > 0) products += mean * ofEntries;
  const slope = products / targets.squares;
  // Residuals of each sample; those of zeros from their sums: Σ(−m − b·y)² = z·m² + 2·m·b·Σy + b²·Σy².
  let left = 0;
  let squaresOfEntries = 0;
  for (let k = 0; k < x.length; k++) {
    const residual = x[k] - slope * y[rows[k]];
    left += residual * residual;
    squaresOfEntries += y[rows[k]] * y[rows[k]];
  }
  if (zeros > 0)
    left += Math.max(
      0,
      zeros * mean * mean -
        2 * mean * slope * ofEntries +
        slope * slope * (targets.squares - squaresOfEntries),
    );
  const r = products / Math.sqrt(squares * targets.squares);
  const rounding = n * 2 ** -52;
  const rest = Math.min(1, left / squares);
  return {
    r: Math.abs(r) <= rounding ? 0 : Math.max(-1, Math.min(1, r)),
    rest: rest <= rounding * rounding ? 0 : rest,
    rows: n,
  };
}

/** Where values are counted from, zero if there are any, and their range; by halves where it is too large for a number. */
function scaleOf(entries: Float64Array, rows: number): { origin: number; range: number; half: number } {
  const origin = entries.length < rows ? 0 : (entries[0] ?? 0);
  let [min, max] = [origin, origin];
  for (const value of entries) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const half = Number.isFinite(max - min) ? 1 : 0.5;
  return { origin, range: max * half - min * half, half };
}
