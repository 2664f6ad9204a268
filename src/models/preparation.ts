import { Dataset } from "../data/dataset.js";
import { Matrix } from "../numeric/matrix.js";
import { SparseMatrix } from "../numeric/sparse-matrix.js";
import { upTo } from "../numeric/up-to.js";
import { type Adjustment, applyAdjustment, fitAdjustment } from "./adjustment.js";
import { fillFromNeighbours, fitNeighbours, type Neighbours } from "./nearest-fill.js";

/**
 * What a table needs before a method or a model can use it: missing values filled, categories encoded. Everything is
 * fitted on training rows and applies to any rows, so held-out rows never take part in it.
 */
export interface Preparation {
  /**
   * What replaces a missing value of each feature: the median, or the most frequent level of a category; 0 where the training
   * rows hold no value at all. With known influences the median of what is left without them.
   */
  readonly fills: Float64Array;
  /** The share of the training rows in each level, after filling; null for numbers. */
  readonly shares: readonly (Float64Array | null)[];
  /** The training rows, where missing values are filled from the nearest of them; null for medians and frequent levels. */
  readonly neighbours: Neighbours | null;
  /** What known influences add to each number; null where there are none to take away. */
  readonly adjustment: FittedInfluences | null;
}

/** Known influences, and how their own columns are filled and encoded. */
export interface FittedInfluences extends Adjustment {
  readonly encoding: Preparation;
}

/** Data in which some features take several columns. */
export interface Encoded {
  readonly data: Dataset;
  /** The feature that each column is a part of. */
  readonly featureOf: Int32Array;
}

/** Whether data has missing values or categories; data without them is used as it is. */
export function needsPreparation(data: Dataset): boolean {
  return data.categories !== null || hasMissing(data.values);
}

function hasMissing(values: Matrix | SparseMatrix): boolean {
  const flat = values instanceof Matrix ? values.data : values.values;
  // A sum is NaN where any part is; only then it is worth looking for the place. Infinities of both signs look alike.
  let sum = 0;
  for (let at = 0; at < flat.length; at++) sum += 0 * flat[at];
  return Number.isNaN(sum) && flat.some(Number.isNaN);
}

/** How many values of each column are missing. */
export function missingCounts(values: Matrix | SparseMatrix): Int32Array {
  const counts = new Int32Array(values.columns);
  if (values instanceof Matrix) {
    for (let at = 0; at < values.data.length; at++)
      if (Number.isNaN(values.data[at])) counts[at % values.columns]++;
  } else
    values.values.forEach((value, at) => {
      if (Number.isNaN(value)) counts[values.columnIndices[at]]++;
    });
  return counts;
}

/**
 * Everything that these rows teach: fills, shares of levels, the nearest rows where they fill, and what known influences,
 * which are columns of the data too, add to the numbers.
 */
export function fitPreparation(
  data: Dataset,
  rows: ArrayLike<number>,
  covariates: Int32Array = new Int32Array(0),
): Preparation {
  const adjustment = covariates.length > 0 ? adjustmentOver(data, rows, covariates) : null;
  const adjusted = adjustment ? adjustedData(data, adjustment) : data;
  const medians = { ...fitFills(adjusted, rows), neighbours: null, adjustment };
  return data.missing === "knn" ? withNeighbours(adjusted, medians, fitNeighbours(adjusted, rows)) : medians;
}

function adjustmentOver(data: Dataset, rows: ArrayLike<number>, covariates: Int32Array): FittedInfluences {
  const influences = data.selectColumns(covariates);
  const encoding = { ...fitFills(influences, rows), neighbours: null, adjustment: null };
  const part = data.selectRows(rows);
  const isInfluence = new Set(covariates);
  const adjustment = fitAdjustment({
    values: denseOf(part.values),
    covariates,
    isAdjusted: (j) => !part.categories?.[j] && !isInfluence.has(j),
    columns: influencesIn(part, { covariates, encoding }),
    labels: part.labels,
    targets: part.targets,
  });
  return { ...adjustment, encoding };
}

/** With the nearest rows, the shares of levels are those after filling from them. */
function withNeighbours(
  { categories }: Dataset,
  { fills, shares, adjustment }: Preparation,
  neighbours: Neighbours,
): Preparation {
  const filled = fillFromNeighbours(neighbours.values, neighbours, fills);
  const counted = shares.map((own, j) => {
    if (!own || !categories?.[j]) return own;
    const counts = new Float64Array(own.length);
    for (let i = 0; i < filled.rows; i++) counts[filled.get(i, j)]++;
    return counts.map((n) => n / filled.rows);
  });
  return { fills, shares: counted, neighbours, adjustment };
}

/** The columns that stand for known influences, filled: numbers as they are, categories as contrasts. */
function influencesIn(
  data: Dataset,
  { covariates, encoding }: Pick<FittedInfluences, "covariates" | "encoding">,
): Matrix {
  const filled = fillMissing(data.selectColumns(covariates), encoding);
  return denseOf(encodeForSelection(filled, encoding).data.values);
}

const denseOf = (values: Matrix | SparseMatrix) => (values instanceof Matrix ? values : values.toDense());

/** The data without what known influences add to the numbers, fitted on all its rows; what is missing stays missing. */
export function withoutInfluences(data: Dataset, covariates: Int32Array): Dataset {
  if (covariates.length === 0) return data;
  const rows = upTo(data.rows);
  return adjustedData(data, adjustmentOver(data, rows, covariates));
}

function adjustedData(data: Dataset, adjustment: FittedInfluences): Dataset {
  const columns = influencesIn(data, adjustment);
  return data.with({ values: applyAdjustment(denseOf(data.values), columns, adjustment) });
}

/** The data made complete: known influences taken away from the numbers, then missing values filled. */
export function completeData(data: Dataset, preparation: Preparation): Dataset {
  const { adjustment } = preparation;
  return fillMissing(adjustment ? adjustedData(data, adjustment) : data, preparation);
}

/** Medians, most frequent levels and shares of levels over these rows. */
function fitFills(data: Dataset, rows: ArrayLike<number>): Pick<Preparation, "fills" | "shares"> {
  const { features, categories } = data;
  const fills = new Float64Array(features);
  const shares: (Float64Array | null)[] = [];
  const valueAt = reader(data.values);
  const known = new Float64Array(rows.length);
  for (let j = 0; j < features; j++) {
    let count = 0;
    for (let r = 0; r < rows.length; r++) {
      const value = valueAt(rows[r], j);
      if (!Number.isNaN(value)) known[count++] = value;
    }
    const levels = categories?.[j];
    if (!levels) {
      fills[j] = median(known.subarray(0, count));
      shares.push(null);
      continue;
    }
    const counts = new Float64Array(levels.length);
    for (let at = 0; at < count; at++) counts[known[at]]++;
    // Of equally frequent levels the first.
    const most = counts.reduce((best, n, level) => (n > counts[best] ? level : best), 0);
    fills[j] = most;
    counts[most] += rows.length - count;
    shares.push(counts.map((n) => n / rows.length));
  }
  return { fills, shares };
}

/** What it takes to encode some of the features of complete data, in this order. */
export function preparationOf({ fills, shares }: Preparation, columns: ArrayLike<number>): Preparation {
  return {
    fills: Float64Array.from(columns, (j) => fills[j]),
    shares: Array.from(columns, (j) => shares[j]),
    neighbours: null,
    adjustment: null,
  };
}

/** Reads one value; of sparse data by looking it up in its row. */
function reader(values: Matrix | SparseMatrix): (row: number, column: number) => number {
  if (values instanceof Matrix) {
    const { data, columns } = values;
    return (row, column) => data[row * columns + column];
  }
  const byColumn = values.transposed();
  return (row, column) => {
    let [low, high] = [byColumn.rowStarts[column], byColumn.rowStarts[column + 1]];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byColumn.columnIndices[middle] < row) low = middle + 1;
      else high = middle;
    }
    return low < byColumn.rowStarts[column + 1] && byColumn.columnIndices[low] === row
      ? byColumn.values[low]
      : 0;
  };
}

/** The middle value; the mean of the middle two where their number is even; 0 of none. */
export function median(values: Float64Array): number {
  if (values.length === 0) return 0;
  const sorted = values.slice().sort();
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle];
  return sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2;
}

/** The data with every missing value replaced. */
export function fillMissing(data: Dataset, { fills, neighbours }: Preparation): Dataset {
  const { values } = data;
  if (!hasMissing(values)) return data;
  if (neighbours) return data.with({ values: fillFromNeighbours(denseOf(values), neighbours, fills) });
  if (values instanceof Matrix) {
    const filled = values.copy();
    for (let at = 0; at < filled.data.length; at++)
      if (Number.isNaN(filled.data[at])) filled.data[at] = fills[at % filled.columns];
    return data.with({ values: filled });
  }
  const { rows, columns, rowStarts, columnIndices } = values;
  const stored = values.values.map((value, at) => (Number.isNaN(value) ? fills[columnIndices[at]] : value));
  return data.with({ values: new SparseMatrix(rows, columns, rowStarts, columnIndices, stored) });
}

/**
 * Complete data with each category as columns of mean 0 and variance 1 over the training rows that are uncorrelated there: column
 * m sets the m-th level that occurs against those before it (weighted Helmert contrasts). One category of any number of
 * levels then weighs what its penalty says, whichever levels are rare. A level that the training rows do not have is 0 in
 * all of them, which is their mean.
 */
export function encodeForSelection(data: Dataset, preparation: Preparation): Encoded {
  return encode(data, preparation, contrasts);
}

/**
 * Complete data with each category as one column per level that occurs, centred, all divided by one number so that their
 * variances add up to 1: a category then weighs as much as a number of unit variance. An unknown level is 0 in all. A
 * category that does not vary is one column of zeros, so that every feature has a column.
 */
export function encodeForModel(data: Dataset, preparation: Preparation): Encoded {
  return encode(data, preparation, indicators);
}

/** The feature of each column that {@link encodeForModel} gives. */
export const modelColumns = ({ shares }: Preparation): Int32Array =>
  featuresOf(shares.map((own) => widthOf(own && indicators(own))));

/** For each level, its values in the columns that stand for the category. */
export type LevelTable = readonly Float64Array[];

const widthOf = (table: LevelTable | null): number => (table ? (table[0]?.length ?? 0) : 1);

const featuresOf = (widths: readonly number[]): Int32Array =>
  Int32Array.from(widths.flatMap((width, j) => new Array<number>(width).fill(j)));

function encode(
  data: Dataset,
  preparation: Preparation,
  tableOf: (shares: Float64Array) => LevelTable,
): Encoded {
  const { categories, values, rows } = data;
  if (categories === null) return { data, featureOf: upTo(data.features) };
  const dense = values instanceof Matrix ? values : values.toDense();
  const tables = preparation.shares.map((shares) => shares && tableOf(shares));
  const widths = tables.map(widthOf);
  const featureOf = featuresOf(widths);
  const encoded = Matrix.zeros(rows, featureOf.length);
  for (let i = 0, at = 0; i < rows; i++)
    for (let j = 0; j < widths.length; j++) {
      const value = dense.get(i, j);
      const table = tables[j];
      if (!table) encoded.data[at++] = value;
      else {
        const codes = table[value];
        if (codes) encoded.data.set(codes, at);
        at += widths[j];
      }
    }
  const place = new Int32Array(widths.length);
  const featureNames = Array.from(featureOf, (j) =>
    tables[j] ? `${data.featureNames[j]} [${++place[j]}]` : data.featureNames[j],
  );
  return { data: new Dataset({ ...data, values: encoded, featureNames, categories: null }), featureOf };
}

/** Weighted Helmert contrasts of the levels that occur. */
export function contrasts(shares: Float64Array): LevelTable {
  const present = Array.from(shares.keys()).filter((level) => shares[level] > 0);
  const width = Math.max(0, present.length - 1);
  const table = Array.from(shares, () => new Float64Array(width));
  let before = shares[present[0]] ?? 0;
  for (let m = 1; m < present.length; m++) {
    const own = shares[present[m]];
    // Values a on the levels before and b on this one with mean 0, before·a + own·b = 0, and variance 1.
    const below = -Math.sqrt(own / (before * (before + own)));
    const above = Math.sqrt(before / (own * (before + own)));
    for (let earlier = 0; earlier < m; earlier++) table[present[earlier]][m - 1] = below;
    table[present[m]][m - 1] = above;
    before += own;
  }
  return table;
}

/** Centred 0/1 columns of the levels that occur, their variances adding up to 1. */
export function indicators(shares: Float64Array): LevelTable {
  const present = Array.from(shares.keys()).filter((level) => shares[level] > 0);
  if (present.length < 2) return Array.from(shares, () => new Float64Array(1));
  const width = present.length;
  const scale = Math.sqrt(shares.reduce((sum, share) => sum + share * (1 - share), 0));
  return Array.from(shares, (share, level) =>
    share > 0
      ? Float64Array.from(
          { length: width },
          (_, m) => (Number(present[m] === level) - shares[present[m]]) / scale,
        )
      : new Float64Array(width),
  );
}
