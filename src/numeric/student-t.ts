import { incompleteBeta } from "./incomplete-beta.js";

/** P(T > t) of Student's t distribution with `freedom` degrees of freedom, with all digits also far out. */
export function studentTail(t: number, freedom: number): number {
  if (t < 0) return 1 - studentTail(-t, freedom);
  const square = t * t;
  if (square === Infinity) return 0;
  const sum = freedom + square;
  return incompleteBeta(freedom / 2, 0.5, freedom / sum, square / sum) / 2;
}

/** P(T ≤ t) of Student's t distribution with `freedom` degrees of freedom. */
export function studentCdf(t: number, freedom: number): number {
  return studentTail(-t, freedom);
}
