import { normalTail } from "./distributions.js";
import { exp } from "./math.js";

/** Beyond this a normal density does not count; and the steps of Simpson's rule up to there. */
const [far, steps] = [9, 720];
const rootOfTwoPi = 2.5066282746310002;

/** P(range ≤ q) of `count` independent standard normal numbers: count·∫ φ(z)·(Φ(z) − Φ(z − q))^(count − 1) dz. */
export function normalRangeCdf(q: number, count: number): number {
  if (q <= 0) return 0;
  const step = (2 * far) / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const z = i * step - far;
    const density = exp((-z * z) / 2) / rootOfTwoPi;
    const within = normalTail(z - q) - normalTail(z);
    let power = 1;
    for (let j = 1; j < count; j++) power *= within;
    sum += (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2) * density * power;
  }
  return Math.min(1, (count * step * sum) / 3);
}

/** The q that the range of `count` standard normal numbers exceeds with probability `level`. */
export function normalRangeQuantile(level: number, count: number): number {
  let [low, high] = [0, 2 * far];
  while (high - low > 1e-12 * high) {
    const middle = (low + high) / 2;
    if (1 - normalRangeCdf(middle, count) > level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
