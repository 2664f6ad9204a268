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
