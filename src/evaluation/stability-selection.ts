import { InputError } from "../core/input-error.js";
import type { Random } from "../numeric/random.js";
import { stratifiedFolds } from "./folds.js";

/**
 * Subsamples of half the rows for stability selection: pairs of halves that share no row, each class split as evenly as
 * it can be. A pair does not depend on how many there are.
 */
export function halfSamples(codes: Int32Array, pairs: number, random: Random): Int32Array[] {
  if (!(Number.isInteger(pairs) && pairs >= 1))
    throw new InputError(
      "option-value",
      `the number of pairs of halves must be a whole number of at least 1; ${pairs} was given`,
    );
  return Array.from({ length: pairs }, (_, pair) =>
    stratifiedFolds(codes, 2, random.fork(`halves ${pair}`)).map(({ test }) => test),
  ).flat();
}

/** The numbers that the error bound of stability selection ties together. */
export interface StabilityBound {
  /** All features, d. */
  readonly features: number;
  /** Features selected on a subsample, q (their mean number where it varies). */
  readonly selected: number;
  /** The share of subsamples in which a feature must be selected, π: above ½, at most 1. */
  readonly threshold: number;
}

/**
 * The bound of Meinshausen and Bühlmann on the expected number of features that are selected wrongly:
 * E[V] ≤ q² / ((2π − 1) d). It holds where noise features are exchangeable and the method is no worse than guessing.
 */
export function expectedFalseSelections({ features, selected, threshold }: StabilityBound): number {
  requireThreshold(threshold);
  requireSizes(features, selected);
  return (selected * selected) / ((2 * threshold - 1) * features);
}

/**
 * The sharper bound of Shah and Samworth for `pairs` complementary pairs, on features whose chance to be selected on a
 * subsample is at most q / d. It holds where the share of pairs that select such a feature twice has one peak. Null where
 * the threshold is too near to ½ or too many features are selected for it.
 */
export function expectedFalseSelectionsUnimodal(
  { features, selected, threshold }: StabilityBound,
  pairs: number,
): number | null {
  requireThreshold(threshold);
  requireSizes(features, selected);
  const share = selected / features;
  // Frequencies are multiples of 1/(2·pairs): the threshold is really the next of these. 0.55·100 is a little above 55.
  const reached = Math.ceil(threshold * 2 * pairs * (1 - 1e-12)) / (2 * pairs);
  const least = Math.min(0.5 + share * share, 0.5 + 0.5 / pairs + 0.75 * share * share);
  if (share * share > 1 / 3 || reached <= least || reached < 0.5 + 1 / pairs) return null;
  const factor =
    reached <= 0.75
      ? 0.5 / (2 * reached - 1 - 0.5 / pairs)
      : (4 * (1 - reached + 0.5 / pairs)) / (1 + 1 / pairs);
  return factor * share * selected;
}

/** The smallest threshold π that keeps the bound at `falseSelections`; null where even π = 1 does not: select fewer. */
export function thresholdFor(
  falseSelections: number,
  { features, selected }: Omit<StabilityBound, "threshold">,
): number | null {
  requireSizes(features, selected);
  requireFalseSelections(falseSelections);
  const threshold = ((selected * selected) / (features * falseSelections) + 1) / 2;
  return threshold <= 1 ? threshold : null;
}

/** How many features may be selected on each subsample so that the bound stays at `falseSelections`; 0 where none. */
export function selectedFor(
  falseSelections: number,
  { features, threshold }: Omit<StabilityBound, "selected">,
): number {
  requireThreshold(threshold);
  requireSizes(features, 0);
  requireFalseSelections(falseSelections);
  // 2·0.6 − 1 is a little less than 0.2: a whole number must not fall below itself for that.
  const most = Math.sqrt((2 * threshold - 1) * features * falseSelections) * (1 + 1e-12);
  return Math.min(features, Math.floor(most));
}

/** The features whose frequency reaches the threshold, the most frequent first, ties by place. */
export function stableFeatures(frequencies: Float64Array, threshold: number): Int32Array {
  requireThreshold(threshold);
  return Int32Array.from(frequencies.keys())
    .filter((feature) => frequencies[feature] >= threshold)
    .sort((a, b) => frequencies[b] - frequencies[a] || a - b);
}

function requireThreshold(threshold: number): void {
  if (!(threshold > 0.5 && threshold <= 1))
    throw new InputError(
      "option-value",
      `the threshold must be a number above 0.5 and up to 1; ${threshold} was given`,
    );
}

function requireSizes(features: number, selected: number): void {
  if (!(features >= 1 && selected >= 0 && selected <= features))
    throw new InputError(
      "option-value",
      `${selected} of ${features} features were given as selected; the number must be from 0 to all of them`,
    );
}

function requireFalseSelections(falseSelections: number): void {
  if (!(falseSelections > 0))
    throw new InputError(
      "option-value",
      `the number of false selections must be above 0; ${falseSelections} was given`,
    );
}
