import { upTo } from "../../numeric/up-to.js";
/** A subset of features judged by the ratio of its scatters. */
export interface RatioResult {
  /** Σb/Σw over the subset; infinite where it has no scatter within. */
  readonly ratio: number;
  /** The ratio after each step, and how much it rose in that step. */
  readonly ratios: readonly number[];
  readonly rises: readonly number[];
  /** b_j − λ·w_j of every feature with the last λ. */
  readonly scores: Float64Array;
  /** All features, best first; the subset stands in front. */
  readonly order: Int32Array;
}

/**
 * The m features with the largest Σb/Σw of all subsets of that size (Nie 2008). From the best features by b/w on: with
 * λ the ratio of the subset, the m features with the largest b_j − λ·w_j have a ratio of at least λ, and where it is no
 * larger, λ is the largest there is. So λ rises until it stops. Features without any scatter stand behind all others.
 */
export function largestRatio(between: Float64Array, within: Float64Array, m: number): RatioResult {
  const start = byQuotient(between, within);
  let ratio = ratioOf(between, within, start.subarray(0, m));
  if (ratio === Number.POSITIVE_INFINITY) return infiniteRatio(between, within);
  const ratios: number[] = [];
  const rises: number[] = [];
  for (;;) {
    const scores = scoresAt(ratio, between, within);
    const order = byScore(scores, between, within);
    const next = ratioOf(between, within, order.subarray(0, m));
    const rise = Math.max(0, next - ratio);
    ratios.push(ratio + rise);
    rises.push(rise);
    if (rise === 0) return { ratio, ratios, rises, scores, order };
    ratio = next;
  }
}

/**
 * What scikit-feature gives: only the m best features by b/w are looked at, so that nothing is left to choose. They
 * stand in the order of b_j − λ·w_j, the others in that of b/w. Its first λ is that of the first m columns, and it stops
 * when λ moves by less than a thousandth.
 */
export function ratioOfBestQuotients(between: Float64Array, within: Float64Array, m: number): RatioResult {
  const byFisher = byQuotient(between, within);
  const subset = byFisher.slice(0, m);
  const ratio = ratioOf(between, within, subset);
  let used = ratioOf(between, within, upTo(m));
  const steps = Math.abs(ratio - used) < 1e-3 ? 1 : 2;
  if (steps === 2) used = ratio;
  const scores = Number.isFinite(used)
    ? scoresAt(used, between, within)
    : infiniteRatio(between, within).scores;
  subset.sort((a, b) => descending(scores[a], scores[b]) || a - b);
  const order = byFisher.slice();
  order.set(subset);
  const zeros = Array.from({ length: steps }, () => 0);
  return { ratio, ratios: zeros.map(() => ratio), rises: zeros, scores, order };
}

/** Σb/Σw over these features, summed in the order of their places, so that the same subset has the same ratio. */
function ratioOf(between: Float64Array, within: Float64Array, features: Int32Array): number {
  let [above, below] = [0, 0];
  for (const j of features.slice().sort()) {
    above += between[j];
    below += within[j];
  }
  return above > 0 ? above / below : 0;
}

const scoresAt = (ratio: number, between: Float64Array, within: Float64Array) =>
  between.map((scatter, j) => scatter - ratio * within[j]);

/** Features without scatter within fill the whole subset: they go by b, all others, infinitely worse, by rising w. */
function infiniteRatio(between: Float64Array, within: Float64Array): RatioResult {
  const scores = between.map((scatter, j) => (within[j] > 0 ? Number.NEGATIVE_INFINITY : scatter));
  const order = sorted(
    between,
    within,
    (a, b) => within[a] - within[b] || descending(between[a], between[b]) || a - b,
  );
  const ratio = Number.POSITIVE_INFINITY;
  return { ratio, ratios: [ratio], rises: [0], scores, order };
}

function byQuotient(between: Float64Array, within: Float64Array): Int32Array {
  const quotients = between.map((scatter, j) => (scatter > 0 ? scatter / within[j] : 0));
  return byScore(quotients, between, within);
}

function byScore(scores: Float64Array, between: Float64Array, within: Float64Array): Int32Array {
  return sorted(between, within, (a, b) => descending(scores[a], scores[b]) || a - b);
}

/** Features that have any scatter in this order, then those that have none. */
function sorted(
  between: Float64Array,
  within: Float64Array,
  compare: (a: number, b: number) => number,
): Int32Array {
  const all = Int32Array.from(between.keys());
  const scattered = (j: number) => between[j] > 0 || within[j] > 0;
  const others = all.filter((j) => !scattered(j));
  return Int32Array.from([...all.filter(scattered).sort(compare), ...others]);
}

/** The larger first; infinite ones equal each other. */
const descending = (a: number, b: number) => (a === b ? 0 : a > b ? -1 : 1);
