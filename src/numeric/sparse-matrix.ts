import { InputError } from "../core/input-error.js";
import { Matrix } from "./matrix.js";

/**
 * A sparse matrix in compressed rows (CSR). Row i holds `values[k]` in column `columnIndices[k]` for k from
 * `rowStarts[i]` up to `rowStarts[i + 1]`; within a row the columns are in rising order and none occurs twice.
 */
export class SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly rowStarts: Int32Array;
  readonly columnIndices: Int32Array;
  readonly values: Float64Array;

  constructor(
    rows: number,
    columns: number,
    rowStarts: Int32Array,
    columnIndices: Int32Array,
    values: Float64Array,
  ) {
    if (rowStarts.length !== rows + 1 || rowStarts[0] !== 0 || rowStarts[rows] !== values.length)
      throw new InputError(
        "unusable-data",
        `a sparse matrix of ${rows} rows has row starts that do not match its values`,
      );
    if (columnIndices.length !== values.length)
      throw new InputError(
        "unusable-data",
        `a sparse matrix has ${columnIndices.length} column indices for ${values.length} values`,
      );
    for (let i = 0; i < rows; i++) {
      if (rowStarts[i + 1] < rowStarts[i])
        throw new InputError("unusable-data", `row ${i + 1} of a sparse matrix ends before it starts`);
      for (let k = rowStarts[i], previous = -1; k < rowStarts[i + 1]; k++) {
        const column = columnIndices[k];
        if (column <= previous || column >= columns)
          throw new InputError(
            "unusable-data",
            `row ${i + 1} of a sparse matrix has column index ${column} where ${previous + 1} to ${columns - 1} is allowed`,
          );
        previous = column;
      }
    }
    this.rows = rows;
    this.columns = columns;
    this.rowStarts = rowStarts;
    this.columnIndices = columnIndices;
    this.values = values;
  }

  /**
   * From coordinates in any order; entries for the same place are added. Counting sort by column, then by row, so the
   * cost is linear in the number of entries.
   */
  static fromTriplets(
    rows: number,
    columns: number,
    rowIndices: ArrayLike<number>,
    columnIndices: ArrayLike<number>,
    values: ArrayLike<number>,
  ): SparseMatrix {
    const byColumn = countingSort(columnIndices, columns, null);
    const order = countingSort(rowIndices, rows, byColumn);
    const starts = new Int32Array(rows + 1);
    const columnsOut = new Int32Array(values.length);
    const valuesOut = new Float64Array(values.length);
    let at = 0;
    let row = 0;
    for (const k of order) {
      while (row < rowIndices[k]) starts[++row] = at;
      if (at > starts[row] && columnsOut[at - 1] === columnIndices[k]) valuesOut[at - 1] += values[k];
      else {
        columnsOut[at] = columnIndices[k];
        valuesOut[at++] = values[k];
      }
    }
    while (row < rows) starts[++row] = at;
    return new SparseMatrix(rows, columns, starts, columnsOut.slice(0, at), valuesOut.slice(0, at));
  }

  /** These rows, in this order, as a copy. */
  selectRows(rows: ArrayLike<number>): SparseMatrix {
    const starts = new Int32Array(rows.length + 1);
    for (let i = 0; i < rows.length; i++)
      starts[i + 1] = starts[i] + this.rowStarts[rows[i] + 1] - this.rowStarts[rows[i]];
    const columnIndices = new Int32Array(starts[rows.length]);
    const values = new Float64Array(starts[rows.length]);
    for (let i = 0; i < rows.length; i++) {
      const [from, to] = [this.rowStarts[rows[i]], this.rowStarts[rows[i] + 1]];
      columnIndices.set(this.columnIndices.subarray(from, to), starts[i]);
      values.set(this.values.subarray(from, to), starts[i]);
    }
    return new SparseMatrix(rows.length, this.columns, starts, columnIndices, values);
  }

  /** These columns, each at most once, in this order, as a copy. */
  selectColumns(columns: ArrayLike<number>): SparseMatrix {
    const position = new Int32Array(this.columns).fill(-1);
    for (let j = 0; j < columns.length; j++) position[columns[j]] = j;
    let count = 0;
    for (const column of this.columnIndices) if (position[column] >= 0) count++;
    const rowIndices = new Int32Array(count);
    const columnIndices = new Int32Array(count);
    const values = new Float64Array(count);
    let at = 0;
    for (let i = 0; i < this.rows; i++)
      for (let k = this.rowStarts[i]; k < this.rowStarts[i + 1]; k++) {
        const j = position[this.columnIndices[k]];
        if (j < 0) continue;
        rowIndices[at] = i;
        columnIndices[at] = j;
        values[at++] = this.values[k];
      }
    return SparseMatrix.fromTriplets(this.rows, columns.length, rowIndices, columnIndices, values);
  }

  /** The same matrix with its rows as columns. */
  transposed(): SparseMatrix {
    const rowIndices = new Int32Array(this.values.length);
    for (let i = 0; i < this.rows; i++) rowIndices.fill(i, this.rowStarts[i], this.rowStarts[i + 1]);
    return SparseMatrix.fromTriplets(this.columns, this.rows, this.columnIndices, rowIndices, this.values);
  }

  /** The same matrix with every zero written out. */
  toDense(): Matrix {
    const result = Matrix.zeros(this.rows, this.columns);
    for (let i = 0; i < this.rows; i++)
      for (let k = this.rowStarts[i]; k < this.rowStarts[i + 1]; k++)
        result.data[i * this.columns + this.columnIndices[k]] = this.values[k];
    return result;
  }
}

function countingSort(keys: ArrayLike<number>, limit: number, order: Int32Array | null): Int32Array {
  const starts = new Int32Array(limit + 1);
  for (let k = 0; k < keys.length; k++) {
    if (!(keys[k] >= 0 && keys[k] < limit))
      throw new InputError(
        "unusable-data",
        `a sparse matrix has an index ${keys[k]} where 0 to ${limit - 1} is allowed`,
      );
    starts[keys[k] + 1]++;
  }
  for (let i = 0; i < limit; i++) starts[i + 1] += starts[i];
  const result = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) {
    const k = order ? order[i] : i;
    result[starts[keys[k]]++] = k;
  }
  return result;
}
