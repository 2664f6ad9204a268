import { powerOfTwo } from "./bits.js";
import { nearestInteger } from "./rounding.js";
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
export function expOfSum(x: number, tail: number): number {
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
