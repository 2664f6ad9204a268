import { multiplyPacked } from "./gemm";
import { BLOCK_ROWS, DEPTH, TILE, tileScratch } from "./scratch";

/**
 * Rows `first` to `end` of the lower triangle of C ← C + XᵀX, of an X that lies in panels of TILE columns, with room for so many rows
 * each. Entries above the diagonal are spoiled. Nothing is packed, and the bits are those of gemm.
 */
export function addPanelProducts(
  x: usize,
  room: i32,
  rows: i32,
  first: i32,
  end: i32,
  c: usize,
  cStride: i32,
  scratch: usize,
): void {
  const panelBytes = <usize>room * (TILE * 8);
  for (let from = 0; from < rows; from += DEPTH) {
    const depth = min(DEPTH, rows - from);
    const panels = x + <usize>from * (TILE * 8);
    for (let row = first; row < end; row += BLOCK_ROWS) {
      const count = min(BLOCK_ROWS, end - row);
      const own = panels + <usize>(row / TILE) * panelBytes;
      const to = c + ((<usize>row * <usize>cStride) << 3);
      multiplyPacked(count, row + count, depth, 1, 1, to, cStride, 1, row, own, panels, panelBytes, tileScratch(scratch));
    }
  }
}
