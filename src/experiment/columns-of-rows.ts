import { completeOptions, type PlainOptions } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import type { TellColumn, WideBlock, WideColumns } from "../data/wide/wide-columns.js";
import { needsPreparation } from "../models/preparation.js";
import { largestGram } from "../models/svm/gram.js";
import { Matrix } from "../numeric/matrix.js";
import { SparseMatrix } from "../numeric/sparse-matrix.js";
import { findSelector } from "../selectors/registry.js";
import type { Selector } from "../selectors/selector.js";
import { memoryForAll } from "../selectors/wide/memory-plan.js";
import { placesByColumn } from "../selectors/wide/prepared-columns.js";
import type { Scaling } from "./scaling.js";

/** With fewer values a copy of the rows is quicker than reading columns again, and small. */
const worthSparing = 2 ** 21;
/** Values of a block of columns, and columns that are gathered at a time: neighbours share cache lines. */
const [blockSize, band] = [2 ** 19, 16];

/**
 * Whether a task reads the columns of its rows from the data that all tasks share, in place of a copy of these rows: where there are
 * more columns than rows, and the method can work on blocks of columns. That gives the same bits.
 */
export function readsColumns(
  { scoreWide, needsAllValues }: Pick<Selector, "scoreWide" | "needsAllValues">,
  options: PlainOptions,
  { values }: Pick<Dataset, "values">,
  rows: number,
): boolean {
  const { columns } = values;
  return (
    scoreWide !== undefined &&
    !needsAllValues?.(options) &&
    values instanceof Matrix &&
    columns > rows &&
    rows <= largestGram &&
    rows * columns >= worthSparing
  );
}

/** The same for a method by name, on data as large as all rows of a table. */
export function worksOnColumns(method: string, given: PlainOptions, data: Dataset): boolean {
  const selector = findSelector(method);
  const options = completeOptions(selector.name, selector.options, given);
  return readsColumns(selector, options, data, data.rows) && !needsPreparation(data);
}

/** Some rows of dense data as columns that are read where they are, scaled on the way where that is asked for. */
export function columnsOfRows(data: Dataset, rows: Int32Array, scaling: Scaling | null): WideColumns {
  const { data: all, columns: features } = data.values as Matrix;
  const count = rows.length;
  const empty = new SparseMatrix(
    count,
    features,
    new Int32Array(count + 1),
    new Int32Array(0),
    new Float64Array(0),
  );
  const [means, deviations] = scaling
    ? [scaling.means, scaling.deviations]
    : [new Float64Array(features), new Float64Array(features).fill(1)];
  return {
    facts: data.selectRows(rows, empty),
    bits: 64,
    gaps: "refuse",
    memory: memoryForAll({ rows: count, features }),
    async *blocks(): AsyncGenerator<WideBlock> {
      const width = Math.max(1, Math.floor(blockSize / count));
      const room = new Float64Array(count * width);
      for (let start = 0; start < features; start += width) {
        const wide = Math.min(width, features - start);
        for (let i = 0, at = 0; i < count; i++)
          for (let j = start, from = rows[i] * features + start; j < start + wide; j++, at++, from++)
            room[at] = (all[from] - means[j]) / deviations[j];
        yield { start, values: new Matrix(room.subarray(0, count * wide), count, wide) };
      }
    },
    readAgain(columns: Int32Array, order: Int32Array, tell: TellColumn) {
      const places = placesByColumn(columns);
      const placeAt = (at: number) => (places ? places[at] : at);
      const from = order.map((row) => rows[row] * features);
      const room = new Float64Array(band * count);
      for (let first = 0; first < columns.length; first += band) {
        const own = Int32Array.from(
          { length: Math.min(band, columns.length - first) },
          (_, at) => columns[placeAt(first + at)],
        );
        for (let i = 0; i < count; i++)
          for (let at = 0; at < own.length; at++) {
            const j = own[at];
            room[at * count + i] = (all[from[i] + j] - means[j]) / deviations[j];
          }
        for (let at = 0; at < own.length; at++) tell(placeAt(first + at), room, at * count);
      }
    },
    scratch() {
      throw new Error("columns in memory are not put aside");
    },
  };
}
