/**
 * exp, log and pow over arrays. The algorithms, and so the bits, are those of src/numeric/math, where they are
 * explained; change both together. Only plain arithmetic stands here, no fused operations, also in the fast build.
 * `out` may be `x` itself.
 */
import {
  LN2_HEAD,
  LN2_TAIL,
  LOG_HEADS,
  LOG_TAILS,
  POWER_HEADS,
  POWER_TAILS,
  STEP_HEAD,
  STEP_TAIL,
  STEPS_PER_UNIT,
} from "./math-tables";

/** out[i] ← e^x[i] for i below n. */
export function expArray(x: usize, out: usize, n: i32): void {
  for (let i: usize = 0, end = (<usize>n) << 3; i < end; i += 8) store<f64>(out + i, exp(load<f64>(x + i)));
}

/** out[i] ← ln x[i] for i below n. */
export function logArray(x: usize, out: usize, n: i32): void {
  for (let i: usize = 0, end = (<usize>n) << 3; i < end; i += 8) store<f64>(out + i, log(load<f64>(x + i)));
}

/** out[i] ← x[i]^exponent for i below n. */
export function powArray(x: usize, exponent: f64, out: usize, n: i32): void {
  for (let i: usize = 0, end = (<usize>n) << 3; i < end; i += 8)
    store<f64>(out + i, pow(load<f64>(x + i), exponent));
}

@inline
function exp(x: f64): f64 {
  if (x != x) return NaN;
  if (x > 710) return Infinity;
  if (x < -746) return 0;
  return expOfSum(x, 0);
}

@inline
function log(x: f64): f64 {
  if (x > 0 && x < Infinity) return logWithTail(x);
  if (x == 0) return -Infinity;
  return x == Infinity ? Infinity : NaN;
}

function pow(x: f64, y: f64): f64 {
  if (y == 0) return 1;
  if (x != x || y != y) return NaN;
  if (y == 1) return x;
  if (y == 2) return x * x;
  if (y == -1) return 1 / x;
  const size = abs(x);
  if (abs(y) == Infinity) {
    if (size == 1) return NaN;
    return size > 1 == y > 0 ? Infinity : 0;
  }
  const isOddInteger = floor(y) == y && floor(y / 2) != y / 2;
  if (size == 0 || size == Infinity) {
    const result: f64 = (size == 0) == y > 0 ? 0 : Infinity;
    return isOddInteger ? copysign(result, x) : result;
  }
  if (x < 0) {
    if (floor(y) != y) return NaN;
    return isOddInteger ? -powOfPositive(size, y) : powOfPositive(size, y);
  }
  return y == 0.5 ? sqrt(x) : powOfPositive(x, y);
}

function powOfPositive(x: f64, y: f64): f64 {
  const head = logWithTail(x);
  const product = y * head;
  if (product > 710) return Infinity;
  if (product < -746) return 0;
  if (product > -1e-18 && product < 1e-18) return 1;
  return expOfSum(product, productError(y, head, product) + y * logTail);
}

@inline
function expOfSum(x: f64, tail: f64): f64 {
  const k = nearest(x * STEPS_PER_UNIT);
  const r = x - k * STEP_HEAD - (k * STEP_TAIL - tail);
  const series =
    r +
    r * r * (1.0 / 2 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040))))));
  const whole = <i32>k;
  const entry = (<usize>(whole & 31)) << 3;
  const power = load<f64>(POWER_HEADS + entry);
  const fraction = power + (load<f64>(POWER_TAILS + entry) + power * series);
  const exponent = whole >> 5;
  const half = exponent >> 1;
  return fraction * powerOfTwo(half) * powerOfTwo(exponent - half);
}

/** What the last logWithTail lacked. */
let logTail: f64 = 0;

@inline
function logWithTail(x: f64): f64 {
  let exponent: i32 = 0;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984;
    exponent = -54;
  }
  const bits = reinterpret<i64>(x);
  const shift = (<i32>(bits >> 32) - 0x3fe6a09e) >> 20;
  exponent += shift;
  const m = reinterpret<f64>(bits - ((<i64>shift) << 52));

  const rounded = nearest(m * 32);
  const c = rounded / 32;
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
  const series = s * square * (1.0 / 12 + square * (1.0 / 80 + square * (1.0 / 448 + square * (1.0 / 2304))));
  const entry = (<usize>(<i32>rounded - 23)) << 3;
  const base = <f64>exponent * LN2_HEAD + load<f64>(LOG_HEADS + entry);
  const baseTail = <f64>exponent * LN2_TAIL + load<f64>(LOG_TAILS + entry);
  const head = base + upper;
  const rest = upper - (head - base) + (baseTail + lower + series);
  const result = head + rest;
  logTail = rest - (result - head);
  return result;
}

@inline
function powerOfTwo(exponent: i32): f64 {
  return reinterpret<f64>((<i64>(exponent + 1023)) << 52);
}

@inline
function upperHalf(x: f64): f64 {
  const shifted = x * 134217729;
  return shifted - (shifted - x);
}

@inline
function productError(x: f64, y: f64, product: f64): f64 {
  const xUpper = upperHalf(x);
  const xLower = x - xUpper;
  const yUpper = upperHalf(y);
  const yLower = y - yUpper;
  return xLower * yLower - (product - xUpper * yUpper - xLower * yUpper - xUpper * yLower);
}
