import { Matrix } from "../numeric/matrix.js";
import { SparseMatrix } from "../numeric/sparse-matrix.js";

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

/** The columns of a sparse matrix as rows, without zeros that are written out: row j holds column j by rising row. */
export function nonzeroColumns(values: SparseMatrix): SparseMatrix {
  const columns = values.transposed();
  if (!columns.values.includes(0)) return columns;
  const starts = new Int32Array(columns.rows + 1);
  let at = 0;
  for (let j = 0; j < columns.rows; j++) {
    for (let k = columns.rowStarts[j]; k < columns.rowStarts[j + 1]; k++) {
      if (columns.values[k] === 0) continue;
      // Nothing is overwritten that is still to be read: `transposed` made a copy, and `at` never overtakes k.
      columns.values[at] = columns.values[k];
      columns.columnIndices[at++] = columns.columnIndices[k];
    }
    starts[j + 1] = at;
  }
  const { rows, columns: length } = columns;
  return new SparseMatrix(
    rows,
    length,
    starts,
    columns.columnIndices.slice(0, at),
    columns.values.slice(0, at),
  );
}

/** Some neighbouring columns of the data, all rows. */
interface ColumnBlock {
  /** The first column's place in the data. */
  readonly start: number;
  /** rows × width; a view on dense data. For sparse data it is overwritten by the next block. */
  readonly values: Matrix;
}

/** Goes through the columns a block at a time, so that sparse data is never written out whole. */
export function* columnBlocks(values: Matrix | SparseMatrix, width = 128): Generator<ColumnBlock> {
  if (values instanceof Matrix) {
    for (let start = 0; start < values.columns; start += width)
      yield { start, values: values.block(0, start, values.rows, Math.min(width, values.columns - start)) };
    return;
  }
  const byColumn = values.transposed();
  const scratch = Matrix.zeros(values.rows, Math.min(width, values.columns));
  for (let start = 0; start < values.columns; start += width) {
    const block = scratch.block(0, 0, values.rows, Math.min(width, values.columns - start));
    scratch.data.fill(0);
    for (let j = 0; j < block.columns; j++)
      for (let k = byColumn.rowStarts[start + j]; k < byColumn.rowStarts[start + j + 1]; k++)
        block.set(byColumn.columnIndices[k], j, byColumn.values[k]);
    yield { start, values: block };
  }
}
