import { logOfSpecial, logTail, logWithTail } from "./log.js";

/** ln(1 + x), exact to the last digit also where 1 + x would lose x. */
export function log1p(x: number): number {
  if (x > -5e-17 && x < 5e-17) return x;
  if (!(x > -1 && x < Infinity)) return logOfSpecial(1 + x);
  const sum = 1 + x;
  const lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
  const head = logWithTail(sum);
  return head + (logTail + lost / sum);
}
