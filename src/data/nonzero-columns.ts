import { SparseMatrix } from "../numeric/sparse-matrix.js";

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
