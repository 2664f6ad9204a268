import type { FeatureRows } from "./feature-rows.js";
import type { Machines } from "./machines.js";

/** Squared weights below this part of the largest are rounding. */
const roundingLeaves = 1e-20;

/** How many features go in a round. */
export interface Schedule {
  /** The part that a round drops while more than `slowFrom` are left. */
  readonly dropRate: number;
  /** The part that it drops after that; at least one. */
  readonly slowRate: number;
  readonly slowFrom: number;
}

/** A feature, or features that are dropped together. */
export interface Unit {
  readonly features: readonly number[];
  /** What its features cost on average. */
  readonly cost: number;
}

/** The order in which features were dropped. */
export interface Elimination {
  /** All of them, the one that stayed longest first. */
  readonly order: Int32Array;
  /** By feature. */
  readonly scores: ReadonlyMap<number, number>;
}

/**
 * Trains the machines, drops the features with the smallest weights, and repeats. The score of a feature is its share in
 * the sum of all weights in the round that dropped it, or the largest score of those that went before it, if that is larger.
 */
export async function eliminate(
  rows: FeatureRows,
  machines: Machines,
  units: readonly Unit[],
  schedule: Schedule,
  progress: (fraction: number) => Promise<void>,
): Promise<Elimination> {
  const total = rows.left;
  const dropped: number[] = [];
  const scores = new Map<number, number>();
  let highest = 0;
  let present = units;
  while (present.length > 0) {
    await machines.train(() => progress(dropped.length / total));
    const weights = withoutRounding(machines.weights());
    const own = (feature: number) => weights[rows.locate(feature)];
    const weightOf = new Float64Array(present.length);
    let sum = 0;
    for (let at = 0; at < present.length; at++) {
      weightOf[at] = weigh(present[at], own);
      sum += weightOf[at];
    }
    const gone: number[] = [];
    const leaving = weakest(present, weightOf, howMany(present.length, schedule));
    for (const at of leaving) {
      highest = Math.max(highest, sum > 0 ? weightOf[at] / sum : 0);
      const fromTheWeakest = [...present[at].features].sort((a, b) => own(a) - own(b) || b - a);
      for (const feature of fromTheWeakest) scores.set(feature, highest);
      gone.push(...fromTheWeakest);
    }
    rows.drop(gone);
    dropped.push(...gone);
    const isLeaving = new Set(leaving);
    present = present.filter((_, at) => !isLeaving.has(at));
    await progress(dropped.length / total);
  }
  return { order: Int32Array.from(dropped.reverse()), scores };
}

/** A feature that is the same for all support vectors has no weight; what rounding leaves of it is taken away. */
function withoutRounding(weights: Float64Array): Float64Array {
  const least = roundingLeaves * weights.reduce((most, weight) => Math.max(most, weight), 0);
  for (let row = 0; row < weights.length; row++) if (weights[row] < least) weights[row] = 0;
  return weights;
}

/** The places of so many units with the smallest weights, smallest first; of equals the later goes first. */
function weakest(units: readonly Unit[], weights: Float64Array, count: number): number[] {
  const limit = weights.slice().sort()[count - 1];
  const light: number[] = [];
  for (let at = 0; at < weights.length; at++) if (weights[at] <= limit) light.push(at);
  return light
    .sort((a, b) => weights[a] - weights[b] || units[b].features[0] - units[a].features[0])
    .slice(0, count);
}

/** The mean weight of the unit's features, per cost, with a dozen digits: rounding must not decide between equals. */
function weigh({ features, cost }: Unit, own: (feature: number) => number): number {
  let sum = 0;
  for (const feature of features) sum += own(feature);
  const weight = sum / features.length / cost;
  const spread = weight * (2 ** 13 + 1);
  return spread - (spread - weight);
}

/** How many of so many features or blocks a round drops. */
function howMany(count: number, { dropRate, slowRate, slowFrom }: Schedule): number {
  return Math.max(1, Math.floor((count > slowFrom ? dropRate : slowRate) * count));
}
