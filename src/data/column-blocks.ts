import { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";

/** Some neighbouring columns of the data, all rows. */
export interface ColumnBlock {
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
