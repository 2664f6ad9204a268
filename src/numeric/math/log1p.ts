import { logOfSpecial, logTail, logWithTail } from "./log.js";

/** ln(1 + x), with all digits also where 1 + x would lose those of x. */
export function log1p(x: number): number {
  if (x > -2e-6 && x < 2e-6) return x - x * x * (1 / 2 - x / 3);
  if (!(x > -1 && x < Infinity)) return logOfSpecial(1 + x);
  const sum = 1 + x;
  const lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
  const head = logWithTail(sum);
  return head + (logTail + lost / sum);
}
