import {
  createKernels,
  type Dataset,
  findTwins,
  InputError,
  Matrix,
  needsPreparation,
  quantile,
  type SparseMatrix,
} from "salience/internal";
import type { FeatureView } from "../messages.js";
import type { ColumnReader, Desk } from "./desk.js";

/** Bins of a histogram, and how many twins are listed. */
const bins = 24;
const listed = 8;

/** One feature closely: how it is spread in each class, and which others say the same. */
export async function feature(desk: Desk, { index }: { index: number }): Promise<FeatureView> {
  const { data } = desk;
  if (!(index >= 0 && index < data.features))
    throw new InputError("not-possible", `there is no feature number ${index + 1}`);
  const values = new Float64Array(data.rows);
  desk.columnsOf(columnReader)(index, values);
  const finite = values.filter(Number.isFinite);
  const low = finite.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = finite.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const codes = data.labels?.codes ?? new Int32Array(data.rows);
  const classes = data.labels?.classes ?? ["all rows"];
  const levels = data.categories?.[index] ?? null;
  return {
    index,
    name: data.featureNames[index],
    range: [low, high],
    levels,
    classes: classes.map((name, code) => {
      const own = finiteOf(values, codes, code);
      return {
        name,
        rows: own.length,
        quartiles: levels ? null : quartiles(own),
        histogram: levels ? levelCounts(own, levels.length) : histogram(own, low, high),
      };
    }),
    twins: needsPreparation(data) ? await twinsOfMixed(data, index) : twins(data, index, values),
  };
}

function levelCounts(codes: readonly number[], levels: number): number[] {
  const counts = new Array<number>(levels).fill(0);
  for (const code of codes) counts[code]++;
  return counts;
}

/** The same for tables with categories or missing values, as reports have it. */
async function twinsOfMixed(data: Dataset, index: number): Promise<FeatureView["twins"]> {
  const [found] = await findTwins(data, [index], await createKernels(), { count: listed });
  return found.map(({ column, correlation }) => ({
    index: column,
    name: data.featureNames[column],
    correlation,
  }));
}

function finiteOf(values: Float64Array, codes: Int32Array, code: number): number[] {
  const own: number[] = [];
  for (let i = 0; i < values.length; i++)
    if (codes[i] === code && Number.isFinite(values[i])) own.push(values[i]);
  return own.sort((a, b) => a - b);
}

function quartiles(sorted: readonly number[]): [number, number, number, number, number] | null {
  if (sorted.length === 0) return null;
  const at = (part: number) => quantile(sorted, part);
  return [at(0), at(0.25), at(0.5), at(0.75), at(1)];
}

/** How many of the values are in each of some bins of equal width. */
export function histogram(values: Iterable<number>, low: number, high: number): number[] {
  const counts = new Array<number>(bins).fill(0);
  const scale = high > low ? bins / (high - low) : 0;
  for (const value of values) counts[Math.min(bins - 1, Math.floor((value - low) * scale))]++;
  return counts;
}

/** The features whose correlation with this one is largest in size, in one pass over the data. */
function twins({ values, rows, features, featureNames }: Dataset, index: number, own: Float64Array) {
  const mean = own.reduce((sum, x) => sum + x, 0) / rows;
  const [sums, squares, products] = [0, 1, 2].map(() => new Float64Array(features));
  // Values are shifted by the first row's, so that squares of large numbers do not cancel.
  const shift = new Float64Array(features);
  if (values instanceof Matrix) shift.set(values.data.subarray(0, features));
  const add = (i: number, j: number, stored: number) => {
    const x = stored - shift[j];
    sums[j] += x;
    squares[j] += x * x;
    products[j] += x * (own[i] - mean);
  };
  if (values instanceof Matrix)
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < features; j++) add(i, j, values.data[i * features + j]);
  else
    for (let i = 0; i < rows; i++)
      for (let k = values.rowStarts[i]; k < values.rowStarts[i + 1]; k++)
        add(i, values.columnIndices[k], values.values[k]);
  const spread = (j: number) => Math.sqrt(Math.max(0, squares[j] - (sums[j] * sums[j]) / rows));
  const ownSpread = spread(index);
  const correlations = new Float64Array(features);
  for (let j = 0; j < features; j++) {
    const both = spread(j) * ownSpread;
    correlations[j] = j === index || !(both > 0) ? 0 : Math.max(-1, Math.min(1, products[j] / both));
  }
  return Array.from(correlations.keys())
    .sort((a, b) => Math.abs(correlations[b]) - Math.abs(correlations[a]) || a - b)
    .slice(0, listed)
    .filter((j) => correlations[j] !== 0)
    .map((j) => ({ index: j, name: featureNames[j], correlation: correlations[j] }));
}

/** Reads whole columns; sparse data is transposed once, so that each costs only what it holds. */
function columnReader({ values }: Dataset): ColumnReader {
  if (values instanceof Matrix) {
    const { data, columns, rows } = values;
    return (column, into) => {
      for (let i = 0; i < rows; i++) into[i] = data[i * columns + column];
    };
  }
  const byColumn: SparseMatrix = values.transposed();
  return (column, into) => {
    into.fill(0);
    for (let k = byColumn.rowStarts[column]; k < byColumn.rowStarts[column + 1]; k++)
      into[byColumn.columnIndices[k]] = byColumn.values[k];
  };
}
