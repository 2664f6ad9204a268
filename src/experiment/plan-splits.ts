import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { checkOption } from "../core/option.js";
import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { encodeLabels, sliceTargets } from "../data/labels.js";
import { requireSelectable } from "../data/require-selectable.js";
import { permuteCodes } from "../evaluation/chance.js";
import {
  type Fold,
  leaveOneOut,
  repeatedFolds,
  scarceClasses,
  stratifiedFolds,
} from "../evaluation/folds.js";
import { groupedFolds } from "../evaluation/grouped-folds.js";
import {
  type FoldCount,
  type RareClasses,
  rareClassesOption,
  settleRareClasses,
} from "../evaluation/rare-classes.js";
import { alignTo, unknownLevelNotices } from "../models/align-data.js";
import { Random } from "../numeric/random.js";
import { stackRows } from "../numeric/stack-rows.js";
import { upTo } from "../numeric/up-to.js";
import { wholeNumber } from "../selectors/run-context.js";
import type { Task } from "./task.js";
import { testNotices } from "./test-notices.js";

/** The group of every row: a patient, a speaker, a batch. */
export type RowGroups = readonly (string | number)[];

/** How data is split into rows to learn from and rows to be tested on. */
export interface SplitOptions {
  /** How many folds, 5 where not given, or `leave-one-out`. */
  folds?: FoldCount;
  /** How often all folds are made anew, 1 where not given. */
  repeats?: number;
  /**
   * One group per row (patient, speaker, batch): a group is never split between training and test. The data's own
   * `rowGroups` where not given; null ignores them.
   */
  rowGroups?: RowGroups | null;
  /** What becomes of classes that are too small for the folds. */
  rareClasses?: RareClasses;
  /** Data to test on: then there are no folds, and all other data is learned from. */
  test?: Dataset;
  seed?: number;
}

/** Data with its splits. */
export interface SplitData {
  /** The data that is worked on: without rare classes, and with the test data at its end. */
  readonly data: Dataset;
  /** Where its rows stand in the data that was given. */
  readonly rows: Int32Array;
  /** The folds of each repeat. */
  readonly repeats: readonly (readonly Fold[])[];
  /** One group per row of the data, where there are any. */
  readonly rowGroups: Int32Array | null;
  /** Labels or targets in random order, with folds for them: how chance is measured. */
  shuffle(random: Random): Pick<Task, "codes" | "targets"> & { readonly folds: readonly Fold[] };
  /** What was done to the data before it was split. */
  readonly notices: readonly Notice[];
}

/** Splits data by the seed alone, after refusing what cannot be split. */
export function planSplits(given: Dataset, options: SplitOptions): SplitData {
  const { folds = 5, repeats = 1, rareClasses = "error", test, seed = 1 } = options;
  if (folds !== "leave-one-out") checkOption("folds", wholeNumber(2, 10_000), folds);
  checkOption("repeats", wholeNumber(1, 1000), repeats);
  checkOption("rareClasses", rareClassesOption, rareClasses);
  if (given.targets && rareClasses !== "error")
    throw new InputError(
      "options-conflict",
      `${optionName("rareClasses")} is about classes, but the target "${given.labelName}" is a number; leave it out`,
      { facts: { option: "rareClasses", given: rareClasses } },
    );
  // Rare classes are looked at later, with better advice; data without labels is refused now.
  requireSelectable(given, given.labels === null);
  if (test) return splitByTest(given, test, options);
  const groups = rowGroupCodes(given, options.rowGroups);
  if (groups && folds === "leave-one-out")
    throw new InputError("options-conflict", "leave-one-out cannot keep groups of rows together", {
      remedies: [{ action: "use a number of folds", option: "folds", value: 5 }],
    });
  if (groups) requireGroupsFor(folds as number, groups);
  if (folds === "leave-one-out" && repeats > 1)
    throw new InputError(
      "options-conflict",
      `leave-one-out has the same folds every time; ${optionName("repeats")} ${repeats} was given`,
      { remedies: [{ action: "make them once", option: "repeats", value: 1 }] },
    );
  const { data, rows, notices } = given.targets
    ? { data: given, rows: upTo(given.rows), notices: [] }
    : settleRareClasses(given, { folds, choice: rareClasses, rowGroups: groups });
  requireSelectable(data, true);
  const groupOf = groups && Int32Array.from(rows, (row) => groups[row]);
  const fold = (codes: Int32Array, random: Random) =>
    folds === "leave-one-out"
      ? leaveOneOut(data.rows)
      : groupOf
        ? groupedFolds(codes, groupOf, folds, random)
        : stratifiedFolds(codes, folds, random);
  const { codes, classes } = data.labels!;
  const made = repeatedFolds(repeats, new Random(seed).fork("folds"), (random) => fold(codes, random));
  // Slices of a target are made anew from the rows that are learned from.
  const scarce = data.targets ? [] : scarceClasses(codes, made.flat(), 2);
  if (scarce.length > 0)
    throw new InputError(
      "small-classes",
      `class "${classes[scarce[0].code]}" has ${plural(scarce[0].rows, "training row")} in fold ${scarce[0].fold + 1}; two are needed`,
      {
        facts: { classes: [classes[scarce[0].code]], count: scarce[0].rows },
        remedies: [
          { action: "use fewer folds", option: "folds" },
          { action: "leave out such classes", option: "rareClasses", value: "drop" },
        ],
      },
    );
  return {
    data,
    rows,
    repeats: made,
    rowGroups: groupOf,
    shuffle: data.targets
      ? (random) => {
          const targets = permuteCodes(data.targets!, random, groupOf);
          return { targets, folds: fold(sliceTargets(targets).codes, random) };
        }
      : (random) => shuffleLabels(random, groupOf, codes, (shuffled, own) => fold(shuffled, own)),
    notices,
  };
}

/** Labels in random order with their folds, such that every class can be learned in each. */
function shuffleLabels(
  random: Random,
  groups: Int32Array | null,
  codes: Int32Array,
  fold: (codes: Int32Array, random: Random) => readonly Fold[],
): { codes: Int32Array; folds: readonly Fold[] } {
  // Groups that change places can leave a class too small in a training set; then they change places again.
  for (let attempt = 0; attempt < 1000; attempt++) {
    const own = random.fork(attempt);
    const shuffled = permuteCodes(codes, own, groups);
    const folds = fold(shuffled, own);
    if (scarceClasses(shuffled, folds, 2).length === 0) return { codes: shuffled, folds };
  }
  throw new InputError(
    "not-possible",
    "the labels of whole groups cannot be permuted so that every training set has two rows of each class",
    { remedies: [{ action: "do not permute labels", option: "permutations", value: 0 }] },
  );
}

/** Refuses what is about folds where there is data to test on. */
export function requireNoFolds({
  folds,
  repeats,
  rowGroups,
}: Pick<SplitOptions, "folds" | "repeats" | "rowGroups">): void {
  if (folds !== undefined || (repeats ?? 1) > 1 || rowGroups)
    throw new InputError(
      "options-conflict",
      `with test data there are no folds; leave out ${optionName("folds")}, ${optionName("repeats")} and ${optionName("rowGroups")}`,
    );
}

function splitByTest(given: Dataset, test: Dataset, options: SplitOptions): SplitData {
  requireNoFolds(options);
  const { rowGroups } = options;
  requireSelectable(given, true);
  try {
    requireSelectable(test, false);
  } catch (error) {
    if (error instanceof InputError) throw error.with({ file: test.source.name });
    throw error;
  }
  const data = joinTest(given, test);
  const rows = upTo(data.rows);
  const split = [{ train: rows.slice(0, given.rows), test: rows.slice(given.rows) }];
  // Folds inside the training rows and shuffled labels go by the groups of the training data; test rows have none.
  const groups = rowGroupCodes(given, rowGroups);
  const shuffle = (random: Random) => {
    if (data.targets) {
      const targets = data.targets.slice();
      targets.set(permuteCodes(data.targets.slice(0, given.rows), random, groups));
      return { targets, folds: split };
    }
    // Rows that are only tested keep their labels, so that every class can be learned.
    const shuffled = shuffleLabels(random, groups, data.labels!.codes.slice(0, given.rows), () => [
      { train: split[0].train, test: new Int32Array(0) },
    ]);
    const codes = data.labels!.codes.slice();
    codes.set(shuffled.codes);
    return { codes, folds: split };
  };
  const rowGroupsOfAll = groups && new Int32Array(data.rows).fill(-1);
  rowGroupsOfAll?.set(groups!);
  const notices = [...testNotices(test), ...unknownLevelNotices(data, given.categories)];
  return { data, rows, repeats: [split], rowGroups: rowGroupsOfAll, shuffle, notices };
}

/**
 * The groups of the data's rows as numbers: those that are given, or the data's own; null where there are none, or where
 * they are to be ignored. Refuses a list that does not fit the rows.
 */
export function rowGroupCodes(data: Dataset, given: RowGroups | null | undefined): Int32Array | null {
  const groups = given === undefined ? data.rowGroups : given;
  if (groups === null) return null;
  if (groups.length !== data.rows)
    throw new InputError(
      "option-value",
      `${optionName("rowGroups")} has ${groups.length} groups for ${data.rows} rows; every row needs one`,
      { facts: { option: "rowGroups", given: groups.length } },
    );
  return encodeLabels(Array.from(groups, String)).codes;
}

/** Refuses groups that are too few to be dealt out to so many folds. */
export function requireGroupsFor(folds: number, groups: Int32Array): void {
  const count = new Set(groups).size;
  if (count === 1)
    throw new InputError(
      "unusable-data",
      "all rows belong to the same group, so they cannot be split; check which column holds the groups",
    );
  if (count < folds)
    throw new InputError(
      "option-value",
      `there are ${count} groups, but ${folds} folds need at least one each`,
      {
        facts: { option: "folds", given: folds },
        remedies: [
          { action: `use ${count === 2 ? "2" : `at most ${count}`} folds`, option: "folds", value: count },
        ],
      },
    );
}

/**
 * Training and test data as one, the rows to train on first. The test data's features are found by name; more of them
 * than the training data has are left out.
 */
function joinTest(train: Dataset, test: Dataset): Dataset {
  if (!train.labels || !test.labels)
    throw new InputError("target", `the ${train.labels ? "test" : "training"} data has no labels`, {
      remedies: [{ action: "name the column of the labels", option: "target" }],
    });
  const known = new Set(test.featureNames);
  const missing = train.featureNames.find((name) => !known.has(name));
  if (missing !== undefined)
    throw new InputError(
      "data-mismatch",
      `the test data has no feature "${missing}"; it needs all ${train.features} features of the training data`,
    );
  const aligned = alignTo(test, train.featureNames, train.categories);
  const joined = {
    values: stackRows(train.values, aligned.values),
    categories: aligned.categories,
    rowIds: null,
    rowGroups: null,
  };
  if (train.targets || test.targets)
    return train.with({ ...joined, targets: [...targetsOf(train, "training"), ...targetsOf(test, "test")] });
  const { classes } = train.labels;
  requireKnownClasses(
    classes,
    test.labels.classes.filter((_, code) => test.labels!.codes.includes(code)),
  );
  const nameOf = ({ labels }: Dataset) => Array.from(labels!.codes, (code) => labels!.classes[code]);
  return train.with({ ...joined, labels: encodeLabels([...nameOf(train), ...nameOf(test)]) });
}

/** Refuses test data with a class that cannot have been learned. */
export function requireKnownClasses(classes: readonly string[], tested: readonly string[]): void {
  const unknown = tested.find((name) => !classes.includes(name));
  if (unknown !== undefined)
    throw new InputError(
      "data-mismatch",
      `the test data has a class "${unknown}" that the training data does not have; its classes are ${classes.slice(0, 20).join(", ")}`,
    );
}

/** The targets of data; a few different numbers may have been read as classes. */
function targetsOf({ targets, labels }: Dataset, which: "training" | "test"): number[] {
  if (targets) return Array.from(targets);
  const numbers = Array.from(labels!.codes, (code) => Number(labels!.classes[code]));
  if (numbers.every(Number.isFinite)) return numbers;
  const other = which === "test" ? "training" : "test";
  throw new InputError(
    "data-mismatch",
    `the target is a number in the ${other} data, but in the ${which} data it is "${labels!.classes[0]}"`,
  );
}
