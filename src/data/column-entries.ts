import { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import { nonzeroColumns } from "./nonzero-columns.js";

/** What a column holds besides zeros, by rising row. Its reader may change it; the next columns overwrite it. */
export interface ColumnEntries {
  readonly column: number;
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

/**
 * Goes through the columns, leaving out their zeros, so that a sum over a column costs what it holds. Sparse and dense
 * data give the same entries: what is computed from them has the same bits. Missing values are entries.
 */
export function* columnEntries(values: Matrix | SparseMatrix): Generator<ColumnEntries> {
  if (values instanceof Matrix) yield* denseEntries(values);
  else yield* sparseEntries(values);
}

function* denseEntries(matrix: Matrix): Generator<ColumnEntries> {
  const rows = new Int32Array(matrix.rows);
  const values = new Float64Array(matrix.rows);
  for (let column = 0; column < matrix.columns; column++) {
    const count = readNonzeros(matrix, column, rows, values);
    yield { column, rows: rows.subarray(0, count), values: values.subarray(0, count) };
  }
}

/** Copies what is not zero, notes where it was, and gives how many there are. */
function readNonzeros(matrix: Matrix, column: number, rows: Int32Array, values: Float64Array): number {
  let count = 0;
  for (let i = 0; i < matrix.rows; i++) {
    const value = matrix.get(i, column);
    values[count] = value;
    rows[count] = i;
    if (value !== 0) count++;
  }
  return count;
}

function* sparseEntries(values: SparseMatrix): Generator<ColumnEntries> {
  const columns = nonzeroColumns(values);
  for (let column = 0; column < columns.rows; column++) {
    const [from, to] = [columns.rowStarts[column], columns.rowStarts[column + 1]];
    yield {
      column,
      rows: columns.columnIndices.subarray(from, to),
      values: columns.values.subarray(from, to),
    };
  }
}
