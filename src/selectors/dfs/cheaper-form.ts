/** Outer steps and vectors that a fit is likely to need, for weighing the two forms against each other. */
const likelySteps = 20;
const likelyVectors = 20;

/** Which form needs fewer operations: d³/3 + 4·2d²m a step and nd² once, or n²d + n³/3 + 4·4ndm a step. */
export function cheaperForm(samples: number, features: number): "tall" | "wide" {
  const [n, d, m] = [samples, features, likelyVectors];
  const tall = n * d * d + likelySteps * ((d * d * d) / 3 + 8 * d * d * m);
  const wide = likelySteps * (n * n * d + (n * n * n) / 3 + 16 * n * d * m);
  return tall <= wide ? "tall" : "wide";
}
