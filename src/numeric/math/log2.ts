import { logOfSpecial, logTail, logWithTail } from "./log.js";
import { productError } from "./rounding.js";
import { INVERSE_LN2_HEAD, INVERSE_LN2_TAIL } from "./tables.js";

/** The logarithm of x to base 2; exact for the powers of 2 that a double can hold. */
export function log2(x: number): number {
  if (!(x > 0 && x < Infinity)) return logOfSpecial(x);
  const head = logWithTail(x);
  const product = head * INVERSE_LN2_HEAD;
  const error = productError(head, INVERSE_LN2_HEAD, product);
  return product + (error + (head * INVERSE_LN2_TAIL + logTail * INVERSE_LN2_HEAD));
}
