import type { Matrix } from "../../numeric/matrix.js";
import { SparseMatrix } from "../../numeric/sparse-matrix.js";

/** Writes row `row` of a dense or sparse matrix into `output`, zeros included. */
export function rowValues(values: Matrix | SparseMatrix, row: number, output: Float64Array): void {
  if (values instanceof SparseMatrix) {
    output.fill(0);
    for (let k = values.rowStarts[row]; k < values.rowStarts[row + 1]; k++)
      output[values.columnIndices[k]] = values.values[k];
  } else for (let j = 0; j < values.columns; j++) output[j] = values.get(row, j);
}
