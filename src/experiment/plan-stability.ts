import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { checkOption, type OptionDefinitions } from "../core/option.js";
import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts, encodeLabels } from "../data/labels.js";
import { requireSelectable } from "../data/require-selectable.js";
import { type RareClasses, rareClassesOption, settleRareClasses } from "../evaluation/rare-classes.js";
import {
  expectedFalseSelections,
  expectedFalseSelectionsUnimodal,
  selectedFor,
  thresholdFor,
} from "../evaluation/stability-selection.js";
import { drawSubsamples, inPairs } from "../evaluation/subsamples.js";
import { Random } from "../numeric/random.js";
import { type RowGroups, requireGroupsFor, rowGroupCodes } from "./plan-splits.js";

/** The numbers of stability selection, as data. */
export const stabilityOptions = {
  subsamples: {
    type: "number",
    integer: true,
    default: 100,
    min: 2,
    max: 100_000,
    help: "number of subsamples; with up to half the rows they come in pairs without common rows",
  },
  fraction: {
    type: "number",
    default: 0.5,
    above: 0,
    max: 0.99,
    help: "the fraction of each class in a subsample; the error bound needs at most 0.5",
  },
  threshold: {
    type: "number",
    default: null,
    above: 0.5,
    max: 1,
    help: "the fraction of subsamples that must select a stable feature (0.75)",
  },
  falseSelections: {
    type: "number",
    default: null,
    above: 0,
    help: "instead of the threshold: the expected number of false selections, from which the threshold follows",
  },
} as const satisfies OptionDefinitions;

/** The rows that are drawn, and the data that they are rows of. */
export interface DrawnSubsamples {
  /** Without rare classes, where these were to go. */
  readonly data: Dataset;
  readonly subsamples: readonly Int32Array[];
  readonly notices: readonly Notice[];
}

/** What {@link planSubsamples} goes by. */
export interface PlanSubsamplesOptions {
  readonly subsamples: number;
  readonly fraction: number;
  readonly rareClasses: RareClasses;
  /** Whether the method looks at the labels. */
  readonly supervised: boolean;
  readonly rowGroups?: RowGroups | null;
  readonly seed: number;
}

/** Draws subsamples by the seed alone, after refusing data that they would be too small for. */
export function planSubsamples(given: Dataset, options: PlanSubsamplesOptions): DrawnSubsamples {
  const { supervised, rareClasses, seed } = options;
  checkOption("rareClasses", rareClassesOption, rareClasses);
  const labelled = given.labels || supervised ? given : given.with({ labels: sameForAll(given.rows) });
  const groupOf = rowGroupCodes(given, options.rowGroups);
  if (groupOf) requireGroupsFor(2, groupOf);
  // What half of the rows needs is what two folds need; smaller fractions are looked at below.
  const settled =
    rareClasses === "error"
      ? null
      : settleRareClasses(labelled, { folds: 2, choice: rareClasses, rowGroups: groupOf });
  const data = settled?.data ?? labelled;
  if (supervised) requireSelectable(data, true);
  const rowGroups = groupOf && settled ? Int32Array.from(settled.rows, (row) => groupOf[row]) : groupOf;
  const { codes, classes } = data.labels!;
  const subsamples = drawSubsamples(codes, { ...options, rowGroups }, new Random(seed).fork("subsamples"));
  const sizes = classCounts(data.labels!);
  for (const rows of subsamples) {
    const counts = new Int32Array(classes.length);
    for (const row of rows) counts[codes[row]]++;
    const scarce = counts.findIndex((count, code) => count < 2 && sizes[code] > 0);
    // Slices of a target are made anew from the rows of a subsample.
    if (scarce < 0 || !supervised || data.targets) continue;
    throw new InputError(
      "small-classes",
      `class "${classes[scarce]}" has ${plural(sizes[scarce], "row")}, of which a subsample has ${counts[scarce]}; two are needed`,
      {
        facts: { classes: [classes[scarce]], count: sizes[scarce] },
        remedies: [
          { action: "use a larger fraction of the rows", option: "fraction" },
          { action: "leave out such classes", option: "rareClasses", value: "drop" },
        ],
      },
    );
  }
  if (subsamples[0].length < 2)
    throw new InputError(
      "unusable-data",
      `a subsample has ${subsamples[0].length} of ${data.rows} rows; two are needed`,
      { remedies: [{ action: "use a larger fraction of the rows", option: "fraction" }] },
    );
  return { data, subsamples, notices: settled?.notices ?? [] };
}

/** One class for all rows: methods that look at no labels have nothing to be stratified by. */
const sameForAll = (rows: number) => encodeLabels(Array.from({ length: rows }, () => "all"));

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
        `there is no error bound for subsamples of more than half the rows, so ${optionName("falseSelections")} cannot be guaranteed`,
        {
          remedies: [
            { action: "take half of the rows", option: "fraction", value: 0.5 },
            { action: "choose by frequency", option: "threshold" },
          ],
        },
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
  "bound: q² / ((2·threshold − 1)·d) for pairs of subsamples without common rows; rows are independent of each other, nothing else is assumed (Shah and Samworth 2013). It holds for all features without information where these are exchangeable and the method is not worse than guessing (Meinshausen and Bühlmann 2010)";
const onePeak =
  "unimodal bound: sharper; assumed too that for such a feature the share of pairs that select it twice has a distribution with one peak (Shah and Samworth 2013)";
const noBound =
  "no bound: subsamples of more than half the rows overlap, and the theory needs pairs without common rows; use a fraction of 0.5 or less";
const nothingChosen = "nothing was chosen: all selected features were kept by name";
