import type { Remedy } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { plural, shortList } from "../core/text.js";
import { Matrix } from "../numeric/matrix.js";
import type { Dataset } from "./dataset.js";
import { fewestRows, labelRemedies } from "./finish-arrays.js";
import { classCounts } from "./labels.js";
import { dropsOf, missingRemedies } from "./treat-missing.js";

/** What helps where some classes have too few rows: on reading, leave them out or make them one, where that leaves classes. */
export function smallClassRemedies(counts: ArrayLike<number>): Remedy[] {
  const sizes = Array.from(counts).filter((count) => count > 0);
  const small = sizes.filter((count) => count < fewestRows);
  const single = sizes.filter((count) => count === 1).length;
  const others = sizes.length - small.length;
  const sum = (list: readonly number[]) => list.reduce((total, count) => total + count, 0);
  const remedy = (action: string, value: string, cost: string): Remedy => ({
    action,
    option: "smallClasses",
    value,
    cost,
  });
  return [
    ...(small.length > 0 && others > 1
      ? [remedy("leave out the rows of small classes", "drop", dropsOf(sum(small), sum(sizes), "row"))]
      : []),
    ...(small.length > 1 && others > 0
      ? [remedy("merge small classes into one", "merge", `makes ${small.length} classes one`)]
      : []),
    ...(single > 0 && sizes.length - single > 1
      ? [remedy("leave out classes of one row", "drop-single", dropsOf(single, sum(sizes), "row"))]
      : []),
  ];
}

/** Refuses data without features. */
export function requireFeatures(count: number): void {
  if (count === 0)
    throw new InputError("unusable-data", "the data has no feature columns; at least one is needed");
}

/** Refuses data that no selector can work on. Missing values and categories are prepared later. With `supervised`, every class must be there with two samples or more. */
export function requireSelectable(data: Dataset, supervised: boolean): void {
  if (data.rows === 0)
    throw new InputError("unusable-data", "the data has no rows; at least two samples are needed");
  requireFeatures(data.features);
  requireFinite(data);
  if (!supervised) return;
  if (data.targets) requireTargets(data.targets);
  else requireClasses(data);
}

/** Where a line through two points fits them exactly, nothing can be learned. */
const fewestTargets = 4;

/** Refuses targets that are not numbers, that do not vary, and that are too few. */
function requireTargets(targets: Float64Array): void {
  const missing = targets.findIndex((target) => !Number.isFinite(target));
  if (missing >= 0)
    throw new InputError(
      "target",
      `the target of row ${missing + 1} is ${targets[missing]}; every target must be a finite number`,
      { facts: { row: missing + 1 } },
    );
  if (targets.length < fewestTargets)
    throw new InputError(
      "unusable-data",
      `there are ${targets.length} rows; at least ${fewestTargets} are needed to predict a number`,
    );
  if (targets.every((target) => target === targets[0]))
    throw new InputError("unusable-data", `the target is ${targets[0]} in every row; it must vary`);
}

/** Refuses categories and missing values, for functions that compute with the values as they are. */
export function requireCompleteNumbers({ values, categories, featureNames }: Dataset): void {
  const flat = values instanceof Matrix ? values.data : values.values;
  const missing = flat.findIndex(Number.isNaN);
  if (missing >= 0) {
    const { row, column } = placeOf(values, missing);
    const place = `row ${row + 1}, column "${featureNames[column]}"`;
    throw new InputError("missing-values", `a value is missing in ${place}, and every value is needed here`, {
      facts: { row: row + 1, column: featureNames[column] },
      remedies: missingRemedies.slice(2),
    });
  }
  const columns = featureNames.filter((_, j) => categories?.[j]);
  if (columns.length === 0) return;
  const text = `${plural(columns.length, "column is a category", "columns are categories")}: ${shortList(columns, 5)}; only numbers can be used here`;
  throw new InputError("unusable-data", text, {
    facts: { columns },
    remedies: [
      { action: "encode each level as a 0/1 column", option: "nominal", value: "one-hot" },
      { action: "leave them out", option: "exclude", value: columns },
    ],
  });
}

function requireFinite(data: Dataset): void {
  const { values } = data;
  const flat =
    values instanceof Matrix ? values.data.subarray(0, values.rows * values.columns) : values.values;
  if (allFinite(flat)) return;
  let infinite = 0;
  let first = -1;
  for (let at = 0; at < flat.length; at++) {
    if (Number.isFinite(flat[at]) || Number.isNaN(flat[at])) continue;
    if (first < 0) first = at;
    infinite++;
  }
  if (infinite === 0) return;
  const { row, column } = placeOf(values, first);
  const facts = { row: row + 1, column: data.featureNames[column] };
  const place = `the first in row ${row + 1}, column "${data.featureNames[column]}"`;
  throw new InputError(
    "missing-values",
    `${plural(infinite, "value is", "values are")} infinite, ${place}; every value must be a finite number`,
    { facts: { ...facts, count: infinite } },
  );
}

/** Whether no value is missing or infinite. 0·x is 0 for every finite x and NaN for any other. Four sums side by side: none waits for the one before it. */
export function allFinite(values: Float64Array): boolean {
  let [a, b, c, d] = [0, 0, 0, 0];
  let at = 0;
  for (; at + 3 < values.length; at += 4) {
    a += 0 * values[at];
    b += 0 * values[at + 1];
    c += 0 * values[at + 2];
    d += 0 * values[at + 3];
  }
  for (; at < values.length; at++) a += 0 * values[at];
  return a + b + c + d === 0;
}

function placeOf(values: Dataset["values"], at: number): { row: number; column: number } {
  if (values instanceof Matrix) return { row: Math.floor(at / values.columns), column: at % values.columns };
  let row = 0;
  while (values.rowStarts[row + 1] <= at) row++;
  return { row, column: values.columnIndices[at] };
}

function requireClasses({ labels, notices }: Dataset): void {
  if (labels === null) {
    const told =
      notices.find(({ code }) => code === "no-labels") ??
      notices.find(({ code }) => code === "samples-in-columns");
    throw new InputError("target", told?.text ?? "the data has no labels", {
      ...(told?.columns && { facts: { columns: told.columns } }),
      remedies: told?.remedies ?? labelRemedies,
    });
  }
  requireClassSizes(labels.classes, classCounts(labels), (code) => labels.codes.indexOf(code) + 1);
}

/** Refuses fewer than two classes, and a class of one row; `rowOf` gives the first row of a class, from 1, where it is known. */
export function requireClassSizes(
  classes: readonly string[],
  counts: ArrayLike<number>,
  rowOf?: (code: number) => number,
): void {
  const sizes = Array.from(counts);
  const rows = sizes.reduce((sum, n) => sum + n, 0);
  const present = sizes.filter((n) => n > 0).length;
  if (present < 2)
    throw new InputError(
      "unusable-data",
      `${rows === 1 ? "the only row is" : `all ${rows} rows are`} of one class${present ? ` ("${classes[sizes.findIndex((n) => n > 0)]}")` : ""}; at least two classes are needed`,
      { facts: { classes: classes.filter((_, code) => sizes[code] > 0) } },
    );
  const single = sizes.indexOf(1);
  if (single < 0) return;
  const row = rowOf?.(single);
  throw new InputError(
    "small-classes",
    `class "${classes[single]}" has one sample${row === undefined ? "" : ` (row ${row})`}; every class needs at least two`,
    { facts: { classes: [classes[single]], row }, remedies: smallClassRemedies(counts) },
  );
}
