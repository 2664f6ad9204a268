import type { Matrix } from "./matrix.js";

/** The sum of squares of every row. */
export function squaredRows(a: Matrix): Float64Array {
  const { data, rows, columns, rowStride, columnStride, offset } = a;
  const result = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let j = 0, at = offset + i * rowStride; j < columns; j++, at += columnStride)
      sum += data[at] * data[at];
    result[i] = sum;
  }
  return result;
}
