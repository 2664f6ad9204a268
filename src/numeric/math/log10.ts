import { logOfSpecial, logTail, logWithTail } from "./log.js";
import { productError } from "./rounding.js";
import { INVERSE_LN10_HEAD, INVERSE_LN10_TAIL } from "./tables.js";

/** The logarithm of x to base 10; exact for the powers of 10 that a double can hold. */
export function log10(x: number): number {
  if (!(x > 0 && x < Infinity)) return logOfSpecial(x);
  const head = logWithTail(x);
  const product = head * INVERSE_LN10_HEAD;
  const error = productError(head, INVERSE_LN10_HEAD, product);
  return product + (error + (head * INVERSE_LN10_TAIL + logTail * INVERSE_LN10_HEAD));
}
