import { log, log1p } from "./math.js";

/** Stirling's series is exact to the last digit from here on. */
const LARGE = 10;
const HALF_LOG_TWO_PI = 0.9189385332046728;

/**
 * ln B(a, b) = ln Γ(a) + ln Γ(b) − ln Γ(a + b) for a, b > 0. The large terms of the three cancel before they are
 * computed, so that B keeps its digits also where Γ itself would overflow.
 */
export function logBeta(a: number, b: number): number {
  // B(a, b) = B(a + 1, b) (a + b) / a, until both are large.
  let factor = 1;
  let [p, q] = [a, b];
  for (; p < LARGE; p++) factor *= (p + q) / p;
  for (; q < LARGE; q++) factor *= (p + q) / q;
  const sum = p + q;
  const shares = (p - 0.5) * logOfShare(p, q) + (q - 0.5) * logOfShare(q, p);
  return shares - 0.5 * log(sum) + HALF_LOG_TWO_PI + stirlingRest(p, q) + log(factor);
}

/** What Stirling's formula without its series lacks for ln B(a, b); a and b are at least 10. */
export function stirlingRest(a: number, b: number): number {
  return stirlingSeries(a) + stirlingSeries(b) - stirlingSeries(a + b);
}

/** ln(p / (p + q)). */
function logOfShare(p: number, q: number): number {
  return p > q ? log1p(-q / (p + q)) : log(p / (p + q));
}

/** ln Γ(x) − ((x − ½) ln x − x + ½ ln 2π). */
function stirlingSeries(x: number): number {
  const r = 1 / (x * x);
  const tail = 1 / 1188 - r * (691 / 360360 - r * (1 / 156 - r * (3617 / 122400)));
  return (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * tail)))) / x;
}
