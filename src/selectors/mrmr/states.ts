import { columnBlocks } from "../../data/column-entries.js";
import type { Dataset } from "../../data/dataset.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { Codes, Discretizer } from "./discretize.js";

/** A dataset whose values have become states. */
export interface States {
  readonly rows: number;
  readonly features: number;
  /** One code per value, feature after feature. */
  readonly codes: Codes;
  /** How many states each feature may take. */
  readonly counts: Int32Array;
}

/** So many columns are turned at a time: enough for whole cache lines, few enough for the cache. */
const blockWidth = 32;

/** A column of more rows is work enough between two reports of progress. */
const manyRows = 10_000;

/** Makes states of all columns. `mostStates` is what one column can have at most. */
export async function readStates(
  data: Dataset,
  discretize: Discretizer,
  mostStates: number,
  progress: (fraction: number) => Promise<void>,
): Promise<States> {
  const { rows, features } = data;
  const codes = codesFor(mostStates, rows * features);
  const counts = new Int32Array(features);
  const columns = new Float64Array(rows * blockWidth);
  for (const { start, values } of columnBlocks(data.values, blockWidth)) {
    turn(values, columns);
    for (let j = 0; j < values.columns; j++) {
      counts[start + j] = discretize(
        columns.subarray(j * rows, (j + 1) * rows),
        codes.subarray((start + j) * rows, (start + j + 1) * rows),
        data.featureNames[start + j],
      );
      if (rows > manyRows) await progress((start + j + 1) / features);
    }
    await progress((start + values.columns) / features);
  }
  return { rows, features, codes, counts };
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
