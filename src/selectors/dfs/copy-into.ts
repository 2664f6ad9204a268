import type { Matrix } from "../../numeric/matrix.js";

/** target ← source, element by element. */
export function copyInto(source: Matrix, target: Matrix): void {
  for (let i = 0; i < source.rows; i++) {
    const from = source.offset + i * source.rowStride;
    const to = target.offset + i * target.rowStride;
    for (let j = 0; j < source.columns; j++)
      target.data[to + j * target.columnStride] = source.data[from + j * source.columnStride];
  }
}
