import { columnBlocks } from "../../data/column-entries.js";
import type { Dataset } from "../../data/dataset.js";
import type { ClassMoments } from "../../models/moments.js";
import type { Matrix } from "../../numeric/matrix.js";
import { overallMeans } from "../feature-scatter.js";
import type { LabelKernel, PairWeights } from "./label-kernel.js";

/**
 * HSIC of every feature alone under the linear kernel. As K is the sum of x_j·x_jᵀ over the features, so is HSIC, and
 * leaving features out one after the other is one sort of these. Each needs only the sums of x_j and x_j² over classes.
 */
export async function linearScores(
  data: Dataset,
  standardize: boolean,
  kernel: LabelKernel,
  weights: PairWeights,
  progress: (fraction: number) => Promise<void>,
): Promise<Float64Array> {
  const { codes } = data.labels!;
  const scores = new Float64Array(data.features);
  const column = new Float64Array(data.rows);
  const sums = new Float64Array(weights.classes);
  const squares = new Float64Array(weights.classes);
  for (const { start, values } of columnBlocks(data.values)) {
    for (let j = 0; j < values.columns; j++) {
      const range = readCentred(values, j, column);
      if (range === 0) continue;
      sums.fill(0);
      squares.fill(0);
      for (let i = 0; i < column.length; i++) {
        sums[codes[i]] += column[i];
        squares[codes[i]] += column[i] * column[i];
      }
      const hsic = quadraticForm(kernel, sums) / weights.divisor - ownPairs(weights, squares);
      const variance = squares.reduce((sum, part) => sum + part, 0) / (data.rows - 1);
      scores[start + j] = standardize ? hsic / variance : hsic === 0 ? 0 : hsic * range * range;
    }
    await progress((start + values.columns) / data.features);
  }
  return scores;
}

/** The same from what is known of the classes; values must not be huge. */
export function linearMomentScores(
  { counts, means, spreads, featureNames }: ClassMoments,
  standardize: boolean,
  kernel: LabelKernel,
  weights: PairWeights,
): Float64Array {
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const overall = overallMeans(counts, means);
  return Float64Array.from(featureNames, (_, j) => {
    const apart = counts.map((count, code) => (count > 0 ? means.get(code, j) - overall[j] : 0));
    const sums = counts.map((count, code) => count * apart[code]);
    const squares = counts.map((count, code) => spreads.get(code, j) + count * apart[code] * apart[code]);
    const variance = squares.reduce((sum, part) => sum + part, 0) / (rows - 1);
    const hsic = quadraticForm(kernel, sums) / weights.divisor - ownPairs(weights, squares);
    if (!(variance > 0)) return 0;
    return standardize ? hsic / variance : hsic;
  });
}

/**
 * Copies a column as distances from its mean, in parts of its range, and gives the range; 0 for a constant column. The
 * squares of very large and very small values stay finite in this way.
 */
function readCentred(values: Matrix, j: number, column: Float64Array): number {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < column.length; i++) {
    const value = values.get(i, j);
    column[i] = value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (min === max) return 0;
  const half = Number.isFinite(max - min) ? 1 : 0.5;
  const range = max * half - min * half;
  let sum = 0;
  for (let i = 0; i < column.length; i++) {
    column[i] = (column[i] * half - min * half) / range;
    sum += column[i];
  }
  const mean = sum / column.length;
  for (let i = 0; i < column.length; i++) column[i] -= mean;
  return range / half;
}

/** xᵀLx from the sums of x over the classes. */
function quadraticForm({ diagonal, numbers }: LabelKernel, sums: Float64Array): number {
  let inside = 0;
  let along = 0;
  for (let code = 0; code < sums.length; code++) {
    inside += diagonal[code] * sums[code] * sums[code];
    along += numbers[code] * sums[code];
  }
  return inside + along * along;
}

/** What the pairs of a sample with itself add to the sum over all pairs, where they do not count. */
function ownPairs({ classes, table, withItself }: PairWeights, squares: Float64Array): number {
  let sum = 0;
  if (!withItself)
    for (let code = 0; code < classes; code++) sum += table[code * classes + code] * squares[code];
  return sum;
}
