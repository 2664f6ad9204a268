/** How the values of one feature scatter, in its own unit: half its range, which is finite where the range is not. */
export interface ClassScatter {
  /** Σ n_k(μ_k − μ)², over the unit squared; with weights n_k is what the rows of the class count together. */
  readonly between: number;
  /** Σ n_kσ²_k, over the unit squared; exactly 0 for a feature that is constant inside every class. */
  readonly within: number;
  /** 0 for a constant feature. */
  readonly unit: number;
  /** What the mean of each class exceeds a common number by, over the unit; without meaning for classes without rows. */
  readonly means: Float64Array;
}

/**
 * From the values of a column that are not zero, which are overwritten, and their classes; the zeros of a class add one
 * term. Every value is counted from a value of its class, zero where the class has any, and as a part of the feature's
 * range: so the spread of a constant class is exactly zero, and the squares of very large and very small values stay
 * finite.
 */
export function classScatter(
  values: Float64Array,
  codes: Int32Array,
  /** The rows of each class, and of all of them: zeros included. */
  counts: Int32Array,
  rows: number,
  /** What a row of each class counts, as many as there are rows together. */
  weights: Float64Array = new Float64Array(counts.length).fill(1),
): ClassScatter {
  const start = values.length < rows ? 0 : values[0];
  let [min, max] = [start, start];
  const zeros = counts.slice();
  const origins = new Float64Array(counts.length);
  for (let k = 0; k < values.length; k++) {
    const code = codes[k];
    const value = values[k];
    if (zeros[code]-- === counts[code]) origins[code] = value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const means = new Float64Array(counts.length);
  // The range of huge values overflows; halving them first costs nothing, but would cost tiny ones their last digits.
  const half = Number.isFinite(max - min) ? 1 : 0.5;
  const range = max * half - min * half;
  if (!(range > 0)) return { between: 0, within: 0, unit: 0, means };
  for (let code = 0; code < counts.length; code++) if (zeros[code] > 0) origins[code] = 0;

  for (let k = 0; k < values.length; k++) {
    const code = codes[k];
    const part = (values[k] * half - origins[code] * half) / range;
    values[k] = part;
    means[code] += part;
  }
  for (let code = 0; code < counts.length; code++) if (counts[code] > 0) means[code] /= counts[code];
  let within = 0;
  for (let k = 0; k < values.length; k++) {
    const residual = values[k] - means[codes[k]];
    within += weights[codes[k]] * (residual * residual);
  }
  let overall = 0;
  for (let code = 0; code < counts.length; code++) {
    within += weights[code] * (zeros[code] * means[code] * means[code]);
    means[code] += (origins[code] * half - start * half) / range;
    overall += means[code] * ((counts[code] * weights[code]) / rows);
  }
  let between = 0;
  for (let code = 0; code < counts.length; code++) {
    const distance = means[code] - overall;
    between += counts[code] * weights[code] * distance * distance;
    means[code] *= 2;
  }
  // In parts of half the range, a square is four times what it is in parts of the whole.
  return { between: 4 * between, within: 4 * within, unit: half === 1 ? range / 2 : range, means };
}
