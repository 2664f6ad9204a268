import { columnEntries } from "../data/column-entries.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";

/**
 * Two scatters of every feature: one that a good feature has much of and one that it has little of. Both are in the
 * feature's own unit, so that they stay finite whatever the data: times the unit squared, they are those of the data.
 */
export interface FeatureScatters {
  readonly between: Float64Array;
  readonly within: Float64Array;
  readonly units: Float64Array;
}

/**
 * The scatter of a feature's class means, Σ n_k(μ_kj − μ_j)², and that inside the classes, Σ n_kσ²_kj. Both are zero for
 * a constant feature, and the one inside is exactly zero for a feature that is constant inside every class. Units are
 * halves of ranges, which are finite where a range is not.
 */
export async function classScatters(
  data: Dataset,
  progress: (fraction: number) => Promise<void>,
): Promise<FeatureScatters> {
  const labels = data.labels!;
  const counts = classCounts(labels);
  const [between, within, units] = [0, 1, 2].map(() => new Float64Array(data.features));
  const scratch = new Int32Array(data.rows);
  for (const { column, rows, values } of columnEntries(data.values)) {
    const codes = rows.length < data.rows ? gather(labels.codes, rows, scratch) : labels.codes;
    const scatter = scatterOf(values, codes, counts, data.rows);
    between[column] = scatter.between;
    within[column] = scatter.within;
    units[column] = scatter.unit;
    if (column % 64 === 63) await progress((column + 1) / data.features);
  }
  return { between, within, units };
}

/**
 * From the values of a column that are not zero, which are overwritten, and their classes; the zeros of a class add one
 * term. Every value is counted from a value of its class, zero where the class has any, and as a part of the feature's
 * range: so the spread of a constant class is exactly zero, and the squares of very large and very small values stay
 * finite.
 */
function scatterOf(values: Float64Array, codes: Int32Array, counts: Int32Array, rows: number) {
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
  // The range of huge values overflows; halving them first costs nothing, but would cost tiny ones their last digits.
  const half = Number.isFinite(max - min) ? 1 : 0.5;
  const range = max * half - min * half;
  if (!(range > 0)) return { between: 0, within: 0, unit: 0 };
  for (let code = 0; code < counts.length; code++) if (zeros[code] > 0) origins[code] = 0;

  const means = new Float64Array(counts.length);
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
    within += residual * residual;
  }
  const centres = means.map((mean, code) => (origins[code] * half - start * half) / range + mean);
  let overall = 0;
  for (let code = 0; code < counts.length; code++) {
    within += zeros[code] * means[code] * means[code];
    overall += centres[code] * (counts[code] / rows);
  }
  let between = 0;
  for (let code = 0; code < counts.length; code++) {
    const distance = centres[code] - overall;
    between += counts[code] * distance * distance;
  }
  // In parts of half the range, a square is four times what it is in parts of the whole.
  return { between: 4 * between, within: 4 * within, unit: half === 1 ? range / 2 : range };
}

/** The class of each of these rows. */
function gather(from: Int32Array, places: Int32Array, result: Int32Array): Int32Array {
  for (let k = 0; k < places.length; k++) result[k] = from[places[k]];
  return result;
}
