import { InputError } from "../core/input-error.js";

/** How values differ, as over folds. */
export interface Spread {
  readonly mean: number;
  /** With n − 1; null for a single value, which says nothing about it. */
  readonly standardDeviation: number | null;
  /**
   * Standard deviation / √n. Training sets of folds overlap, so this is smaller than the true uncertainty: good for the
   * one-standard-error rule, not for a test ({@link correctedResampledT} is).
   */
  readonly standardError: number | null;
}

/** Mean, standard deviation and standard error of the values. */
export function spread(values: ArrayLike<number>): Spread {
  const n = values.length;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += values[i];
  const mean = sum / n;
  if (n < 2) return { mean, standardDeviation: null, standardError: null };
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (values[i] - mean) * (values[i] - mean);
  const standardDeviation = Math.sqrt(squares / (n - 1));
  return { mean, standardDeviation, standardError: standardDeviation / Math.sqrt(n) };
}

/** The normal quantile for an interval that covers 95 %. */
const z = 1.959963984540054;

/** Wilson's 95 % interval for a share of which `count` of `total` draws tell; draws that are repeats count in parts. It never leaves 0 to 1. */
export function wilsonInterval(count: number, total: number): { low: number; high: number } {
  if (!(total > 0 && count >= 0 && count <= total))
    throw new InputError(
      "option-value",
      `an interval needs a count from 0 to ${total} draws; ${count} was given`,
    );
  const share = count / total;
  const scale = 1 + (z * z) / total;
  const centre = (share + (z * z) / (2 * total)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  // At the ends one side is exact; rounding must not say otherwise.
  return {
    low: count === 0 ? 0 : Math.max(0, centre - half),
    high: count === total ? 1 : Math.min(1, centre + half),
  };
}
