import { at } from "./gemm";

/** Side of the squares that are mirrored at a time: two of them fit the first cache. */
const SQUARE: i32 = 32;

/** Copies the lower triangle of C into the upper one, for the rows from `first` up to `end` of the lower. */
export function mirrorLower(first: i32, end: i32, c: usize, rowStride: i32, columnStride: i32): void {
  for (let i0 = first; i0 < end; i0 += SQUARE)
    for (let j0 = 0; j0 < i0 + SQUARE; j0 += SQUARE)
      for (let i = i0, rows = min(i0 + SQUARE, end); i < rows; i++)
        for (let j = j0, columns = min(j0 + SQUARE, i); j < columns; j++)
          store<f64>(at(c, j, rowStride, i, columnStride), load<f64>(at(c, i, rowStride, j, columnStride)));
}

/** Sets everything above the diagonal of an n × n matrix to zero. */
export function clearUpper(n: i32, a: usize, rowStride: i32, columnStride: i32): void {
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) store<f64>(at(a, i, rowStride, j, columnStride), 0);
}
