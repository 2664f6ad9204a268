import { exp, log, log1p } from "./math.js";

const SQRT_TWO_PI = 2.5066282746310002;

/** P(Z > z) of the standard normal distribution, with all digits even far out in the tail. */
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

/** P(T > t) of Student's t distribution with `freedom` degrees of freedom, with all digits even far out in the tail. */
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

/** P(F > f) of the F distribution with `between` and `within` degrees of freedom, with all digits even far out in the tail. */
export function fTail(f: number, between: number, within: number): number {
  if (f <= 0) return 1;
  const ratio = f * (between / within);
  return incompleteBeta(within / 2, between / 2, 1 / (1 + ratio), 1 / (1 + 1 / ratio));
}

/** P(X > x) of the chi-square distribution with `freedom` degrees of freedom, with all digits even far out in the tail. */
export function chiSquareTail(x: number, freedom: number): number {
  return x <= 0 ? 1 : incompleteGammaTail(freedom / 2, x / 2);
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
  return density(a, b, x, rest) * continuedFraction(a, b, x, rest);
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
  const exponent = a * logRatio(x * (1 + b / a), excess / a) + b * logRatio(rest * (1 + a / b), -excess / b);
  return Math.sqrt(a * (b / (TWO_PI * (a + b)))) * exp(exponent - stirlingRest(a, b));
}

/** The logarithm of a ratio that exceeds 1 by `excess`: each is exact where the other has lost digits. */
function logRatio(ratio: number, excess: number): number {
  return Math.abs(excess) > 0.5 ? log(ratio) : log1p(excess);
}

/**
 * The continued fraction of the incomplete beta function in the form of DiDonato and Morris (BFRAC), by Lentz's method.
 * It takes x and 1 − x, and so keeps its digits also where a is large and x near 1.
 */
function continuedFraction(a: number, b: number, x: number, rest: number): number {
  const lambda = x > 0.5 ? (a + b) * rest - b : a - (a + b) * x;
  const base = (m: number) =>
    m + (m * (b - m) * x) / (a + 2 * m - 1) + ((a + m) / (a + 2 * m + 1)) * (lambda + 1 + m * (1 + rest));
  let numerator = away((a / (a + 1)) * (lambda + 1));
  let denominator = 0;
  let value = numerator;
  for (let m = 1; ; m++) {
    const s = a + 2 * m - 1;
    const part = (((a + m - 1) * (a + b + m - 1)) / (s * s)) * (m * (b - m) * x * x);
    const next = base(m);
    denominator = 1 / away(next + part * denominator);
    numerator = away(next + part / numerator);
    const change = numerator * denominator;
    value *= change;
    if (Math.abs(change - 1) <= 2 * EPSILON || m > 100_000) return 1 / value;
  }
}

/** Lentz's method must not divide by zero. */
function away(x: number): number {
  return Math.abs(x) < 1e-300 ? 1e-300 : x;
}

/** Γ(a, x) / Γ(a) for a, x > 0: the regularised upper incomplete gamma function. */
export function incompleteGammaTail(a: number, x: number): number {
  if (!(a > 0 && x >= 0)) return NaN;
  if (x === 0 || x === Infinity) return x === 0 ? 1 : 0;
  const power = gammaDensity(a, x);
  if (power === 0) return x > a ? 0 : 1;
  return x < a + 1 ? 1 - (power / a) * gammaSeries(a, x) : power * gammaFraction(a, x);
}

/** xᵃ e⁻ˣ / Γ(a). */
function gammaDensity(a: number, x: number): number {
  if (a < LARGE) {
    let factor = 1;
    let b = a;
    for (; b < LARGE; b++) factor *= b;
    const logGamma = (b - 0.5) * log(b) - b + HALF_LOG_TWO_PI + stirlingSeries(b);
    return exp(a * log(x) - x - logGamma) * factor;
  }
  // As for the beta function: the large parts of x, a ln x and ln Γ(a) cancel before they are computed.
  return Math.sqrt(a / TWO_PI) * exp(a * logLessLinear((x - a) / a) - stirlingSeries(a));
}

/** ln(1 + y) − y, with all digits also where the two are nearly the same. */
function logLessLinear(y: number): number {
  if (Math.abs(y) > 0.5) return log(1 + y) - y;
  // ln(1 + y) = 2 artanh(s) with s = y / (2 + y), and 2s − y = −ys.
  const s = y / (2 + y);
  const square = s * s;
  let power = s * square;
  let series = power / 3;
  for (let k = 5; Math.abs(power) > Math.abs(series) * EPSILON; k += 2) {
    power *= square;
    series += power / k;
  }
  return 2 * series - y * s;
}

/** 1 + x/(a + 1) + x²/((a + 1)(a + 2)) + … */
function gammaSeries(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * EPSILON; k++) {
    term *= x / (a + k);
    sum += term;
  }
  return sum;
}

/** The continued fraction 1 / (x + 1 − a − 1(1 − a) / (x + 3 − a − 2(2 − a) / …)), by Lentz's method. */
function gammaFraction(a: number, x: number): number {
  let base = x + 1 - a;
  let numerator = 1 / away(0);
  let denominator = 1 / away(base);
  let value = denominator;
  for (let m = 1; ; m++) {
    const part = m * (a - m);
    base += 2;
    denominator = 1 / away(base + part * denominator);
    numerator = away(base + part / numerator);
    const change = numerator * denominator;
    value *= change;
    if (Math.abs(change - 1) <= 2 * EPSILON || m > 100_000) return value;
  }
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

/**
 * The chi-square statistic with `wanted` degrees of freedom that is as far above chance as this one is with its own, 0 at
 * least. By Fisher's approximation: √(2χ²) − √(2ν − 1) is about standard normal for any ν.
 */
export function chiSquareOfFreedom(statistic: number, freedom: number, wanted: number): number {
  if (freedom === wanted) return statistic;
  const root = Math.sqrt(statistic) - Math.sqrt(freedom - 0.5) + Math.sqrt(wanted - 0.5);
  return root > 0 ? root * root : 0;
}
