import { exp } from "./math.js";

const SQRT_TWO_PI = 2.5066282746310002;

/** P(Z > z) of the standard normal distribution, with all digits also far out. */
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
