/** Steps of about 1.6: a right k is never far from one of them. */
const steps = [1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200];

/** The numbers of features that are tried where none are given: up to 200, or to all features where they are fewer. */
export function defaultKs(features: number, least = 1): number[] {
  const most = Math.min(features, steps[steps.length - 1]);
  const below = steps.filter((k) => k >= least && k < most);
  return [...below, Math.max(least, most)];
}
