import { columnBlocks } from "../data/column-blocks.js";
import { classCounts, type Labels } from "../data/labels.js";
import type { Matrix } from "../numeric/matrix.js";
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
    const column = new Float64Array(data.rows);
    for (const { start, values } of columnBlocks(data.values)) {
      for (let j = 0; j < values.columns; j++) {
        readScaled(values, j, column);
        scores[start + j] = fisherScore(column, labels, counts);
      }
      await context.progress((start + values.columns) / data.features);
    }
    return { scores };
  },
});

/**
 * Copies a column as parts of its range, counted from its first value. This changes no score, and keeps the squares of
 * very large and very small values finite. A constant column becomes zeros.
 */
function readScaled(values: Matrix, j: number, column: Float64Array): void {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < column.length; i++) {
    const value = values.get(i, j);
    column[i] = value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const half = Number.isFinite(max - min) ? 1 : 0.5;
  const range = max * half - min * half;
  const first = column[0];
  for (let i = 0; i < column.length; i++)
    column[i] = range > 0 ? (column[i] * half - first * half) / range : 0;
}

/**
 * A feature that is constant inside every class but not overall scores +∞, a constant one 0. Means are taken over the
 * distances to a class's first value, so that the spread of a constant class is exactly zero.
 */
function fisherScore(column: Float64Array, { codes }: Labels, counts: Int32Array): number {
  const firsts = new Float64Array(counts.length).fill(Number.NaN);
  const means = new Float64Array(counts.length);
  for (let i = 0; i < column.length; i++) {
    const code = codes[i];
    if (Number.isNaN(firsts[code])) firsts[code] = column[i];
    means[code] += (column[i] - firsts[code]) / counts[code];
  }
  let within = 0;
  for (let i = 0; i < column.length; i++) {
    const code = codes[i];
    const residual = column[i] - firsts[code] - means[code];
    within += residual * residual;
  }
  let mean = 0;
  for (let code = 0; code < counts.length; code++) {
    if (counts[code] > 0) mean += (firsts[code] + means[code]) * (counts[code] / column.length);
  }
  let between = 0;
  for (let code = 0; code < counts.length; code++) {
    const distance = firsts[code] + means[code] - mean;
    if (counts[code] > 0) between += counts[code] * distance * distance;
  }
  return within > 0 ? between / within : between > 0 ? Number.POSITIVE_INFINITY : 0;
}
