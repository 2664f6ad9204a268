import type { Matrix } from "../numeric/matrix.js";

/** Side of the squares in which a matrix is turned: the lines of both sides stay in the first cache. */
const SQUARE = 32;

/** target ← source, for two matrices of the same size and any strides. */
export function copyMatrix(source: Matrix, target: Matrix): void {
  if (source.isRowMajor && target.isRowMajor) copyRun(source, target, source.rows * source.columns);
  else if (source.columnStride === 1 && target.columnStride === 1)
    for (let i = 0; i < source.rows; i++)
      copyRun(source.block(i, 0, 1, source.columns), target.block(i, 0, 1, source.columns), source.columns);
  else if (source.rowStride === 1 && target.rowStride === 1)
    copyMatrix(source.transposed(), target.transposed());
  else copyInSquares(source, target);
}

function copyRun(source: Matrix, target: Matrix, length: number): void {
  target.data.set(source.data.subarray(source.offset, source.offset + length), target.offset);
}

function copyInSquares(source: Matrix, target: Matrix): void {
  for (let i0 = 0; i0 < source.rows; i0 += SQUARE)
    for (let j0 = 0; j0 < source.columns; j0 += SQUARE)
      for (let i = i0; i < Math.min(i0 + SQUARE, source.rows); i++)
        for (let j = j0; j < Math.min(j0 + SQUARE, source.columns); j++) target.set(i, j, source.get(i, j));
}
