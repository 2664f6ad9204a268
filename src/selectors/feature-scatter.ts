import { columnBlocks } from "../data/column-blocks.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts, type Labels } from "../data/labels.js";
import type { Matrix } from "../numeric/matrix.js";

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
  const column = new Float64Array(data.rows);
  for (const { start, values } of columnBlocks(data.values)) {
    for (let j = 0; j < values.columns; j++) {
      units[start + j] = readScaled(values, j, column);
      [between[start + j], within[start + j]] = scatterOf(column, labels, counts);
    }
    await progress((start + values.columns) / data.features);
  }
  return { between, within, units };
}

/**
 * Copies a column as parts of half its range, counted from its first value, and gives that half. This keeps the squares
 * of very large and very small values finite. A constant column becomes zeros.
 */
function readScaled(values: Matrix, j: number, column: Float64Array): number {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < column.length; i++) {
    const value = values.get(i, j);
    column[i] = value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  // The range of huge values overflows; halving them first costs nothing, but would cost tiny ones their last digits.
  const half = Number.isFinite(max - min) ? 1 : 0.5;
  const range = max * half - min * half;
  const first = column[0];
  for (let i = 0; i < column.length; i++)
    column[i] = range > 0 ? 2 * ((column[i] * half - first * half) / range) : 0;
  return half === 1 ? range / 2 : range;
}

/**
 * Both scatters of a column. Means are taken over the distances to a class's first value, so that the spread of a
 * constant class is exactly zero.
 */
function scatterOf(column: Float64Array, { codes }: Labels, counts: Int32Array): [number, number] {
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
  return [between, within];
}
