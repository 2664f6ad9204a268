import { log } from "../../numeric/math.js";

/**
 * How many standard errors to allow on both sides, so that with the given confidence no interval of any feature misses its
 * score at any look. From P(|Z| > z) ≤ 2·exp(−z²/2) for a normal Z, and the sum of such chances over features and looks.
 */
export function errorsToAllow(confidence: number, features: number, looks: number): number {
  return Math.sqrt(2 * log((2 * features * looks) / (1 - confidence)));
}

/**
 * How many features are sure to belong to the best k: even at the lower end of its interval, such a feature is beaten by
 * fewer than k others at the upper ends of theirs. Constant features are never among the best.
 */
export function countSettled(
  scores: Float64Array,
  errors: Float64Array,
  constant: Uint8Array,
  k: number,
  allow: number,
): number {
  const varying = Array.from(scores.keys()).filter((j) => !constant[j]);
  if (varying.length <= k) return varying.length;
  const uppers = Float64Array.from(varying, (j) => scores[j] + allow * errors[j])
    .sort()
    .reverse();
  let settled = 0;
  for (const j of varying) {
    // A feature does not compete with itself.
    const rival = scores[j] + allow * errors[j] >= uppers[k - 1] ? uppers[k] : uppers[k - 1];
    if (scores[j] - allow * errors[j] > rival) settled++;
  }
  return settled;
}
