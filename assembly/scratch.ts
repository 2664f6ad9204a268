/**
 * How much of the operands is held packed at a time, chosen by measurement: a panel of A and one of B fit the first
 * cache together, a block of A the second, a block of B the third.
 */

/** Rows and columns of the output that are held in registers. */
export const TILE: i32 = 4;
/** How many products are summed before they are added to the output. It decides the order of summation. */
export const DEPTH: i32 = 256;
/** Rows of A in a packed block. */
export const BLOCK_ROWS: i32 = 64;
/** Rows that solveLower solves before it updates those below; the packed triangle takes the place of a block of A. */
export const SOLVE_ROWS: i32 = 128;
/** Columns of B in a packed block. */
export const BLOCK_COLUMNS: i32 = 1024;

const TILE_BYTES: usize = TILE * TILE * 8;
const A_BYTES: usize = BLOCK_ROWS * DEPTH * 8;
const B_BYTES: usize = BLOCK_COLUMNS * DEPTH * 8;

/** What one thread needs as `scratch`, aligned to 16 bytes. */
export function scratchBytes(): usize {
  return TILE_BYTES + A_BYTES + B_BYTES;
}

/** The sums of one tile. */
@inline
export function tileScratch(scratch: usize): usize {
  return scratch;
}

/** The packed block of A: BLOCK_ROWS × DEPTH numbers. */
@inline
export function aScratch(scratch: usize): usize {
  return scratch + TILE_BYTES;
}

/** The packed block of B: DEPTH × BLOCK_COLUMNS numbers. */
@inline
export function bScratch(scratch: usize): usize {
  return scratch + TILE_BYTES + A_BYTES;
}
