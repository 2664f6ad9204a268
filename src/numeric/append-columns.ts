import { Matrix } from "./matrix.js";
import { SparseMatrix } from "./sparse-matrix.js";

/** The same rows with further columns at the end; sparse where the first are. */
export function appendColumns(values: Matrix | SparseMatrix, further: Matrix): Matrix | SparseMatrix {
  const { rows, columns } = values;
  const width = columns + further.columns;
  if (values instanceof Matrix) {
    const all = Matrix.zeros(rows, width);
    for (let i = 0, at = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) all.data[at++] = values.get(i, j);
      for (let j = 0; j < further.columns; j++) all.data[at++] = further.get(i, j);
    }
    return all;
  }
  const { rowStarts, columnIndices } = values;
  const size = values.values.length + rows * further.columns;
  const [starts, places, entries] = [new Int32Array(rows + 1), new Int32Array(size), new Float64Array(size)];
  let at = 0;
  const put = (column: number, value: number) => {
    places[at] = column;
    entries[at++] = value;
  };
  for (let i = 0; i < rows; i++) {
    for (let k = rowStarts[i]; k < rowStarts[i + 1]; k++) put(columnIndices[k], values.values[k]);
    for (let j = 0; j < further.columns; j++) {
      const value = further.get(i, j);
      if (value !== 0) put(columns + j, value);
    }
    starts[i + 1] = at;
  }
  return new SparseMatrix(rows, width, starts, places.slice(0, at), entries.slice(0, at));
}
