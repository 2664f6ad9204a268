import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import {
  expectedFalseSelections,
  expectedFalseSelectionsUnimodal,
  selectedFor,
  thresholdFor,
} from "../evaluation/stability-selection.js";
import { inPairs } from "../evaluation/subsamples.js";

/** How many of the stable features are expected to be wrong, at most, and what that rests on. */
export interface FalseSelections {
  /** q² / ((2π − 1) d); null where subsamples are too large for any bound. */
  readonly bound: number | null;
  /** The sharper bound for distributions with one peak; null where it does not apply. */
  readonly unimodalBound: number | null;
  /** Features that the method chose from, without kept ones: d. */
  readonly features: number;
  /** How many of them it selects on a subsample: q. */
  readonly selected: number;
  /** What the bounds say and rest on, in words. */
  readonly assumptions: readonly string[];
}

/** The threshold where neither it nor the number of false selections is given. */
const defaultThreshold = 0.75;

/** The threshold that was given, or that keeps to the false selections that were; and the bounds for it. */
export function settleThreshold(
  {
    subsamples,
    fraction,
    threshold,
    falseSelections,
  }: { subsamples: number; fraction: number; threshold: number | null; falseSelections: number | null },
  { features, selected }: { features: number; selected: number },
): { threshold: number; falseSelections: FalseSelections } {
  if (threshold !== null && falseSelections !== null)
    throw new InputError(
      "options-conflict",
      `${optionName("threshold")} ${threshold} and ${optionName("falseSelections")} ${falseSelections} are both given; each follows from the other, so leave one out`,
    );
  if (!inPairs(fraction)) {
    if (falseSelections !== null)
      throw new InputError(
        "options-conflict",
        `there is no error bound for subsamples of more than half the rows, so ${optionName("falseSelections")} cannot be kept to; leave out ${optionName("fraction")} ${fraction}, or give ${optionName("threshold")}`,
      );
    return {
      threshold: threshold ?? defaultThreshold,
      falseSelections: { bound: null, unimodalBound: null, features, selected, assumptions: [noBound] },
    };
  }
  const settled =
    falseSelections === null
      ? (threshold ?? defaultThreshold)
      : keepingTo(falseSelections, { features, selected });
  if (features === 0 || selected === 0)
    return {
      threshold: settled,
      falseSelections: { bound: 0, unimodalBound: 0, features, selected, assumptions: [nothingChosen] },
    };
  const sizes = { features, selected, threshold: settled };
  const unimodalBound = expectedFalseSelectionsUnimodal(sizes, subsamples / 2);
  return {
    threshold: settled,
    falseSelections: {
      bound: expectedFalseSelections(sizes),
      unimodalBound,
      features,
      selected,
      assumptions: [meaning, worstCase, ...(unimodalBound === null ? [] : [onePeak])],
    },
  };
}

function keepingTo(falseSelections: number, sizes: { features: number; selected: number }): number {
  if (sizes.features === 0 || sizes.selected === 0) return defaultThreshold;
  const threshold = thresholdFor(falseSelections, sizes);
  if (threshold !== null) return threshold;
  const most = selectedFor(falseSelections, { ...sizes, threshold: 1 });
  throw new InputError(
    "option-value",
    `no threshold keeps the expected false selections at ${falseSelections} when ${sizes.selected} of ${sizes.features} features are selected; ${most > 0 ? `select at most ${most}` : "allow more of them"}`,
  );
}

const meaning =
  "false: a feature that the method selects on a random subsample of this size no more often than by guessing (q of d features)";
const worstCase =
  "bound: q² / ((2·threshold − 1)·d) for pairs of subsamples without common rows; rows are independent of each other, nothing else is assumed (Shah and Samworth 2013). It holds for all features without information where these are exchangeable and the method is no worse than guessing (Meinshausen and Bühlmann 2010)";
const onePeak =
  "unimodal bound: sharper; assumed too that for such a feature the share of pairs that select it twice has a distribution with one peak (Shah and Samworth 2013)";
const noBound =
  "no bound: subsamples of more than half the rows overlap, and the theory needs pairs without common rows; take a fraction of 0.5 or less";
const nothingChosen = "nothing was chosen: all selected features were kept by name";
