import { multiplyPanels } from "./multiply-panels";
import { pack } from "./pack";
import { aScratch, BLOCK_COLUMNS, BLOCK_ROWS, bScratch, DEPTH, TILE, tileScratch } from "./scratch";

/**
 * C ← α·A·B + β·C for an m × k matrix A and a k × n matrix B, any strides. With β = 0, C is not read.
 *
 * The order of summation: the products of 256 consecutive columns of A are summed from zero in rising order; the first
 * such sum s gives c ← β·c + α·s, each further one c ← c + α·s. So an entry has the same bits in whatever block of C
 * it is computed. With `lower`, tiles wholly above the diagonal of C are left out; other entries above it are spoiled.
 */
export function gemm(
  m: i32,
  n: i32,
  k: i32,
  alpha: f64,
  a: usize,
  aRowStride: i32,
  aColumnStride: i32,
  b: usize,
  bRowStride: i32,
  bColumnStride: i32,
  beta: f64,
  c: usize,
  cRowStride: i32,
  cColumnStride: i32,
  lower: bool,
  scratch: usize,
): void {
  for (let column = 0; column < n; column += BLOCK_COLUMNS) {
    const columns = min(BLOCK_COLUMNS, n - column);
    let blockBeta = beta;
    // With k = 0 one round of no products is left: C ← β·C.
    let from = 0;
    do {
      const depth = min(DEPTH, k - from);
      const bBlock = at(b, from, bRowStride, column, bColumnStride);
      pack(columns, depth, bBlock, bColumnStride, bRowStride, bScratch(scratch));
      for (let row = 0; row < m; row += BLOCK_ROWS) {
        const rows = min(BLOCK_ROWS, m - row);
        if (lower && row + rows <= column) continue;
        const aBlock = at(a, row, aRowStride, from, aColumnStride);
        pack(rows, depth, aBlock, aRowStride, aColumnStride, aScratch(scratch));
        const cBlock = at(c, row, cRowStride, column, cColumnStride);
        const diagonal = lower ? row - column : i32.MAX_VALUE;
        multiplyPacked(
          rows,
          columns,
          depth,
          alpha,
          blockBeta,
          cBlock,
          cRowStride,
          cColumnStride,
          diagonal,
          aScratch(scratch),
          bScratch(scratch),
          <usize>depth * (TILE * 8),
          tileScratch(scratch),
        );
      }
      blockBeta = 1;
      from += DEPTH;
    } while (from < k);
  }
}

/**
 * C ← α·A·B + β·C for blocks of A and B that lie in panels, so many bytes apart. Tiles whose columns all exceed their rows by
 * more than `diagonal` are left out.
 */
export function multiplyPacked(
  rows: i32,
  columns: i32,
  depth: i32,
  alpha: f64,
  beta: f64,
  c: usize,
  cRowStride: i32,
  cColumnStride: i32,
  diagonal: i32,
  aPanels: usize,
  bPanels: usize,
  panelBytes: usize,
  sums: usize,
): void {
  let bPanel = bPanels;
  for (let column = 0; column < columns; column += TILE) {
    const tileColumns = min(TILE, columns - column);
    let aPanel = aPanels;
    for (let row = 0; row < rows; row += TILE) {
      const tileRows = min(TILE, rows - row);
      if (column - (row + TILE - 1) <= diagonal) {
        multiplyPanels(depth, aPanel, bPanel, sums);
        const tile = at(c, row, cRowStride, column, cColumnStride);
        if (cColumnStride == 1 && tileRows == TILE && tileColumns == TILE)
          updateWholeTile(alpha, beta, tile, <usize>cRowStride << 3, sums);
        else updateTile(tileRows, tileColumns, alpha, beta, tile, cRowStride, cColumnStride, sums);
      }
      aPanel += panelBytes;
    }
    bPanel += panelBytes;
  }
}

/** Never fused, so that a tile at the edge has the same bits as one inside. */
function updateWholeTile(alpha: f64, beta: f64, c: usize, cRowBytes: usize, sums: usize): void {
  const alphas = f64x2.splat(alpha);
  const betas = f64x2.splat(beta);
  for (let end = sums + TILE * TILE * 8; sums < end; sums += TILE * 8) {
    let left = f64x2.mul(alphas, v128.load(sums));
    let right = f64x2.mul(alphas, v128.load(sums, 16));
    if (beta != 0) {
      left = f64x2.add(f64x2.mul(betas, v128.load(c)), left);
      right = f64x2.add(f64x2.mul(betas, v128.load(c, 16)), right);
    }
    v128.store(c, left);
    v128.store(c, right, 16);
    c += cRowBytes;
  }
}

function updateTile(
  rows: i32,
  columns: i32,
  alpha: f64,
  beta: f64,
  c: usize,
  cRowStride: i32,
  cColumnStride: i32,
  sums: usize,
): void {
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const entry = at(c, i, cRowStride, j, cColumnStride);
      let value = alpha * load<f64>(at(sums, i, TILE, j, 1));
      if (beta != 0) value = beta * load<f64>(entry) + value;
      store<f64>(entry, value);
    }
}

/** The address of element (row, column). Addresses wrap at 4 GB, so negative strides need no care. */
@inline
export function at(matrix: usize, row: i32, rowStride: i32, column: i32, columnStride: i32): usize {
  return matrix + ((<usize>row * <usize>rowStride + <usize>column * <usize>columnStride) << 3);
}
