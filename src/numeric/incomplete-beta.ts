import { logBeta, stirlingRest } from "./log-beta.js";
import { exp, log, log1p } from "./math.js";

const EPSILON = 2 ** -53;
const TWO_PI = 6.283185307179586;

/**
 * The regularised incomplete beta function I_x(a, b) for a, b > 0 and x from 0 to 1: the distribution function of the
 * beta, binomial, F and t distributions. Give 1 − x beside x where x is near 1 and 1 − x is known better.
 */
export function incompleteBeta(a: number, b: number, x: number, rest = 1 - x): number {
  if (!(a > 0 && b > 0 && x >= 0 && rest >= 0)) return NaN;
  if (x === 0) return 0;
  if (rest === 0) return 1;
  // The fraction converges fast below the mean; above it, its mirror image does.
  if (x > (a + 1) / (a + b + 2)) return 1 - lowerPart(b, a, rest, x);
  return lowerPart(a, b, x, rest);
}

function lowerPart(a: number, b: number, x: number, rest: number): number {
  return (density(a, b, x, rest) / a) * continuedFraction(a, b, x);
}

/** xᵃ (1 − x)ᵇ / B(a, b). */
function density(a: number, b: number, x: number, rest: number): number {
  if (Math.min(a, b) < 10) {
    const logX = x > 0.5 ? log1p(-rest) : log(x);
    const logRest = x > 0.5 ? log(rest) : log1p(-x);
    return exp(a * logX + b * logRest - logBeta(a, b));
  }
  // Around the mean both powers and B are tiny: ln(x / mean) keeps the digits that their difference would lose.
  const excess = x * b - rest * a;
  const exponent = a * logRatio(excess / a) + b * logRatio(-excess / b);
  return Math.sqrt(a * (b / (TWO_PI * (a + b)))) * exp(exponent - stirlingRest(a, b));
}

function logRatio(excess: number): number {
  return excess > 1 ? log(1 + excess) : log1p(excess);
}

/** The continued fraction 1 / (1 + d₁ / (1 + d₂ / (1 + …))) of the incomplete beta function, by Lentz's method. */
function continuedFraction(a: number, b: number, x: number): number {
  let numerator = 1;
  let denominator = 1 / away(1 - ((a + b) * x) / (a + 1));
  let value = denominator;
  for (let m = 1; ; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    denominator = 1 / away(1 + even * denominator);
    numerator = away(1 + even / numerator);
    value *= numerator * denominator;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    denominator = 1 / away(1 + odd * denominator);
    numerator = away(1 + odd / numerator);
    const change = numerator * denominator;
    value *= change;
    if (Math.abs(change - 1) <= 2 * EPSILON || m > 100_000) return value;
  }
}

/** Lentz's method must not divide by zero. */
function away(x: number): number {
  return Math.abs(x) < 1e-300 ? 1e-300 : x;
}
