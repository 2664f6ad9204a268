/** Vectors beyond the l wanted ones, at least, which make the inner loop converge faster. */
const guards = 3;

/** The kernels work on tiles of so many columns; a block that fills them costs no more than a narrower one. */
export const tile = 4;

/** How many vectors to keep for so many wanted ones. */
export function blockSize(wanted: number, features: number): number {
  return Math.min(features, tile * Math.ceil((wanted + guards) / tile));
}
