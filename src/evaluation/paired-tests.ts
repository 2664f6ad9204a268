import { InputError } from "../core/input-error.js";
import { normalTail, studentTail } from "../numeric/distributions.js";

/** The exact distribution of the signed ranks is counted up to so many pairs: 2⁵⁰ is a whole number without loss. */
const MOST_EXACT = 50;

/** What {@link correctedResampledT} found. */
export interface ResampledT {
  readonly meanDifference: number;
  /** ±Infinity where all differences are the same and not zero. */
  readonly t: number;
  readonly freedom: number;
  /** Two-sided. */
  readonly pValue: number;
}

/**
 * Whether two methods differ on one data set, from their differences over J folds (of all repeats): the corrected
 * resampled t test of Nadeau and Bengio, t = mean / √((1/J + test/train)·s²) with J − 1 degrees of freedom. The plain
 * t test takes folds for independent, though their training sets overlap, and finds differences where there are none.
 */
export function correctedResampledT(
  differences: ArrayLike<number>,
  /** Rows of a training and of a test set. Only their ratio counts. */
  sizes: { readonly train: number; readonly test: number },
): ResampledT {
  const n = differences.length;
  if (n < 2) throw new InputError("option-value", `the t test needs at least two folds; ${n} was given`);
  if (!(sizes.train > 0 && sizes.test > 0))
    throw new InputError(
      "option-value",
      `training sets of ${sizes.train} and test sets of ${sizes.test} rows were given; both must be above 0`,
    );
  let sum = 0;
  for (let i = 0; i < n; i++) sum += differences[i];
  const mean = sum / n;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (differences[i] - mean) * (differences[i] - mean);
  const variance = (1 / n + sizes.test / sizes.train) * (squares / (n - 1));
  const t = mean === 0 ? 0 : mean / Math.sqrt(variance);
  return { meanDifference: mean, t, freedom: n - 1, pValue: 2 * studentTail(Math.abs(t), n - 1) };
}

/** What {@link wilcoxonSignedRank} found. */
export interface SignedRank {
  /** Sum of the ranks of positive and of negative differences. */
  readonly positive: number;
  readonly negative: number;
  /** Differences that are not zero: the others are left out. */
  readonly pairs: number;
  /** Two-sided; 1 where no pair differs. */
  readonly pValue: number;
  readonly method: "exact" | "normal";
}

/**
 * Whether one method is better than another over data sets, from one difference per data set: Wilcoxon's signed-rank
 * test. Zeros are left out, ties share their mean rank. Up to 50 pairs the probability is exact, for ties too: all 2ⁿ
 * choices of signs are counted. Beyond, or when asked for, it is the normal approximation with correction for ties and
 * without one for continuity, as in SciPy.
 */
export function wilcoxonSignedRank(
  differences: ArrayLike<number>,
  method: "auto" | "exact" | "normal" = "auto",
): SignedRank {
  const nonzero = Float64Array.from(differences).filter((difference) => difference !== 0);
  if (nonzero.some(Number.isNaN))
    throw new InputError("option-value", "a difference is missing; give a number for every data set");
  const pairs = nonzero.length;
  if (method === "exact" && pairs > MOST_EXACT)
    throw new InputError(
      "option-value",
      `the exact test counts up to ${MOST_EXACT} pairs; ${pairs} were given`,
      { remedies: [{ action: "take the normal approximation", option: "method", value: "normal" }] },
    );
  const doubled = doubledRanks(nonzero);
  const total = pairs * (pairs + 1);
  const positive = doubled.reduce((sum, rank, i) => (nonzero[i] > 0 ? sum + rank : sum), 0);
  const smaller = Math.min(positive, total - positive);
  const exact = method === "exact" || (method === "auto" && pairs <= MOST_EXACT);
  return {
    positive: positive / 2,
    negative: (total - positive) / 2,
    pairs,
    pValue: exact ? exactPValue(doubled, smaller) : normalPValue(doubled, smaller),
    method: exact ? "exact" : "normal",
  };
}

/**
 * P values of several tests, adjusted by Holm's method: what remains below 0.05 is found with a probability below 0.05
 * that any of them is false. In the order given.
 */
export function adjustHolm(pValues: ArrayLike<number>): Float64Array {
  const adjusted = Float64Array.from(pValues);
  const order = Int32Array.from(adjusted.keys()).sort((a, b) => pValues[a] - pValues[b] || a - b);
  let largest = 0;
  order.forEach((test, place) => {
    largest = Math.max(largest, Math.min(1, (order.length - place) * pValues[test]));
    adjusted[test] = largest;
  });
  return adjusted;
}

/** Twice the ranks of the absolute values, which makes the mean ranks of ties whole numbers. */
function doubledRanks(values: Float64Array): Int32Array {
  const size = values.map(Math.abs);
  const order = Int32Array.from(size.keys()).sort((a, b) => size[a] - size[b]);
  const ranks = new Int32Array(size.length);
  for (let start = 0; start < order.length; ) {
    let end = start;
    while (end < order.length && size[order[end]] === size[order[start]]) end++;
    for (let i = start; i < end; i++) ranks[order[i]] = start + 1 + end;
    start = end;
  }
  return ranks;
}

/** Counts the choices of signs by their sum of (doubled) positive ranks. */
function exactPValue(doubled: Int32Array, smaller: number): number {
  const total = doubled.reduce((sum, rank) => sum + rank, 0);
  const ways = new Float64Array(total + 1);
  ways[0] = 1;
  for (const rank of doubled) for (let sum = total; sum >= rank; sum--) ways[sum] += ways[sum - rank];
  let asExtreme = 0;
  for (let sum = 0; sum <= smaller; sum++) asExtreme += ways[sum];
  return Math.min(1, (2 * asExtreme) / 2 ** doubled.length);
}

function normalPValue(doubled: Int32Array, smaller: number): number {
  // With ties the variance is Σ rank² / 4, which equals the formula with Σ(t³ − t).
  const variance = doubled.reduce((sum, rank) => sum + rank * rank, 0) / 16;
  const mean = (doubled.length * (doubled.length + 1)) / 4;
  return variance === 0 ? 1 : 2 * normalTail((mean - smaller / 2) / Math.sqrt(variance));
}
