import { InputError } from "../../core/input-error.js";
import { bytesText } from "../../core/memory.js";
import type { FloatRows } from "../../numeric/float-rows.js";
import { Matrix } from "../../numeric/matrix.js";
import { SparseMatrix } from "../../numeric/sparse-matrix.js";
import { Dataset } from "../dataset.js";
import type { RowSource, Rows } from "./row-source.js";

/** Bytes that a model and what it works with take for each value. */
const bytesPerValue = 3 * 8;

/** How to read the picked columns. */
export interface PickOptions {
  /** How many bytes the data and the work on it may take; no limit if absent. */
  readonly memory?: number;
  readonly onProgress?: (fraction: number) => void;
  /** Told every block of rows, with all features. */
  readonly onRows?: (rows: Rows) => void;
  readonly signal?: AbortSignal;
}

/**
 * One more pass over a file that was read in blocks: all rows, of which only these features are kept, in memory. The features are in
 * the order of their names. To be called after a selection, which learns which levels there are, or for a file that is read with
 * known levels.
 */
export async function pickedRows(
  source: RowSource,
  names: readonly string[],
  { memory = Number.POSITIVE_INFINITY, onProgress, onRows, signal }: PickOptions = {},
): Promise<Dataset> {
  // A file that was not passed yet may tell how many rows it has; what it says may be an estimate.
  const [expected, columns] = [source.rows || (source.size?.rows ?? 0), names.length];
  const needed = bytesPerValue * expected * columns;
  if (needed > memory)
    throw new InputError(
      "not-possible",
      `the ${columns} selected features of ${expected} rows need about ${bytesText(needed)} in memory, and ${bytesText(memory)} are free; select fewer`,
      { facts: { file: source.name, option: "k", given: columns } },
    );
  const placeOf = new Map(source.featureNames.map((name, j) => [name, j]));
  const places = Int32Array.from(names, (name) => placeOf.get(name)!);
  let room = Matrix.zeros(expected || 1024, columns);
  const labels: string[] = [];
  const ids: string[] = [];
  let row = 0;
  for await (const part of source.pass(onProgress)) {
    signal?.throwIfAborted();
    onRows?.(part);
    room = withRoom(room, row, row + part.values.rows);
    copyColumns(part.values, places, room, row);
    row += part.values.rows;
    for (const label of part.labels) labels.push(label);
    if (part.rowIds) for (const id of part.rowIds) ids.push(id);
  }
  const all = source.categories;
  const categories = all && Array.from(places, (j) => all[j]);
  const unfit = new Set(source.freeTexts());
  const levels = source.featureNames.flatMap((column, j) => {
    const own = all?.[j];
    return own && !unfit.has(j) ? [{ column, levels: own }] : [];
  });
  const { levels: _, ...about } = source.head.source;
  return new Dataset({
    values: row === room.rows ? room : new Matrix(room.data.slice(0, row * columns), row, columns),
    featureNames: names,
    categories,
    labels,
    labelName: source.labelName,
    rowIds: ids.length === row ? ids : null,
    source: { ...about, ...(levels.length > 0 && { levels }) },
    notices: source.notices(),
  });
}

/** The matrix, or one of twice the height where so many rows do not fit; its first rows are kept. */
function withRoom(room: Matrix, kept: number, needed: number): Matrix {
  if (needed <= room.rows) return room;
  const larger = Matrix.zeros(Math.max(needed, 2 * room.rows), room.columns);
  larger.data.set(room.data.subarray(0, kept * room.columns));
  return larger;
}

function copyColumns(
  from: Matrix | SparseMatrix | FloatRows,
  places: Int32Array,
  to: Matrix,
  row: number,
): void {
  const chosen = from instanceof SparseMatrix ? from.selectColumns(places).toDense() : from;
  const width = chosen.columns;
  const start = chosen instanceof Matrix ? chosen.offset : 0;
  for (let i = 0; i < from.rows; i++)
    for (let at = 0; at < places.length; at++) {
      const column = from instanceof SparseMatrix ? at : places[at];
      to.data[(row + i) * places.length + at] = chosen.data[start + i * width + column];
    }
}
