import { exp, log, log1p } from "./math.js";

const SQRT_TWO_PI = 2.5066282746310002;

/** P(Z > z) of the standard normal distribution, with all digits also far out. */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  const density = exp((-z * z) / 2) / SQRT_TWO_PI;
  if (density === 0) return 0;
  return z < 3 ? 0.5 - density * centralSeries(z) : density / farFraction(z);
}

/** z + z³/3 + z⁵/(3·5) + …: what lies between 0 and z, over the density at z. */
function centralSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let k = 3; term > sum * 2 ** -54; k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return sum;
}

/** z + 1/(z + 2/(z + 3/(z + …))), Laplace's fraction from its far end; 100 steps are enough from z = 3 on. */
function farFraction(z: number): number {
  let value = z;
  for (let k = 100; k >= 1; k--) value = z + k / value;
  return value;
}

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
function stirlingRest(a: number, b: number): number {
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
