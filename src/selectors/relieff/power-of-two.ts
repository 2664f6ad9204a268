/** The smallest power of two that is not below x; 1 for 0. */
export function powerOfTwoFrom(x: number): number {
  if (x === 0) return 1;
  let power = 1;
  while (power < x) power *= 2;
  while (power / 2 >= x) power /= 2;
  return power;
}
