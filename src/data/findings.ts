import type { Remedy } from "../core/diagnostic.js";
import { type Notice, notice } from "../core/notice.js";
import { plural, shortList } from "../core/text.js";
import { columnEntries } from "./column-entries.js";
import type { Dataset } from "./dataset.js";
import { repeatedRows } from "./duplicate-columns.js";
import type { ExaminationData } from "./examination.js";
import { fewestRows, labelRemedies } from "./finish-arrays.js";
import { readingOptions } from "./reading-options.js";
import { smallClassRemedies } from "./require-selectable.js";
import { costedMissingRemedies, dropsOf } from "./treat-missing.js";

/** What was counted of the data, which findings are made from. */
export type Examined = Omit<
  ExaminationData,
  "schema" | "source" | "target" | "columns" | "findings" | "notices" | "estimates" | "version"
>;

/** What can be done about the values of the data, and rows that repeat others. */
export interface Help {
  readonly missing: readonly Remedy[];
  readonly infinite: readonly Remedy[];
  readonly repeated: number;
}

/** Looks at the data again for what would help: only where something is the matter. */
export function helpFor(data: Dataset, { missing, infinite }: Examined): Help {
  const { formats }: { readonly formats: readonly string[] } = readingOptions.columns;
  const isTable = formats.includes(data.source.format);
  return {
    missing: missing.values > 0 ? costedMissingRemedies(data.values) : [],
    infinite: infinite > 0 && isTable ? leaveOut(infiniteColumns(data), data.features, "drop") : [],
    repeated: repeatedRows(data.values, data.targets ?? data.labels?.codes ?? null).length,
  };
}

/** A list of more columns is not to be typed or read. */
const mostListed = 20;

/** Leaves out columns, if they are few enough to be named and are not all. */
function leaveOut(columns: readonly string[], of: number, option: "drop" | "exclude"): Remedy[] {
  if (columns.length === 0 || columns.length > mostListed || columns.length === of) return [];
  const action = columns.length === 1 ? "leave it out" : "leave them out";
  return [{ action, option, value: columns, cost: dropsOf(columns.length, of, "column") }];
}

function infiniteColumns({ values, featureNames }: Dataset): string[] {
  const isInfinite = (x: number) => !Number.isFinite(x) && !Number.isNaN(x);
  const found = new Set<number>();
  let column = 0;
  for (const entries of columnEntries(values)) {
    if (entries.values.some(isInfinite)) found.add(column);
    column++;
  }
  return featureNames.filter((_, j) => found.has(j));
}

/** What to know before a run about values, classes, columns and rows. */
export function judge(
  { rows, features, classes, targets, missing, infinite, constant, duplicates }: Examined,
  help: Help,
): Notice[] {
  const found: Notice[] = [];
  if (rows === 0 || features === 0)
    found.push(
      notice(
        "problem",
        "no-data",
        `nothing can be selected from ${plural(rows, "row")} and ${plural(features, "feature")}`,
      ),
    );
  if (missing.values > 0) {
    const { values, columns } = missing;
    const text = `${plural(values, "value is", "values are")} missing, in ${plural(columns.length, "column")}: ${shortList(columns, 5)}; they are filled from the training rows`;
    found.push(notice("note", "missing-values", text, { columns, count: values }, help.missing));
  }
  if (infinite > 0) {
    const text = `${plural(infinite, "value is", "values are")} infinite; every value must be a finite number`;
    found.push(notice("problem", "infinite-values", text, { count: infinite }, help.infinite));
  }
  if (classes === null) {
    if (!targets) found.push(notice("problem", "no-labels", "there are no labels", {}, labelRemedies));
  } else found.push(...judgeClasses(classes, rows));
  if (constant.length > 0) {
    const last = constant.length === 1 ? "it ranks last" : "they rank last";
    const text = `${plural(constant.length, "column is", "columns are")} constant: ${shortList(constant, 5)}; ${last}`;
    const remedies = leaveOut(constant, features, "exclude");
    found.push(
      notice("note", "constant-columns", text, { columns: constant, count: constant.length }, remedies),
    );
  }
  if (duplicates.length > 0) {
    const copies = duplicates.reduce((total, group) => total + group.length - 1, 0);
    const listed = duplicates.slice(0, 3).map((group) => shortList(group, 3).replaceAll(", ", " = "));
    const text = `${plural(copies, "column is an exact copy", "columns are exact copies")} of another: ${listed.join("; ")}; of equal columns the first ranks first`;
    const remedies = leaveOut(
      duplicates.flatMap(([, ...others]) => others),
      features,
      "exclude",
    );
    found.push(
      notice("note", "duplicate-columns", text, { columns: duplicates.flat(), count: copies }, remedies),
    );
  }
  if (features > 10 * rows) {
    const text = `there are ${Math.round(features / Math.max(1, rows))} times as many features as rows; measure accuracy on held-out rows, since on the rows used for selection it would be far too high`;
    found.push(notice("note", "more-features-than-rows", text));
  }
  return found;
}

/** Says how many rows repeat others. */
export function judgeRows({ rows, classes, targets }: Examined, { repeated }: Help): Notice[] {
  if (repeated === 0) return [];
  const alike = classes || targets ? `with the same ${targets ? "target" : "class"}` : "value by value";
  const text = `${plural(repeated, "row repeats", "rows repeat")} an earlier row, ${alike}; if that is one sample twice, the copy may be held out while the other is learned from, and accuracy is too high`;
  const cost = dropsOf(repeated, rows, "row");
  const action = repeated === 1 ? "leave it out" : "leave them out";
  return [
    notice("note", "duplicate-rows", text, { count: repeated }, [
      { action, option: "duplicateRows", value: "drop", cost },
    ]),
  ];
}

/** From so many times the rows of the smallest class on, the largest one begins to count too much, and does. */
const [uneven, veryUneven] = [2, 5];

function judgeClasses(classes: NonNullable<Examined["classes"]>, rows: number): Notice[] {
  const found: Notice[] = [];
  const sizes = classes.map((entry) => entry.rows);
  const numeric = classes.every(({ name }) => Number.isFinite(Number(name)));
  if (classes.length < 2)
    found.push(
      notice(
        "problem",
        "too-few-classes",
        "all rows belong to one class; at least two classes are needed",
        { classes: classes.map(({ name }) => name) },
        labelRemedies,
      ),
    );
  const single = classes.filter((entry) => entry.rows === 1).map(({ name }) => name);
  if (single.length > 0) {
    const text = `${plural(single.length, "class has", "classes have")} one row: ${shortList(single, 5)}; every class needs at least two`;
    found.push(
      notice(
        "problem",
        "small-classes",
        text,
        { classes: single, count: single.length },
        smallClassRemedies(sizes),
      ),
    );
  }
  const few = classes.filter((entry) => entry.rows > 1 && entry.rows < fewestRows);
  const remedies = smallClassRemedies(sizes).filter(({ value }) => value !== "drop-single");
  if (few.length > 0 && remedies.length > 0) {
    const listed = few.map(({ name, rows: count }) => `${name} (${count})`);
    const text = `${plural(few.length, "class has", "classes have")} fewer than ${fewestRows} rows: ${shortList(listed, 5)}; accuracy over ${fewestRows} folds needs ${fewestRows} of every class`;
    const names = few.map(({ name }) => name);
    found.push(notice("warning", "small-classes", text, { classes: names, count: few.length }, remedies));
  }
  if (numeric && classes.length > 20 && classes.length > rows / 10) {
    const text = `the target has ${classes.length} different numbers: it looks like a measurement, not a class`;
    found.push(
      notice("warning", "numeric-target", text, { count: classes.length }, [
        { action: "predict it as a number", option: "task", value: "regression" },
        { action: "name another column", option: "target" },
      ]),
    );
  }
  const smallest = sizes.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const largest = sizes.reduce((a, b) => Math.max(a, b), 0);
  if (classes.length > 1 && smallest > 1 && largest > uneven * smallest) {
    const text = `the largest class has ${brief(largest / smallest, 2)} times the rows of the smallest`;
    const level = largest > veryUneven * smallest ? "warning" : "note";
    found.push(
      notice(level, "uneven-classes", text, {}, [
        { action: "let every class count the same", option: "classWeight", value: "balanced" },
        {
          action: "judge by balanced accuracy where methods are compared or tuned",
          option: "metric",
          value: "balanced-accuracy",
        },
      ]),
    );
  }
  return found;
}

/** Whether the values need a transform or a common scale; `counts`: what many of them are, if they look like counts. */
export function judgeScale(
  { spread }: Examined,
  counts: "zero" | "small" | false,
  skewed: boolean,
): Notice[] {
  if (counts)
    return [
      notice("warning", "counts", `the values look like counts, many of them ${counts}`, {}, [
        {
          action: "normalise and take logarithms",
          option: "transforms",
          value: ["normalize-total", "log1p"],
        },
      ]),
    ];
  if (skewed)
    return [
      notice(
        "warning",
        "skewed",
        "all values are positive and most features are skewed towards large values",
        {},
        [{ action: "take logarithms", option: "transforms", value: ["log"] }],
      ),
    ];
  if (spread && spread.largest > 100 * spread.smallest)
    return [
      notice(
        "note",
        "different-scales",
        `features differ in scale: standard deviations from ${brief(spread.smallest)} to ${brief(spread.largest)}; methods that compare features by size need them standardised`,
      ),
    ];
  return [];
}

const brief = (x: number, digits = 3) => String(Number(x.toPrecision(digits)));
