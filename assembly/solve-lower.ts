import { at, multiplyPacked } from "./gemm";
import { multiplyPanels } from "./multiply-panels";
import { pack } from "./pack";
import { aScratch, BLOCK_COLUMNS, BLOCK_ROWS, bScratch, SOLVE_ROWS, TILE, tileScratch } from "./scratch";

/**
 * B ← L⁻¹·B for a lower triangular n × n matrix L and the n × m matrix B, any strides; above its diagonal L is not
 * read. Each column of B is solved in the same order whatever its neighbours are. L⁻ᵀ·B is the same with both matrices
 * read from the end: start at the last elements, negate and exchange L's strides, negate B's row stride.
 *
 * Blocks of B are packed as gemm packs them, solved where they lie, written back, and used packed to update the rows
 * below.
 */
export function solveLower(
  n: i32,
  m: i32,
  l: usize,
  lRowStride: i32,
  lColumnStride: i32,
  b: usize,
  bRowStride: i32,
  bColumnStride: i32,
  scratch: usize,
): void {
  for (let column = 0; column < m; column += BLOCK_COLUMNS) {
    const columns = min(BLOCK_COLUMNS, m - column);
    for (let from = 0; from < n; from += SOLVE_ROWS) {
      const depth = min(SOLVE_ROWS, n - from);
      const bBlock = at(b, from, bRowStride, column, bColumnStride);
      const lBlock = at(l, from, lRowStride, from, lColumnStride);
      pack(columns, depth, bBlock, bColumnStride, bRowStride, bScratch(scratch));
      pack(depth, depth, lBlock, lRowStride, lColumnStride, aScratch(scratch));
      for (let j = 0; j < columns; j += TILE) {
        const panel = bScratch(scratch) + ((<usize>j * <usize>depth) << 3);
        solvePanel(depth, aScratch(scratch), panel, tileScratch(scratch));
        const target = at(bBlock, 0, 0, j, bColumnStride);
        unpackPanel(depth, min(TILE, columns - j), panel, target, bRowStride, bColumnStride);
      }
      for (let row = from + depth; row < n; row += BLOCK_ROWS) {
        const rows = min(BLOCK_ROWS, n - row);
        pack(
          rows,
          depth,
          at(l, row, lRowStride, from, lColumnStride),
          lRowStride,
          lColumnStride,
          aScratch(scratch),
        );
        const target = at(b, row, bRowStride, column, bColumnStride);
        multiplyPacked(
          rows,
          columns,
          depth,
          -1,
          1,
          target,
          bRowStride,
          bColumnStride,
          i32.MAX_VALUE,
          aScratch(scratch),
          bScratch(scratch),
          <usize>depth * (TILE * 8),
          tileScratch(scratch),
        );
      }
    }
  }
}

/** Solves for four right-hand sides, packed, with the packed triangle. */
function solvePanel(n: i32, triangle: usize, panel: usize, sums: usize): void {
  const panelBytes = <usize>n * (TILE * 8);
  for (let row = 0; row < n; row += TILE) {
    multiplyPanels(row, triangle, panel, sums);
    solveTile(min(TILE, n - row), triangle + <usize>row * (TILE * 8), panel + <usize>row * (TILE * 8), sums);
    triangle += panelBytes;
  }
}

/**
 * The triangle on the diagonal, at most 4 × 4: x ← (b − sums − Σ l·x) / l, row by row. In the packed triangle the
 * numbers of a column stand side by side.
 */
function solveTile(rows: i32, triangle: usize, panel: usize, sums: usize): void {
  for (let row = 0; row < rows; row++) {
    const at = <usize>row * (TILE * 8);
    let left = f64x2.sub(v128.load(panel + at), v128.load(sums + at));
    let right = f64x2.sub(v128.load(panel + at, 16), v128.load(sums + at, 16));
    let entry = triangle + ((<usize>row) << 3);
    for (let solved: usize = 0; solved < at; solved += TILE * 8) {
      const l = v128.load64_splat(entry);
      left = f64x2.sub(left, f64x2.mul(l, v128.load(panel + solved)));
      right = f64x2.sub(right, f64x2.mul(l, v128.load(panel + solved, 16)));
      entry += TILE * 8;
    }
    const pivot = v128.load64_splat(entry);
    v128.store(panel + at, f64x2.div(left, pivot));
    v128.store(panel + at, f64x2.div(right, pivot), 16);
  }
}

function unpackPanel(
  depth: i32,
  columns: i32,
  panel: usize,
  target: usize,
  rowStride: i32,
  columnStride: i32,
): void {
  for (let row = 0; row < depth; row++)
    for (let column = 0; column < columns; column++)
      store<f64>(
        at(target, row, rowStride, column, columnStride),
        load<f64>(at(panel, row, TILE, column, 1)),
      );
}
