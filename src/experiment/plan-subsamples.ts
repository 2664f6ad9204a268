import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { checkOption, type OptionDefinitions } from "../core/option.js";
import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts, encodeLabels } from "../data/labels.js";
import { requireSelectable } from "../data/require-selectable.js";
import { type RareClasses, rareClassesOption, settleRareClasses } from "../evaluation/rare-classes.js";
import { drawSubsamples } from "../evaluation/subsamples.js";
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
    help: "how many subsamples; up to half the rows they come in pairs that share no row",
  },
  fraction: {
    type: "number",
    default: 0.5,
    above: 0,
    max: 0.99,
    help: "the part of each class in a subsample; the error bound needs at most 0.5",
  },
  threshold: {
    type: "number",
    default: null,
    above: 0.5,
    max: 1,
    help: "the share of subsamples that must select a stable feature (0.75)",
  },
  falseSelections: {
    type: "number",
    default: null,
    above: 0,
    help: "in place of the threshold: how many false selections may be expected; the threshold follows",
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
    if (scarce < 0 || !supervised) continue;
    throw new InputError(
      "small-classes",
      `class "${classes[scarce]}" has ${plural(sizes[scarce], "row")}, of which a subsample has ${counts[scarce]}; two are needed`,
      {
        facts: { classes: [classes[scarce]], count: sizes[scarce] },
        remedies: [
          { action: "take a larger part of the rows", option: "fraction" },
          { action: "leave out such classes", option: "rareClasses", value: "drop" },
        ],
      },
    );
  }
  if (subsamples[0].length < 2)
    throw new InputError(
      "unusable-data",
      `a subsample has ${subsamples[0].length} of ${data.rows} rows, two are needed`,
      { remedies: [{ action: "take a larger part of the rows", option: "fraction" }] },
    );
  return { data, subsamples, notices: settled?.notices ?? [] };
}

/** One class for all rows: methods that look at no labels have nothing to be stratified by. */
const sameForAll = (rows: number) => encodeLabels(Array.from({ length: rows }, () => "all"));
