/** A row that counts as support is at least this part of the largest. */
const supportFloor = 1e-3;

/** How many rows are left. */
export function supportOf(norms: Float64Array): number {
  const largest = norms.reduce((most, norm) => Math.max(most, norm), 0);
  return norms.filter((norm) => norm > supportFloor * largest).length;
}
