import { highWord, nearestInteger, productError, upperHalf, withHighWord } from "./bits.js";
import {
  INVERSE_LN2_HEAD,
  INVERSE_LN2_TAIL,
  INVERSE_LN10_HEAD,
  INVERSE_LN10_TAIL,
  LN2_HEAD,
  LN2_TAIL,
  LOG_HEADS,
  LOG_TAILS,
} from "./tables.js";

/** ln x. */
export function log(x: number): number {
  if (x > 0 && x < Infinity) return logWithTail(x);
  return logOfSpecial(x);
}

/** The logarithm, to any base above 1, of what is not positive and finite. */
function logOfSpecial(x: number): number {
  if (x === 0) return -Infinity;
  return x === Infinity ? Infinity : NaN;
}

/** What the last {@link logWithTail} lacked. */
export let logTail = 0;

/**
 * ln x for a positive finite x, correct to about 2^-66 of itself when {@link logTail} is added.
 *
 * x = 2^k · m with m near 1, and c is m rounded to a 32nd: ln x = k · ln 2 + ln c + ln(m / c), the first two from
 * tables, the last one as the series of 2 artanh(s / 2) for s = 2 (m − c) / (m + c), |s| < 0.023. s itself is held
 * as upper + lower, twice the digits of a double.
 */
export function logWithTail(x: number): number {
  let exponent = 0;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984;
    exponent = -54;
  }
  const high = highWord(x);
  const shift = (high - 0x3fe6a09e) >> 20; // the high word of √½
  exponent += shift;
  const m = withHighWord(x, high - (shift << 20));

  const c = nearestInteger(m * 32) / 32;
  const difference = 2 * (m - c);
  const sum = 2 * c + (m - c);
  const sumTail = m - c - (sum - 2 * c);
  const inverse = 1 / sum;
  const s = difference * inverse;
  const upper = upperHalf(s);
  const sumUpper = upperHalf(sum);
  const sumLower = sum - sumUpper + sumTail;
  const lower = (difference - upper * sumUpper - upper * sumLower) * inverse;

  const square = s * s;
  const series = s * square * (1 / 12 + square * (1 / 80 + square * (1 / 448 + square * (1 / 2304))));
  const entry = c * 32 - 23;
  const base = exponent * LN2_HEAD + LOG_HEADS[entry];
  const baseTail = exponent * LN2_TAIL + LOG_TAILS[entry];
  const head = base + upper;
  const rest = upper - (head - base) + (baseTail + lower + series);
  const result = head + rest;
  logTail = rest - (result - head);
  return result;
}

/** The logarithm of x to base 10; exact for the powers of 10 that a double can hold. */
export function log10(x: number): number {
  if (!(x > 0 && x < Infinity)) return logOfSpecial(x);
  const head = logWithTail(x);
  const product = head * INVERSE_LN10_HEAD;
  const error = productError(head, INVERSE_LN10_HEAD, product);
  return product + (error + (head * INVERSE_LN10_TAIL + logTail * INVERSE_LN10_HEAD));
}

/** ln(1 + x), with all digits also where 1 + x would lose those of x. */
export function log1p(x: number): number {
  if (x > -2e-6 && x < 2e-6) return x - x * x * (1 / 2 - x / 3);
  if (!(x > -1 && x < Infinity)) return logOfSpecial(1 + x);
  const sum = 1 + x;
  const lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
  const head = logWithTail(sum);
  return head + (logTail + lost / sum);
}

/** The logarithm of x to base 2; exact for the powers of 2 that a double can hold. */
export function log2(x: number): number {
  if (!(x > 0 && x < Infinity)) return logOfSpecial(x);
  const head = logWithTail(x);
  const product = head * INVERSE_LN2_HEAD;
  const error = productError(head, INVERSE_LN2_HEAD, product);
  return product + (error + (head * INVERSE_LN2_TAIL + logTail * INVERSE_LN2_HEAD));
}
