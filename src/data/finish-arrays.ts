import type { Remedy } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { plural, quoted, shortList } from "../core/text.js";
import { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import { repeatedRows } from "./duplicate-columns.js";
import { encodeLabels, type Labels, sliceTargets } from "./labels.js";
import { leakNotices } from "./leaks.js";
import type { RawArrays } from "./readers/reader.js";
import type { ReadOptions } from "./reading-options.js";
import type { NominalLevels } from "./table.js";
import { type TakenTarget, takeTarget } from "./target.js";
import { applyTransform, type TransformName } from "./transforms.js";
import { onlyRows, rowNotice, treatMissing } from "./treat-missing.js";

/** What a dataset is made of, checked and treated as the reading options say. */
export interface FinishedArrays
  extends Omit<RawArrays, "labels" | "labelKind" | "idName" | "levels" | "absentIsZero"> {
  readonly labels: Labels | null;
  readonly targets: Float64Array | null;
  readonly missing: "impute" | "knn";
  readonly source: {
    readonly transforms: readonly TransformName[];
    readonly levels?: readonly NominalLevels[];
    readonly untransformed?: readonly string[];
    readonly idColumn?: string;
  };
  readonly notices: readonly Notice[];
}

/** What all data goes through after its form is known, from files and from memory: missing values, labels, transforms. */
export function finishArrays(read: RawArrays, options: ReadOptions): FinishedArrays {
  const { levels, idName, labels, targets, notices, ...arrays } = finishRows(read, options);
  const transforms = options.transforms ?? [];
  const transformed = numbersToTransform(arrays, options.join);
  const values = transforms.reduce(
    (before, name) => transformNumbers(before, name, transformed, notices),
    arrays.values,
  );
  const { featureNames = Array.from({ length: values.columns }, (_, j) => String(j + 1)) } = arrays;
  // New data for a known selection is not looked at again: what its features tell was said when they were selected.
  const { features, lookForLeaks = true, join = [] } = options;
  if (!features && lookForLeaks)
    notices.push(...leakNotices({ ...arrays, values, featureNames, labels, targets }));
  return {
    ...arrays,
    values,
    labels,
    targets,
    missing: options.missing === "knn" ? "knn" : "impute",
    source: {
      transforms,
      ...(transforms.length > 0 && join.length > 0 && { untransformed: join }),
      ...(levels && { levels }),
      ...(idName !== undefined && { idColumn: idName }),
    },
    notices,
  };
}

/** The part of it that is about rows: those with missing values or labels, small classes, and what is to be predicted. */
export function finishRows(read: RawArrays, options: ReadOptions) {
  const treated = treatSmallClasses(dropRepeated(treatMissing(read, options), options), options);
  const { labelKind: kind, absentIsZero: _, ...arrays } = treated;
  const notices: Notice[] = [...(arrays.notices ?? []), ...(options.features ? [] : categoryNotices(arrays))];
  const target = arrays.labels && { name: arrays.labelName ?? "class", texts: arrays.labels, kind };
  const { targets, notices: taken } = target ? takeTarget(target, options) : noTarget;
  if (!options.features) notices.push(...taken);
  const labels = target ? (targets ? sliceTargets(targets) : labelsOf(target, options)) : null;
  if (!labels) notices.push(...idNotices(arrays, options, notices));
  requireGroups(arrays.rowGroups);
  return { ...arrays, labels, targets, notices };
}

/** Leaves out rows that repeat an earlier one, where that is asked for. New data for a known selection is taken as it is. */
function dropRepeated(arrays: RawArrays, { duplicateRows = "keep", features }: ReadOptions): RawArrays {
  if (duplicateRows === "keep" || features) return arrays;
  const repeated = new Set(repeatedRows(arrays.values, arrays.labels ?? null));
  if (repeated.size === 0) return arrays;
  const { rows } = arrays.values;
  const kept = Array.from({ length: rows }, (_, i) => i).filter((i) => !repeated.has(i));
  const told = rowNotice("an earlier row is repeated", repeated.size, rows);
  return onlyRows(arrays, kept, told);
}

/** Classes with fewer rows are small: too few for the usual five folds. */
export const fewestRows = 5;

/** Leaves out the rows of small classes, or makes them one class, where that is asked for. */
function treatSmallClasses(arrays: RawArrays, options: ReadOptions): RawArrays {
  const { smallClasses = "keep", features } = options;
  const { labels, labelName: name = "class", labelKind: kind } = arrays;
  if (smallClasses === "keep" || !labels || features) return arrays;
  if (takeTarget({ name, texts: labels, kind }, options).targets) return arrays;
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const fewest = smallClasses === "drop-single" ? 2 : fewestRows;
  const classes = [...counts.keys()].filter((label) => counts.get(label)! < fewest);
  if (classes.length === 0) return arrays;
  const small = new Set(classes);
  const which = `${plural(classes.length, "class has", "classes have")} ${fewest === 2 ? "one row" : `fewer than ${fewestRows} rows`}: ${shortList(classes.map(quoted), 5)}`;
  if (smallClasses === "merge") {
    const merged = `other (${shortList(classes)})`;
    const told = notice("note", "small-classes", `${which}; the class is now "${merged}"`, { classes });
    const notices = [...(arrays.notices ?? []), told];
    return { ...arrays, labels: labels.map((label) => (small.has(label) ? merged : label)), notices };
  }
  const rows = Array.from(labels.keys()).filter((i) => !small.has(labels[i]));
  if (rows.length === 0)
    throw new InputError("small-classes", `all classes have fewer than ${fewest} rows`, {
      facts: { option: "smallClasses", given: smallClasses, classes },
    });
  const count = labels.length - rows.length;
  const text = `${which}; ${plural(count, "row was", "rows were")} left out`;
  return onlyRows(arrays, rows, notice("note", "rows-left-out", text, { count, classes }));
}

const noTarget: TakenTarget = { targets: null, notices: [] };

/** The columns that transforms change: numbers, but not those that joined the data; null where these are all. */
export function numbersToTransform(
  { categories, featureNames = [] }: Pick<RawArrays, "categories" | "featureNames">,
  join: readonly string[] = [],
): readonly number[] | null {
  if (!categories && join.length === 0) return null;
  const joined = new Set(join);
  return Array.from(featureNames.keys()).filter(
    (j) => (categories?.[j] ?? null) === null && !joined.has(featureNames[j]),
  );
}

/** A transform of these columns, or of all; the others stay. */
export function transformNumbers(
  values: Matrix | SparseMatrix,
  name: TransformName,
  places: readonly number[] | null,
  notices: Notice[],
): Matrix | SparseMatrix {
  if (!places) return applyTransform(values, name, notices);
  if (places.length === 0) return values;
  const numbers = applyTransform(values.selectColumns(places), name, notices);
  const all = values instanceof Matrix ? values.copy() : values.toDense();
  const dense = numbers instanceof Matrix ? numbers : numbers.toDense();
  for (let i = 0; i < all.rows; i++)
    for (let at = 0; at < places.length; at++) all.set(i, places[at], dense.get(i, at));
  return all;
}

/** What helps where there are no labels: say on reading where they are. */
export const labelRemedies: readonly Remedy[] = [
  { action: "name the label column", option: "target" },
  { action: "name a file with the labels", option: "labels" },
];

/** Letters, then a number: `normal.12`, `P3`. */
const numberedName = /^([A-Za-z]+)[^A-Za-z]*\d+$/;
/** What takes the letters of such names. */
const leadingLetters = "^[A-Za-z]+";

/** Where no target is known but the ids of the rows are a few words with numbers, the words may be the classes. */
function idNotices({ rowIds }: RawArrays, { features }: ReadOptions, told: readonly Notice[]): Notice[] {
  if (!rowIds || features || told.some(({ code }) => code === "no-labels")) return [];
  const words = rowIds.map((id) => numberedName.exec(id)?.[1]);
  const classes = [...new Set(words)].filter((word) => word !== undefined);
  if (words.includes(undefined) || classes.length < 2 || 2 * classes.length > words.length) return [];
  const text = `no target was named; the names of the rows look like classes with a number: ${shortList(classes, 5)}`;
  return [
    notice("note", "no-labels", text, { classes }, [
      { action: "take the classes from them", option: "labelPattern", value: leadingLetters },
      ...labelRemedies,
    ]),
  ];
}

/** Which features are categories. */
export function categoryNotices({
  categories,
  featureNames = [],
}: Pick<RawArrays, "featureNames"> & {
  readonly categories?: readonly (readonly string[] | null)[] | null;
}): Notice[] {
  const columns = featureNames.filter((_, j) => categories?.[j]);
  if (columns.length === 0) return [];
  const text = `${plural(columns.length, "column is a category", "columns are categories")}: ${shortList(columns, 5)}`;
  return [notice("note", "categorical-columns", text, { columns, count: columns.length })];
}

/** Checked labels. Where they are optional, rows without one have the empty class name. */
function labelsOf(
  { name, texts }: { readonly name: string; readonly texts: readonly string[] },
  { features, optional }: ReadOptions,
): Labels {
  const labels = encodeLabels(texts);
  // New data for a known selection may be a few rows, each of a different class, or of none that is known.
  if (features || optional?.includes("target")) return labels;
  if (labels.classes.length < texts.length || texts.length <= 2) return labels;
  throw new InputError(
    "target",
    `the target "${name}" has a different value in each of the ${texts.length} rows, so it cannot be a class`,
    {
      facts: { column: name, count: texts.length },
      remedies: [{ action: "name another column", option: "target" }],
    },
  );
}

function requireGroups(groups: readonly string[] | undefined): void {
  const missing = groups?.indexOf("") ?? -1;
  if (missing >= 0)
    throw new InputError("unusable-data", `row ${missing + 1} has no group; every row needs one`, {
      facts: { row: missing + 1, option: "rowGroups" },
    });
}
