import { columnEntries } from "../data/column-entries.js";
import { classCounts } from "../data/labels.js";
import { defineSelector } from "./selector.js";

/** Fisher score: how far the class means of a feature lie apart, measured by the spread inside the classes. */
export const fisher = defineSelector({
  name: "fisher",
  title: "Fisher score",
  summary:
    "Scatter between the classes over scatter inside them, Σ n_k(μ_kj − μ_j)² / Σ n_kσ²_kj, one feature at a time.",
  citation:
    "R. O. Duda, P. E. Hart, D. G. Stork: Pattern Classification, 2nd edition, Wiley 2001, section 3.8.",
  supervised: true,
  direction: "larger",
  options: {},
  cost: ({ rows, features }) => ({ scalar: 16 * rows * features, matrix: 0, bytes: 8 * (rows + features) }),
  async score(data, _options, context) {
    const labels = data.labels!;
    const counts = classCounts(labels);
    const scores = new Float64Array(data.features);
    const scratch = new Int32Array(data.rows);
    for (const { column, rows, values } of columnEntries(data.values)) {
      const codes = rows.length < data.rows ? gather(labels.codes, rows, scratch) : labels.codes;
      scores[column] = fisherScore(values, codes, counts, data.rows);
      if (column % 64 === 63) await context.progress((column + 1) / data.features);
    }
    return { scores };
  },
});

/**
 * From the values of a column that are not zero, which are overwritten, and their classes; the zeros of a class add one
 * term. Every value is counted from a value of its class, zero where the class has any, and as a part of the feature's
 * range. So the spread of a constant class is exactly zero: a feature that is constant inside every class but not overall
 * scores +∞, a constant one 0. And the squares of very large and very small values stay finite, which changes no score.
 */
function fisherScore(values: Float64Array, codes: Int32Array, counts: Int32Array, rows: number): number {
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
  const half = Number.isFinite(max - min) ? 1 : 0.5;
  const range = max * half - min * half;
  if (!(range > 0)) return 0;
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
  return within > 0 ? between / within : between > 0 ? Number.POSITIVE_INFINITY : 0;
}

/** The class of each of these rows. */
function gather(from: Int32Array, places: Int32Array, result: Int32Array): Int32Array {
  for (let k = 0; k < places.length; k++) result[k] = from[places[k]];
  return result;
}
