import type { Remedy } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import type { ChoiceOption } from "../core/option.js";
import { plural, quoted, shortList } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import type { Labels } from "../data/labels.js";
import { upTo } from "../numeric/up-to.js";
import { requireFolds } from "./folds.js";

/** What to do with a class that is smaller than the number of folds. */
export const rareClassesOption = {
  type: "choice",
  default: "error",
  choices: ["error", "drop", "merge"],
  help: "classes smaller than the number of folds: stop (error), leave out their rows (drop), or merge them into one class (merge)",
} as const satisfies ChoiceOption;

/** One of the choices of {@link rareClassesOption}. */
export type RareClasses = (typeof rareClassesOption.choices)[number];

/** How many folds there are to be. */
export type FoldCount = number | "leave-one-out";

/** What {@link settleRareClasses} goes by. */
export interface RareClassesOptions {
  readonly folds: FoldCount;
  readonly choice?: RareClasses;
  /** Whether something is chosen by inner folds within each training set; see {@link rowsNeeded}. */
  readonly inner?: boolean;
  /** One group per row for grouped folds: then the groups of a class are counted, not its rows. */
  readonly rowGroups?: Int32Array | null;
}

/** Data without rare classes. */
export interface SettledClasses {
  readonly data: Dataset;
  /** The rows that were kept, as places in the data that was given. */
  readonly rows: Int32Array;
  /** What was done; empty where nothing was. */
  readonly notices: readonly Notice[];
}

/**
 * The data with every class large enough for the folds. Depending on the choice, rare classes are refused with their
 * names and what can be done, left out, or joined into one class called `other (a, b)`. Classes without any row go.
 */
export function settleRareClasses(data: Dataset, options: RareClassesOptions): SettledClasses {
  const { folds, choice = "error", inner = false, rowGroups: groups = null } = options;
  const least = rowsNeeded(folds, inner);
  const { labels } = data;
  if (labels === null)
    throw new InputError("target", "the data has no labels, so there are no classes", {
      remedies: [{ action: "name the column of the labels", option: "target" }],
    });
  const sizes = classSizes(labels, groups);
  const rare = sizes.flatMap((size, code) => (size > 0 && size < least ? [code] : []));
  if (rare.length === 0)
    return { data: withoutEmptyClasses(data, labels, sizes), rows: upTo(data.rows), notices: [] };
  const unit = groups ? "group" : "row";
  const sayRare = () => describeRare(rare, labels, sizes, unit);
  if (choice === "error")
    throw tooSmall(
      `${sayRare()}: ${folds === "leave-one-out" ? "leave-one-out needs" : `${folds} folds need`} ${least} of every class`,
      rare.map((code) => labels.classes[code]),
      waysOut(labels, sizes, rare, options),
    );
  return choice === "drop" ? drop(data, labels, rare, sayRare()) : merge(data, labels, rare, least, groups);
}

/**
 * How many rows a class needs: as many as there are folds, and so many that every training set has two of it, which the
 * selectors need; with `inner` also every training set of two inner folds. From five folds on it is their number.
 */
export function rowsNeeded(folds: FoldCount, inner = false): number {
  if (folds !== "leave-one-out") requireFolds(folds);
  const left = (rows: number, parts: FoldCount) =>
    rows - (parts === "leave-one-out" ? 1 : Math.ceil(rows / parts));
  let rows = folds === "leave-one-out" ? 2 : folds;
  while ((inner ? left(left(rows, folds), 2) : left(rows, folds)) < 2) rows++;
  return rows;
}

/**
 * The number of inner folds: the size of the smallest class (with groups, the number of groups that have it), at most
 * `most` and at least 2.
 */
export function innerFolds(codes: Int32Array, groups: Int32Array | null = null, most = 5): number {
  const classes = codes.reduce((largest, code) => Math.max(largest, code), -1) + 1;
  const sizes = classSizes({ codes, classes: Array.from({ length: classes }, String) }, groups);
  return Math.max(2, Math.min(most, ...sizes.filter((size) => size > 0)));
}

/** Rows of every class, or groups that have it. */
function classSizes({ codes, classes }: Labels, groups: Int32Array | null): number[] {
  const members = classes.map(() => new Set<number>());
  codes.forEach((code, row) => {
    members[code].add(groups ? groups[row] : row);
  });
  return members.map((set) => set.size);
}

function drop(data: Dataset, labels: Labels, rare: number[], rareInWords: string): SettledClasses {
  const rows = upTo(data.rows).filter((row) => !rare.includes(labels.codes[row]));
  const kept = data.selectRows(rows);
  const sizes = classSizes(kept.labels!, null);
  if (sizes.filter((size) => size > 0).length < 2)
    throw new InputError(
      "small-classes",
      `${rareInWords}; without ${rare.length === 1 ? "it" : "them"} fewer than two classes are left, so use fewer folds`,
    );
  const gone = data.rows - rows.length;
  return {
    data: withoutEmptyClasses(kept, kept.labels!, sizes),
    rows,
    notices: [
      notice("note", "rows-left-out", `${plural(gone, "row was", "rows were")} left out: ${rareInWords}`, {
        count: gone,
        classes: rare.map((code) => labels.classes[code]),
      }),
    ],
  };
}

function merge(
  data: Dataset,
  labels: Labels,
  rare: number[],
  least: number,
  groups: Int32Array | null,
): SettledClasses {
  const kept = labels.classes.flatMap((_, code) => (rare.includes(code) ? [] : [code]));
  const names = rare.map((code) => labels.classes[code]);
  let other = `other (${shortList(names)})`;
  while (labels.classes.includes(other)) other += "*";
  const joined: Labels = {
    codes: labels.codes.map((code) => (rare.includes(code) ? kept.length : kept.indexOf(code))),
    classes: [...kept.map((code) => labels.classes[code]), other],
  };
  const sizes = classSizes(joined, groups);
  const unit = groups ? "group" : "row";
  if (sizes[kept.length] < least)
    throw tooSmall(
      `all rare classes together (${shortList(names.map(quoted))}) have ${plural(sizes[kept.length], unit)}; ${least} are needed`,
      names,
      [useFewerFolds, leaveOut],
    );
  if (sizes.filter((size) => size > 0).length < 2)
    throw tooSmall("every class is rare, and merging them leaves only one", names, [useFewerFolds]);
  return {
    data: withoutEmptyClasses(data.with({ labels: joined }), joined, sizes),
    rows: upTo(data.rows),
    notices: [
      notice(
        "note",
        "small-classes",
        `classes with fewer than ${plural(least, unit)} were merged: "${other}" has ${plural(sizes[kept.length], unit)}`,
        { classes: names },
      ),
    ],
  };
}

function withoutEmptyClasses(data: Dataset, labels: Labels, sizes: readonly number[]): Dataset {
  if (sizes.every((size) => size > 0)) return data;
  const present = sizes.flatMap((size, code) => (size > 0 ? [code] : []));
  const place = Int32Array.from(sizes, (_, code) => present.indexOf(code));
  return data.with({
    labels: {
      codes: labels.codes.map((code) => place[code]),
      classes: present.map((code) => labels.classes[code]),
    },
  });
}

function describeRare(rare: number[], labels: Labels, sizes: readonly number[], unit: string): string {
  const entries = rare.map((code) => `"${labels.classes[code]}" (${plural(sizes[code], unit)})`);
  return rare.length === 1
    ? `class ${entries[0]} is too small`
    : `classes ${shortList(entries)} are too small`;
}

/** What can be done, and only that. */
function waysOut(
  { codes }: Labels,
  sizes: readonly number[],
  rare: readonly number[],
  { folds: wanted, inner = false, rowGroups: groups = null }: RareClassesOptions,
): Remedy[] {
  const present = sizes.filter((size) => size > 0);
  const smallest = Math.min(...present);
  let folds = smallest;
  while (folds >= 2 && rowsNeeded(folds, inner) > smallest) folds--;
  const others = present.length - rare.length;
  const members = new Set<number>();
  codes.forEach((code, row) => {
    if (rare.includes(code)) members.add(groups ? groups[row] : row);
  });
  const alone = groups === null && rowsNeeded("leave-one-out", inner) <= smallest;
  return [
    ...(others >= 2 ? [leaveOut] : []),
    ...(folds >= 2
      ? [{ action: `use ${folds === 2 ? "" : "at most "}${folds} folds`, option: "folds", value: folds }]
      : []),
    ...(alone && wanted !== "leave-one-out"
      ? [{ action: "leave out one row at a time", option: "folds", value: "leave-one-out" }]
      : []),
    ...(others >= 1 && rare.length >= 2 && members.size >= rowsNeeded(wanted, inner)
      ? [{ action: "merge these classes into one", option: "rareClasses", value: "merge" }]
      : []),
  ];
}

const useFewerFolds: Remedy = { action: "use fewer folds", option: "folds" };
const leaveOut: Remedy = { action: "leave out their rows", option: "rareClasses", value: "drop" };

function tooSmall(sentence: string, classes: readonly string[], remedies: readonly Remedy[]): InputError {
  const helpless = remedies.length === 0 ? "; more rows of them are needed" : "";
  return new InputError("small-classes", sentence + helpless, { facts: { classes }, remedies });
}
