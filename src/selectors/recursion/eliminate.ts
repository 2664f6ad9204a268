import type { Unit } from "./units.js";

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

/** The order in which features were dropped. */
export interface Elimination {
  /** All of them, the one that stayed longest first. */
  readonly order: Int32Array;
  /** By feature. */
  readonly scores: ReadonlyMap<number, number>;
  /** How many rounds there were. */
  readonly rounds: number;
}

/** The features that are left of those that a recursion began with. */
export interface Remaining {
  /** How many are left. */
  readonly left: number;
  /** The row of a feature that is left. */
  locate(feature: number): number;
  /** Takes features away. */
  drop(features: readonly number[]): void | Promise<void>;
}

/** What features are weighed by. */
export interface Criterion {
  /** A squared weight for each row of the features that are left; `pause` lets others speak. */
  weigh(pause: () => Promise<void>): Promise<Float64Array>;
}

/** Told before every drop what share each feature has that is left. */
export type WatchRound = (shares: (feature: number) => number) => void;

/**
 * Weighs the features that are left, drops those with the smallest weights, and repeats. By several criteria, a feature's
 * weight is the mean of its shares in the sums of each. The score of a feature is its share in the round that dropped it, or
 * the largest score of those that went before it, if that is larger.
 */
export async function eliminate(
  rows: Remaining,
  criteria: readonly Criterion[],
  units: readonly Unit[],
  schedule: Schedule,
  progress: (fraction: number) => Promise<void>,
  watch?: WatchRound,
): Promise<Elimination> {
  const total = rows.left;
  const dropped: number[] = [];
  const scores = new Map<number, number>();
  let highest = 0;
  let rounds = 0;
  let present = units;
  while (present.length > 0) {
    const { shares, own } = await weighAll(rows, criteria, present, () => progress(dropped.length / total));
    watch?.(own);
    const gone: number[] = [];
    const leaving = weakest(present, shares, howMany(present.length, schedule));
    for (const at of leaving) {
      highest = Math.max(highest, shares[at]);
      const fromTheWeakest = [...present[at].features].sort((a, b) => own(a) - own(b) || b - a);
      for (const feature of fromTheWeakest) scores.set(feature, highest);
      gone.push(...fromTheWeakest);
    }
    await rows.drop(gone);
    dropped.push(...gone);
    rounds++;
    const isLeaving = new Set(leaving);
    present = present.filter((_, at) => !isLeaving.has(at));
    await progress(dropped.length / total);
  }
  return { order: Int32Array.from(dropped.reverse()), scores, rounds };
}

/** The share of every unit, and of every feature that is left among the features. */
async function weighAll(
  rows: Remaining,
  criteria: readonly Criterion[],
  units: readonly Unit[],
  pause: () => Promise<void>,
) {
  const shares = new Float64Array(units.length);
  const ofRows = new Float64Array(rows.left);
  for (const criterion of criteria) {
    const weights = withoutRounding(await criterion.weigh(pause));
    addShares(weighUnits(units, weights, rows), shares, criteria.length);
    addShares(weights, ofRows, criteria.length);
  }
  for (let at = 0; at < shares.length; at++) shares[at] = withoutLastBits(shares[at]);
  return { shares, own: (feature: number) => ofRows[rows.locate(feature)] };
}

/** Adds what each weight is of their sum, divided by how many criteria there are. */
function addShares(weights: Float64Array, shares: Float64Array, criteria: number): void {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += weights[at];
  if (sum > 0) for (let at = 0; at < weights.length; at++) shares[at] += weights[at] / (criteria * sum);
}

/** A feature that is the same for all support vectors has no weight; what rounding leaves of it is taken away. */
function withoutRounding(weights: Float64Array): Float64Array {
  let most = 0;
  for (let row = 0; row < weights.length; row++) if (weights[row] > most) most = weights[row];
  const least = roundingLeaves * most;
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

/** The mean weight of each unit's features, per cost, with a dozen digits: rounding must not decide between equals. */
function weighUnits(units: readonly Unit[], weights: Float64Array, rows: Remaining): Float64Array {
  const ofUnits = new Float64Array(units.length);
  for (let at = 0; at < units.length; at++) {
    const { features, cost } = units[at];
    let sum = 0;
    for (let i = 0; i < features.length; i++) sum += weights[rows.locate(features[i])];
    ofUnits[at] = withoutLastBits(sum / features.length / cost);
  }
  return ofUnits;
}

function withoutLastBits(weight: number): number {
  const spread = weight * (2 ** 13 + 1);
  return spread - (spread - weight);
}

/** How many of so many features or blocks a round drops. */
export function howMany(count: number, { dropRate, slowRate, slowFrom }: Schedule): number {
  return Math.max(1, Math.floor((count > slowFrom ? dropRate : slowRate) * count));
}
