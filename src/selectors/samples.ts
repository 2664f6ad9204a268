import type { Remedy } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import type { Dataset } from "../data/dataset.js";
import { duplicateColumns } from "../data/duplicate-columns.js";
import type { Kernels, Workspace } from "../kernels/kernels.js";
import { weightedMoments } from "../models/class-weight.js";
import { Matrix } from "../numeric/matrix.js";
import { columnsOfFeatures } from "./parts.js";
import { constantFeatures } from "./rank.js";

/** The features of a dataset that are worth working on, as a dense matrix that the kernels can use in place. */
export interface Samples {
  /** One row per sample, centred, and with unit standard deviation where that was asked for. */
  readonly values: Matrix;
  /** The column of the data that each of its columns comes from: neither constant nor an exact copy of another one. */
  readonly columns: Int32Array;
  /** Exact copies with the column that they repeat. */
  readonly copies: ReadonlyMap<number, number>;
  /** What was subtracted from each column, in the unit of the data. */
  readonly means: Float64Array;
  /** What each column was divided by after that. */
  readonly scales: Float64Array;
  /** The variances (of n) before that; without `standardize` in the unit of the data. */
  readonly variances: Float64Array;
}

/** How samples are opened. */
export interface SampleOptions {
  readonly standardize: boolean;
  readonly divisor?: number;
  readonly costs?: Float64Array;
  /** The feature of each column, where some take several. */
  readonly parts?: Int32Array;
  readonly weights?: Float64Array | null;
}

/** Samples that are still to be centred and scaled: a value x of a column becomes (x − mean)·factor. */
export interface RawSamples extends Samples {
  readonly scaling: { readonly means: Float64Array; readonly factors: Float64Array };
}

/**
 * Centres the columns and, with `standardize`, divides them by their standard deviation (of n − 1). Everything is also
 * divided by `divisor`. With `standardize` columns of any size are safe. Of exact copies the cheapest is worked on. With
 * `weights`, one for each row, means and deviations are weighted.
 */
export function openSamples(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  options: SampleOptions,
): Samples {
  const { scaling, ...samples } = openRawSamples(kernels, workspace, data, options);
  centre(samples.values, scaling.means, scaling.factors);
  return samples;
}

/** The same before it is centred and scaled, for who copies the values anyway and can do it on the way. */
export function openRawSamples(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  { standardize, divisor = 1, weights, ...facts }: SampleOptions,
): RawSamples {
  const { columns, copies } = distinctColumns(data, facts);
  const values = workspace.room(data.rows, columns.length);
  if (columns.length < data.features && data.values instanceof Matrix)
    data.values.selectColumns(columns, values);
  else values.data.set(denseColumns(data, columns));
  const momentsOf = () => (weights ? weightedMoments(values, weights) : kernels.columnMoments(values));
  let { means, variances } = momentsOf();
  const units = standardize && !areModerate(means, variances) ? tameExtremes(values) : null;
  if (units) ({ means, variances } = momentsOf());
  const scales = scalesOf(variances, data.rows, standardize).map((scale) => divisor * scale);
  const scaling = { means, factors: scales.map((scale) => 1 / scale) };
  const inData = (numbers: Float64Array) => (units ? numbers.map((x, j) => x * units[j]) : numbers);
  return { values, columns, copies, means: inData(means), scales: inData(scales), variances, scaling };
}

/** These columns, of sparse data written out, row after row. */
function denseColumns({ values, features }: Dataset, columns: Int32Array): Float64Array {
  const chosen = columns.length === features ? values : values.selectColumns(columns);
  return (chosen instanceof Matrix ? chosen : chosen.toDense()).data;
}

/** Whether these moments leave no doubt that nothing is extreme: {@link tameExtremes} would find nothing to do. */
const areModerate = (means: Float64Array, variances: Float64Array): boolean =>
  means.every((mean) => Math.abs(mean) < 1e90) &&
  variances.every((variance) => variance > 1e-180 && variance < 1e180);

/** What columns of these variances (of n) are divided by: their standard deviations (of n − 1), or 1. */
export const scalesOf = (variances: Float64Array, rows: number, standardize: boolean): Float64Array =>
  variances.map((variance) => (standardize ? Math.sqrt((variance * rows) / (rows - 1)) : 1));

/** The remedy for values whose squares are too large or too small. */
export const standardise: Remedy = { action: "standardise the features", option: "standardize", value: true };

/** Refuses numbers whose squares overflow or vanish, which only data that is not standardised has. */
export function requireSquares({ variances }: Pick<Samples, "variances">): void {
  const largest = variances.reduce((most, variance) => Math.max(most, variance), 0);
  if (largest > 1e-200 && largest < 1e200) return;
  throw new InputError(
    "unusable-data",
    "the values are too large or too small to be squared; give them in other units",
    { remedies: [standardise] },
  );
}

/** What is thrown where squares of values overflowed all the same. */
export const notFinite = () =>
  new InputError("unusable-data", "the total scatter is not finite; give the values in other units", {
    remedies: [standardise],
  });

/**
 * The columns of the data that are neither constant nor an exact copy of another one, and the copies. Of equal columns the
 * first one stands for all, or the first of those that cost least. A feature that takes several columns is a copy only if
 * all of them are.
 */
export function distinctColumns(
  data: Dataset,
  { costs, parts }: Pick<SampleOptions, "costs" | "parts">,
): Pick<Samples, "columns" | "copies"> {
  return distinctOf(constantFeatures(data), duplicateColumns(data), { costs, parts });
}

/** The same from what is known of the columns: 1 for constant ones, and lists of those that are equal. */
export function distinctOf(
  constant: Uint8Array,
  duplicates: readonly (readonly number[])[],
  { costs, parts }: Pick<SampleOptions, "costs" | "parts"> = {},
): Pick<Samples, "columns" | "copies"> {
  const copies = new Map<number, number>();
  const equals = parts
    ? equalFeatures(duplicates, parts)
    : duplicates.map((equal) => equal.map((column) => [column]));
  for (const equal of equals) {
    const costOf = ([column]: readonly number[]) => costs?.[column] ?? 1;
    const first = equal.reduce((best, one) => (costOf(one) < costOf(best) ? one : best));
    for (const other of equal)
      if (other !== first) for (const [at, column] of other.entries()) copies.set(column, first[at]);
  }
  const columns = Int32Array.from(constant.keys()).filter((j) => !constant[j] && !copies.has(j));
  requireFeatures(columns.length);
  return { columns, copies };
}

/** The columns of features that are equal column by column. */
function equalFeatures(
  duplicates: readonly (readonly number[])[],
  parts: Int32Array,
): (readonly number[])[][] {
  const firstOf = new Map(duplicates.flatMap((equal) => equal.map((column) => [column, equal[0]])));
  const alike = new Map<string, (readonly number[])[]>();
  for (const columns of columnsOfFeatures(parts)) {
    const key = columns.map((column) => firstOf.get(column) ?? column).join();
    alike.set(key, [...(alike.get(key) ?? []), columns]);
  }
  return Array.from(alike.values()).filter(({ length }) => length > 1);
}

/** Refuses to go on with nothing to work on. */
export function requireFeatures(count: number): void {
  if (count === 0)
    throw new InputError("unusable-data", "every feature is constant; there is nothing to select from");
}

/**
 * Divides columns whose squares would overflow or vanish by a power of two near their largest value, which changes no
 * digit. Gives what they were divided by, or null where no column needed it.
 */
export function tameExtremes({ rows, columns, data }: Matrix): Float64Array | null {
  const largest = new Float64Array(columns);
  for (let i = 0; i < rows; i++)
    for (let j = 0, at = i * columns; j < columns; j++, at++) {
      const size = Math.abs(data[at]);
      if (size > largest[j]) largest[j] = size;
    }
  if (largest.every((size) => size > 1e-100 && size < 1e100)) return null;
  const units = largest.map((size) => (size > 1e-100 && size < 1e100 ? 1 : powerOfTwoBelow(size)));
  for (let i = 0; i < rows; i++)
    for (let j = 0, at = i * columns; j < columns; j++, at++) data[at] /= units[j];
  return units;
}

/** The largest power of two that is not above x; the smallest normal one for what is smaller still. */
export function powerOfTwoBelow(x: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, x);
  bits.setUint32(0, Math.max(bits.getUint32(0), 0x00100000) & 0x7ff00000);
  bits.setUint32(4, 0);
  return bits.getFloat64(0);
}

function centre({ rows, columns, data }: Matrix, means: Float64Array, factors: Float64Array): void {
  for (let i = 0; i < rows; i++)
    for (let j = 0, at = i * columns; j < columns; j++, at++) data[at] = (data[at] - means[j]) * factors[j];
}
