import { columnBlocks } from "../../data/column-entries.js";
import type { Dataset } from "../../data/dataset.js";
import type { Matrix } from "../../numeric/matrix.js";
import { asGiven, type Codes, type Discretizer } from "./discretize.js";

/** A dataset whose values have become states. */
export interface States {
  readonly rows: number;
  readonly features: number;
  /** One code per value, feature after feature. */
  readonly codes: Codes;
  /** How many states each feature may take. */
  readonly counts: Int32Array;
  /** Whether values are missing: their code is the number of states. */
  readonly hasGaps: boolean;
}

/** So many columns are turned at a time: enough for whole cache lines, few enough for the cache. */
const blockWidth = 32;

/** A column of more rows is work enough between two reports of progress. */
const manyRows = 10_000;

/** Levels are states as they are. */
const levelsAsGiven = asGiven(Number.POSITIVE_INFINITY);

/**
 * Makes states of all columns. `mostStates` is what one column of numbers can have at most. The states of a category are the
 * levels that occur. Missing values do not take part.
 */
export async function readStates(
  data: Dataset,
  discretize: Discretizer,
  mostStates: number,
  progress: (fraction: number) => Promise<void>,
): Promise<States> {
  const { rows, features, categories } = data;
  const mostLevels = categories?.reduce((most, levels) => Math.max(most, levels?.length ?? 0), 0) ?? 0;
  const codes = codesFor(Math.max(mostStates, mostLevels) + 1, rows * features);
  let hasGaps = false;
  const counts = new Int32Array(features);
  const columns = new Float64Array(rows * blockWidth);
  for (const { start, values } of columnBlocks(data.values, blockWidth)) {
    turn(values, columns);
    for (let j = 0; j < values.columns; j++) {
      const column = columns.subarray(j * rows, (j + 1) * rows);
      const toStates = categories?.[start + j] ? levelsAsGiven : discretize;
      const own = codes.subarray((start + j) * rows, (start + j + 1) * rows);
      const name = data.featureNames[start + j];
      const gaps = hasMissing(column);
      hasGaps ||= gaps;
      counts[start + j] = gaps ? aroundGaps(toStates, column, own, name) : toStates(column, own, name);
      if (rows > manyRows) await progress((start + j + 1) / features);
    }
    await progress((start + values.columns) / features);
  }
  return { rows, features, codes, counts, hasGaps };
}

/** A sum has no value where a part has none. */
function hasMissing(column: Float64Array): boolean {
  let sum = 0;
  for (let i = 0; i < column.length; i++) sum += 0 * column[i];
  return Number.isNaN(sum);
}

/** States of the values that are there; missing ones get the next code. */
function aroundGaps(toStates: Discretizer, column: Float64Array, codes: Codes, name: string): number {
  const there = Int32Array.from(column.keys()).filter((i) => !Number.isNaN(column[i]));
  const found = codes.slice(0, there.length);
  const count =
    there.length === 0
      ? 1
      : toStates(
          Float64Array.from(there, (i) => column[i]),
          found,
          name,
        );
  codes.fill(count);
  there.forEach((i, at) => {
    codes[i] = found[at];
  });
  return count;
}

/** The features of which all values fall into one state. */
export function flatFeatures({ rows, features, codes }: States): number[] {
  const flat: number[] = [];
  for (let j = 0; j < features; j++) {
    let i = j * rows + 1;
    while (i < (j + 1) * rows && codes[i] === codes[j * rows]) i++;
    if (i === (j + 1) * rows) flat.push(j);
  }
  return flat;
}

/** The smallest numbers that so many states need. */
function codesFor(states: number, length: number): Codes {
  if (states <= 2 ** 8) return new Uint8Array(length);
  return states <= 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

/** Writes a block column after column; four rows at a time, so that what is written lies together. */
function turn({ rows, columns, data, offset, rowStride, columnStride }: Matrix, out: Float64Array): void {
  const [two, three] = [2 * rowStride, 3 * rowStride];
  let i = 0;
  for (; i + 3 < rows; i += 4)
    for (
      let j = 0, to = i, from = offset + i * rowStride;
      j < columns;
      j++, to += rows, from += columnStride
    ) {
      out[to] = data[from];
      out[to + 1] = data[from + rowStride];
      out[to + 2] = data[from + two];
      out[to + 3] = data[from + three];
    }
  for (; i < rows; i++)
    for (let j = 0, from = offset + i * rowStride; j < columns; j++, from += columnStride)
      out[j * rows + i] = data[from];
}
