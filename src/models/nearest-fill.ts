import type { Dataset } from "../data/dataset.js";
import { Matrix } from "../numeric/matrix.js";

/** Training rows that missing values are filled from. */
export interface Neighbours {
  /** The values of the training rows, missing ones as NaN. */
  readonly values: Matrix;
  /** What a difference in each column is divided by: its standard deviation; 0 for a category, whose levels differ or not. */
  readonly scales: Float64Array;
}

/** So many of the nearest rows that have a value of their own fill the missing one. */
const nearest = 5;

/** Neighbours from these rows. */
export function fitNeighbours({ values, categories }: Dataset, rows: ArrayLike<number>): Neighbours {
  const part = values.selectRows(rows);
  const dense = part instanceof Matrix ? part : part.toDense();
  const scales = Float64Array.from({ length: dense.columns }, (_, j) =>
    categories?.[j] ? 0 : deviation(dense, j),
  );
  return { values: dense, scales };
}

/** The standard deviation of what is known of a column; 1 where it does not vary. */
function deviation({ data, rows, columns }: Matrix, column: number): number {
  let [count, mean, squares] = [0, 0, 0];
  for (let i = 0, at = column; i < rows; i++, at += columns) {
    if (Number.isNaN(data[at])) continue;
    const difference = data[at] - mean;
    mean += difference / ++count;
    squares += difference * (data[at] - mean);
  }
  const found = Math.sqrt(squares / (count - 1));
  return found > 0 && Number.isFinite(found) ? found : 1;
}

/**
 * The values with missing ones filled: a number by the mean of the nearest training rows that have one, a category by their
 * most frequent level, of equally frequent ones the nearer. Near are rows with a small mean squared difference over the
 * features that both have, numbers in standard deviations, different levels of a category 1 apart; of equally near rows
 * the first. Where no row with a value shares any feature, `fills` has the last word.
 */
export function fillFromNeighbours(values: Matrix, neighbours: Neighbours, fills: Float64Array): Matrix {
  const filled = values.copy();
  const { columns } = values;
  for (let row = 0; row < values.rows; row++) {
    const own = values.data.subarray(row * columns, (row + 1) * columns);
    if (!own.some(Number.isNaN)) continue;
    const order = byDistance(own, neighbours);
    own.forEach((value, j) => {
      if (Number.isNaN(value)) filled.data[row * columns + j] = fromNearest(order, j, neighbours, fills[j]);
    });
  }
  return filled;
}

/** The training rows that share a known feature with a row, the nearest first. */
function byDistance(own: Float64Array, { values, scales }: Neighbours): number[] {
  const { data, rows, columns } = values;
  const distances = new Float64Array(rows);
  for (let i = 0, at = 0; i < rows; i++) {
    let [sum, shared] = [0, 0];
    for (let j = 0; j < columns; j++, at++) {
      const difference = own[j] - data[at];
      if (Number.isNaN(difference)) continue;
      shared++;
      if (difference === 0) continue;
      const scaled = scales[j] === 0 ? 1 : difference / scales[j];
      sum += scaled * scaled;
    }
    distances[i] = shared === 0 ? Number.POSITIVE_INFINITY : sum / shared;
  }
  return Array.from(distances.keys())
    .filter((i) => distances[i] < Number.POSITIVE_INFINITY)
    .sort((a, b) => distances[a] - distances[b] || a - b);
}

function fromNearest(
  order: readonly number[],
  column: number,
  { values, scales }: Neighbours,
  otherwise: number,
): number {
  const found: number[] = [];
  for (let at = 0; at < order.length && found.length < nearest; at++) {
    const value = values.get(order[at], column);
    if (!Number.isNaN(value)) found.push(value);
  }
  if (found.length === 0) return otherwise;
  if (scales[column] > 0) return found.reduce((sum, value) => sum + value, 0) / found.length;
  const counts = new Map<number, number>();
  for (const level of found) counts.set(level, (counts.get(level) ?? 0) + 1);
  // Levels stand in the order of their first, which is their nearest row.
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
}
