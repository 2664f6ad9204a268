import { nearestInteger, powerOfTwo, productError } from "./bits.js";
import { logTail, logWithTail } from "./log.js";
import { POWER_HEADS, POWER_TAILS, STEP_HEAD, STEP_TAIL, STEPS_PER_UNIT } from "./tables.js";

/** eˣ. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return NaN;
  if (x > 710) return Infinity;
  if (x < -746) return 0;
  return expOfSum(x, 0);
}

/**
 * e^(x + tail) for |x| up to 746 and a tail below x's last digit. x = k · ln 2 / 32 + r, so the result is
 * 2^(k / 32) · eʳ: a table entry times a short series, times a power of two.
 */
function expOfSum(x: number, tail: number): number {
  const k = nearestInteger(x * STEPS_PER_UNIT);
  const r = x - k * STEP_HEAD - (k * STEP_TAIL - tail);
  const series =
    r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040))))));
  const step = k & 31;
  const fraction = POWER_HEADS[step] + (POWER_TAILS[step] + POWER_HEADS[step] * series);
  // In two steps, because 2^1024 and 2^-1075 are out of reach; only the second one can round.
  const exponent = (k - step) / 32;
  const half = exponent >> 1;
  return fraction * powerOfTwo(half) * powerOfTwo(exponent - half);
}

/**
 * x to the power y, with the special values of JavaScript's `**`. The exponents 1, 2, −1 and ½ are correctly
 * rounded: they are a copy, a product, a quotient and a square root.
 */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  if (y === 1) return x;
  if (y === 2) return x * x;
  if (y === -1) return 1 / x;
  const size = x < 0 ? -x : x;
  if (y === Infinity || y === -Infinity) {
    if (size === 1) return NaN;
    return size > 1 === y > 0 ? Infinity : 0;
  }
  const isOddInteger = Math.floor(y) === y && Math.floor(y / 2) !== y / 2;
  if (size === 0 || size === Infinity) {
    const result = (size === 0) === y > 0 ? 0 : Infinity;
    return isOddInteger && (x < 0 || 1 / x < 0) ? -result : result;
  }
  if (x < 0) {
    if (Math.floor(y) !== y) return NaN;
    return isOddInteger ? -powOfPositive(size, y) : powOfPositive(size, y);
  }
  return y === 0.5 ? Math.sqrt(x) : powOfPositive(x, y);
}

/** e^(y · ln x), the logarithm and the product held to about twice the digits of a double. */
function powOfPositive(x: number, y: number): number {
  const head = logWithTail(x);
  const product = y * head;
  if (product > 710) return Infinity;
  if (product < -746) return 0;
  // Near 1, and before the error of a tiny product falls below what a double can hold.
  if (product > -1e-18 && product < 1e-18) return 1;
  return expOfSum(product, productError(y, head, product) + y * logTail);
}
