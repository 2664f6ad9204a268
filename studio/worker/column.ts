import { type Dataset, Matrix, type SparseMatrix } from "salience/internal";
import type { ColumnReader } from "./desk.js";

/** Reads whole columns; sparse data is turned once, so that each costs only what it holds. */
export function columnReader({ values }: Dataset): ColumnReader {
  if (values instanceof Matrix) {
    const { data, columns, rows } = values;
    return (column, into) => {
      for (let i = 0; i < rows; i++) into[i] = data[i * columns + column];
    };
  }
  const byColumn: SparseMatrix = values.transposed();
  return (column, into) => {
    into.fill(0);
    for (let k = byColumn.rowStarts[column]; k < byColumn.rowStarts[column + 1]; k++)
      into[byColumn.columnIndices[k]] = byColumn.values[k];
  };
}
