import { equalGroups, equalValues, mix } from "../../data/duplicate-columns.js";
import type { WideColumns } from "../../data/wide/wide-columns.js";
import type { Kernels } from "../../kernels/kernels.js";
import { weightedMoments } from "../../models/class-weight.js";
import type { Matrix } from "../../numeric/matrix.js";
import { upTo } from "../../numeric/up-to.js";
import { requireSquares, scalesOf, tameExtremes } from "../samples.js";
import { Gaps } from "./gaps.js";
import { type ColumnScaling, type RawColumns, readColumn, ScratchColumns } from "./prepared-columns.js";

/** Columns that were read once and can be read again, and what is known of them. */
export interface OpenedColumns extends ColumnScaling {
  readonly raw: RawColumns;
  /** 1 for columns that do not vary. */
  readonly constant: Uint8Array;
  /** Lists of columns that are equal, in the data's order. */
  readonly duplicates: readonly (readonly number[])[];
  /** Of n, after division by the units. */
  readonly variances: Float64Array;
  readonly gaps: Gaps;
  close(): void;
}

/** How columns are opened. */
export interface OpenColumnsOptions {
  readonly standardize: boolean;
  /** What each row counts; null where that is 1 for all. */
  readonly weights: Float64Array | null;
  /** The order in which the samples of a column are put aside. */
  readonly order: Int32Array;
}

/**
 * Reads all columns once: their means, deviations and copies are found as for data in memory, with the same bits, and the
 * values are put aside column by column unless they can be read again where they are. Close it when done.
 */
export async function openColumns(
  kernels: Kernels,
  wide: WideColumns,
  { standardize, weights, order }: OpenColumnsOptions,
  progress: (fraction: number) => Promise<void>,
): Promise<OpenedColumns> {
  const { rows, features } = wide.facts;
  const { readAgain } = wide;
  const scratch = readAgain ? null : wide.scratch((rows * features * wide.bits) / 8);
  try {
    const gaps = new Gaps(wide);
    const aside = scratch && new ScratchColumns(scratch, rows, wide.bits, gaps);
    const raw = aside ?? { rows, each: (columns, tell) => readAgain!(columns, order, tell) };
    const [means, variances] = [new Float64Array(features), new Float64Array(features)];
    const units = new Float64Array(features).fill(1);
    let tamed = false;
    const constant = new Uint8Array(features);
    const hashes = new Int32Array(features);
    for await (const block of wide.blocks()) {
      const { start, values } = block;
      // Put aside as they are: a median may need more bits.
      aside?.append(values, order);
      gaps.fill(block);
      look(values, constant, hashes, start);
      const own = standardize ? tameExtremes(values) : null;
      if (own) {
        units.set(own, start);
        tamed = true;
      }
      const moments = weights ? weightedMoments(values, weights) : kernels.columnMoments(values);
      means.set(moments.means, start);
      variances.set(moments.variances, start);
      await progress((start + values.columns) / features);
    }
    if (!standardize) requireSquares({ variances });
    return {
      raw,
      constant,
      duplicates: equalColumns(raw, hashes),
      means,
      variances,
      scales: scalesOf(variances, rows, standardize),
      units: tamed ? units : null,
      gaps,
      close: () => scratch?.close(),
    };
  } catch (error) {
    scratch?.close();
    throw error;
  }
}

/** Which columns vary, and a hash of each. */
function look(values: Matrix, constant: Uint8Array, hashes: Int32Array, start: number): void {
  const { rows, columns, data } = values;
  const varies = new Uint8Array(columns);
  for (let i = 0, at = 0; i < rows; i++)
    for (let j = 0; j < columns; j++, at++) {
      if (data[at] !== data[j]) varies[j] = 1;
      hashes[start + j] = mix(hashes[start + j], data[at]);
    }
  for (let j = 0; j < columns; j++) constant[start + j] = 1 - varies[j];
}

/** Columns with the same hash are compared value by value. */
function equalColumns(raw: RawColumns, hashes: Int32Array): number[][] {
  const byHash = upTo(hashes.length).sort((a, b) => hashes[a] - hashes[b] || a - b);
  const groups: number[][] = [];
  for (let from = 0, end = 0; from < byHash.length; from = end) {
    while (end < byHash.length && hashes[byHash[end]] === hashes[byHash[from]]) end++;
    if (end - from > 1) groups.push(...equalGroups(Array.from(byHash.subarray(from, end)), comparison(raw)));
  }
  return groups.sort((a, b) => a[0] - b[0]);
}

/** Whether two columns are equal; the first one is kept for the next comparison. */
function comparison(raw: RawColumns): (a: number, b: number) => boolean {
  let held: { column: number; values: Float64Array } = { column: -1, values: new Float64Array(0) };
  return (a, b) => {
    if (held.column !== a) held = { column: a, values: readColumn(raw, a) };
    return readColumn(raw, b).every((value, i) => equalValues(value, held.values[i]));
  };
}
