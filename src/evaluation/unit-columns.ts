import type { Dataset } from "../data/dataset.js";
import {
  completeData,
  type Encoded,
  encodeForSelection,
  fitPreparation,
  needsPreparation,
} from "../models/preparation.js";
import { Matrix } from "../numeric/matrix.js";
import { upTo } from "../numeric/up-to.js";

/** Columns brought to mean 0 and length 1, so that their products are correlations; a constant column becomes zeros. */
export function unitColumns(values: Matrix): Matrix {
  const { rows, columns } = values;
  const result = Matrix.zeros(rows, columns);
  const column = new Float64Array(rows);
  for (let j = 0; j < columns; j++) {
    for (let i = 0; i < rows; i++) column[i] = values.get(i, j);
    unitVector(column);
    for (let i = 0; i < rows; i++) result.data[i * columns + j] = column[i];
  }
  return result;
}

/**
 * Brings a column to mean 0 and length 1, in place; a constant one becomes zeros. It is taken from its first value and by its
 * largest, so that neither a large offset nor the unit costs digits.
 */
export function unitVector(column: Float64Array): Float64Array {
  const first = column[0];
  let range = 0;
  for (let i = 0; i < column.length; i++) range = Math.max(range, Math.abs(column[i] / 2 - first / 2));
  if (!(range > 0)) return column.fill(0);
  let sum = 0;
  for (let i = 0; i < column.length; i++) {
    column[i] = (column[i] / 2 - first / 2) / range;
    sum += column[i];
  }
  const mean = sum / column.length;
  let squares = 0;
  for (let i = 0; i < column.length; i++) {
    column[i] -= mean;
    squares += column[i] * column[i];
  }
  const length = Math.sqrt(squares);
  for (let i = 0; i < column.length; i++) column[i] /= length;
  return column;
}

/** Some columns of the data, dense. */
export function denseColumns({ values }: Dataset, columns: ArrayLike<number>): Matrix {
  const chosen = values.selectColumns(columns);
  return chosen instanceof Matrix ? chosen : chosen.toDense();
}

/** Columns of numbers that stand for features. */
export interface FeatureColumns {
  readonly values: Matrix;
  /** Which of the features each column is a part of; the parts of a feature are neighbours. */
  readonly featureOf: Int32Array;
}

/** Some features as numbers: missing values filled, a category as uncorrelated columns, one fewer than it has levels. */
export function numericColumns(data: Dataset, columns: ArrayLike<number>): FeatureColumns {
  const picked = data.selectColumns(columns);
  const { data: shown, featureOf } = needsPreparation(picked)
    ? encoded(picked)
    : { data: picked, featureOf: upTo(columns.length) };
  return { values: shown.values instanceof Matrix ? shown.values : shown.values.toDense(), featureOf };
}

function encoded(data: Dataset): Encoded {
  const rows = upTo(data.rows);
  const preparation = fitPreparation(data, rows);
  return encodeForSelection(completeData(data, preparation), preparation);
}

/**
 * How alike features are, from the products of their unit columns. Two numbers by their correlation; where one is a category,
 * the root mean square of the canonical correlations: the correlation ratio, or Cramér's V of two.
 */
export function associations(
  products: Matrix,
  rows: { readonly featureOf: Int32Array; readonly features: number },
  columns: { readonly featureOf: Int32Array; readonly features: number },
): Matrix {
  if (rows.featureOf.length === rows.features && columns.featureOf.length === columns.features)
    return products;
  const result = Matrix.zeros(rows.features, columns.features);
  const [rowParts, columnParts] = [partCounts(rows), partCounts(columns)];
  const isPair = (i: number, j: number) => rowParts[i] === 1 && columnParts[j] === 1;
  rows.featureOf.forEach((i, row) => {
    columns.featureOf.forEach((j, column) => {
      const product = products.get(row, column);
      result.data[i * columns.features + j] += isPair(i, j) ? product : product * product;
    });
  });
  for (let i = 0; i < rows.features; i++)
    for (let j = 0; j < columns.features; j++)
      if (!isPair(i, j)) {
        result.set(i, j, canonicalMean(result.get(i, j), rowParts[i], columnParts[j]));
      }
  return result;
}

/** The root mean square of the canonical correlations of two features, from their sum of squares and the parts of each. */
export const canonicalMean = (squares: number, parts: number, others: number): number =>
  Math.sqrt(squares / Math.max(1, Math.min(parts, others)));

/** How many columns each feature has; none where a category has one level. */
export function partCounts({ featureOf, features }: { featureOf: Int32Array; features: number }): Int32Array {
  const counts = new Int32Array(features);
  for (const feature of featureOf) counts[feature]++;
  return counts;
}

/** A correlation that rounding cannot push past one. */
export const clampCorrelation = (r: number): number => Math.max(-1, Math.min(1, r));
