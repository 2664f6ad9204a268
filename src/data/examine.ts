import { type Json, withJson } from "../core/json.js";
import { type Notice, notice } from "../core/notice.js";
import { ProgressReporter } from "../core/progress-reporter.js";
import { plural, shortList } from "../core/text.js";
import type { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import { version } from "../version.js";
import { type ColumnEntries, columnEntries } from "./column-entries.js";
import { type Dataset, requireDataset } from "./dataset.js";
import { duplicateColumns } from "./duplicate-columns.js";
import { fewestRows, labelRemedies } from "./finish-arrays.js";
import { classCounts } from "./labels.js";
import { leakNotices } from "./leaks.js";
import type { ReadOptions } from "./reading-options.js";
import { smallClassRemedies } from "./require-selectable.js";
import type { DescribedColumn } from "./table-to-arrays.js";
import { missingRemedies } from "./treat-missing.js";

/** What {@link examine} gives: plain data, and its JSON form. */
export interface Examination extends ExaminationData {
  toJSON(): ExaminationJson;
}

/** An {@link Examination} in JSON. */
export type ExaminationJson = Json<ExaminationData>;

/** What was found in a dataset. */
export interface ExaminationData {
  readonly schema: "salience/examination@1";
  readonly source: { readonly name: string; readonly format: string; readonly transforms: readonly string[] };
  /** The labels, and why they were taken where nobody named them; null without labels. */
  readonly target: { readonly name: string; readonly guessed: string | null } | null;
  /** Of a table: what each column is; absent where the file was not looked at. */
  readonly columns?: readonly DescribedColumn[] | null;
  readonly rows: number;
  readonly features: number;
  readonly sparse: boolean;
  /** The part of all values that is zero. */
  readonly zeros: number;
  /** Null without labels, and where numbers are to be predicted. */
  readonly classes: readonly { readonly name: string; readonly rows: number }[] | null;
  /** There where numbers are to be predicted: their range, and how many different ones there are. */
  readonly targets?: { readonly least: number; readonly most: number; readonly different: number };
  readonly missing: { readonly values: number; readonly columns: readonly string[] };
  readonly infinite: number;
  readonly constant: readonly string[];
  readonly duplicates: readonly (readonly string[])[];
  /** The smallest and the largest standard deviation of a feature that is not constant. */
  readonly spread: { readonly smallest: number; readonly largest: number } | null;
  /** What to know before a run. */
  readonly findings: readonly Notice[];
  /** What reading did. */
  readonly notices: readonly Notice[];
  /** What methods take on this machine; absent where that was not asked for. */
  readonly estimates?: readonly {
    readonly method: string;
    readonly title: string;
    readonly seconds: number;
    readonly megabytes: number;
  }[];
  readonly version: string;
}

/** Whole numbers up to this may be the codes of words. */
const fewLevels = 20;

/** Examines a dataset: what is in it, and what to watch for before selecting features. */
export async function examine(
  data: Dataset,
  { onProgress, signal }: Pick<ReadOptions, "onProgress" | "signal"> = {},
): Promise<Examination> {
  requireDataset(data);
  const progress = new ProgressReporter(onProgress, signal);
  await progress.report(0);
  const summaries = await columnSummary(data.values, (fraction) => progress.report(0.8 * fraction));
  const duplicates = duplicateColumns(data);
  await progress.report(1);
  const nameOf = (j: number) => data.featureNames[j];
  const columnsWhere = (test: (j: number) => boolean) =>
    summaries
      .map((_, j) => j)
      .filter(test)
      .map(nameOf);
  const spreads = summaries.map(({ deviation }) => deviation).filter((deviation) => deviation > 0);
  const sum = (pick: (j: number) => number) => summaries.reduce((total, _, j) => total + pick(j), 0);
  const facts = {
    rows: data.rows,
    features: data.features,
    sparse: "rowStarts" in data.values,
    zeros: sum((j) => summaries[j].zeros) / Math.max(1, data.rows * data.features),
    ...targetFacts(data),
    missing: {
      values: sum((j) => summaries[j].missing),
      columns: columnsWhere((j) => summaries[j].missing > 0),
    },
    infinite: sum((j) => summaries[j].infinite),
    constant: columnsWhere((j) => summaries[j].constant),
    duplicates: duplicates.map((group) => group.map(nameOf)),
    spread: spreads.length
      ? {
          smallest: spreads.reduce((a, b) => Math.min(a, b)),
          largest: spreads.reduce((a, b) => Math.max(a, b)),
        }
      : null,
  };
  const counts =
    summaries.every(({ wholeCounts }) => wholeCounts) &&
    summaries.some(({ maximum }) => maximum > fewLevels) &&
    facts.zeros > 0.3;
  const skewed =
    !counts &&
    summaries.every(({ minimum }) => minimum > 0) &&
    summaries.filter(({ skewness }) => skewness > 1).length > summaries.length / 2;
  const { name, format, transforms } = data.source;
  return withJson<ExaminationData>({
    schema: "salience/examination@1",
    source: { name, format, transforms },
    target: data.labels ? { name: data.labelName, guessed: null } : null,
    ...facts,
    findings: [
      ...judge(facts),
      ...judgeScale(facts, counts, skewed),
      // Reading has looked for them; a dataset that was put together by hand has not been looked through.
      ...(data.source.format === "memory" ? leakNotices(data) : []).filter(
        ({ code }) => !data.notices.some((one) => one.code === code),
      ),
    ],
    notices: data.notices,
    version,
  });
}

/** The classes with their rows, or what numbers are to be predicted. */
function targetFacts({ labels, targets }: Dataset): Pick<ExaminationData, "classes" | "targets"> {
  if (targets)
    return {
      classes: null,
      targets: {
        least: targets.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
        most: targets.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
        different: new Set(targets).size,
      },
    };
  if (!labels) return { classes: null };
  return { classes: Array.from(classCounts(labels), (rows, code) => ({ name: labels.classes[code], rows })) };
}

type Examined = Omit<
  ExaminationData,
  "schema" | "source" | "target" | "columns" | "findings" | "notices" | "estimates" | "version"
>;

function judge({
  rows,
  features,
  classes,
  targets,
  missing,
  infinite,
  constant,
  duplicates,
}: Examined): Notice[] {
  const found: Notice[] = [];
  if (rows === 0 || features === 0)
    found.push(
      notice("problem", "no-data", `there are ${plural(rows, "row")} and ${plural(features, "feature")}`),
    );
  if (missing.values > 0) {
    const { values, columns } = missing;
    const text = `${plural(values, "value is", "values are")} missing, in ${plural(columns.length, "column")}: ${shortList(columns, 5)}; they are filled from the training rows`;
    const others = missingRemedies.filter(({ value }) => value !== "impute");
    found.push(notice("note", "missing-values", text, { columns, count: values }, others));
  }
  if (infinite > 0) {
    const text = `${plural(infinite, "value is", "values are")} infinite; every value must be a finite number`;
    found.push(notice("problem", "infinite-values", text, { count: infinite }));
  }
  if (classes === null) {
    if (!targets) found.push(notice("problem", "no-labels", "there are no labels", {}, labelRemedies));
  } else found.push(...judgeClasses(classes, rows));
  if (constant.length > 0) {
    const last = constant.length === 1 ? "it ranks last" : "they rank last";
    const text = `${plural(constant.length, "column is", "columns are")} constant: ${shortList(constant, 5)}; ${last}`;
    found.push(notice("note", "constant-columns", text, { columns: constant, count: constant.length }));
  }
  if (duplicates.length > 0) {
    const copies = duplicates.reduce((total, group) => total + group.length - 1, 0);
    const listed = duplicates.slice(0, 3).map((group) => shortList(group, 3).replaceAll(", ", " = "));
    const text = `${plural(copies, "column is an exact copy", "columns are exact copies")} of another: ${listed.join("; ")}; of equal columns the first ranks first`;
    found.push(notice("note", "duplicate-columns", text, { columns: duplicates.flat(), count: copies }));
  }
  if (features > 10 * rows) {
    const text = `there are ${Math.round(features / Math.max(1, rows))} times as many features as rows; measure accuracy on held-out rows, since on the rows used for selection it would be far too high`;
    found.push(notice("note", "more-features-than-rows", text));
  }
  return found;
}

/** From so many times the rows of the smallest class on, the largest one begins to count too much, and does. */
const [uneven, veryUneven] = [2, 5];

function judgeClasses(classes: NonNullable<Examined["classes"]>, rows: number): Notice[] {
  const found: Notice[] = [];
  const sizes = classes.map((entry) => entry.rows);
  const numeric = classes.every(({ name }) => Number.isFinite(Number(name)));
  if (classes.length < 2)
    found.push(
      notice("problem", "too-few-classes", "all rows belong to one class; at least two classes are needed", {
        classes: classes.map(({ name }) => name),
      }),
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
  const remedies = smallClassRemedies(sizes);
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
        { action: "judge by balanced accuracy", option: "metric", value: "balanced-accuracy" },
      ]),
    );
  }
  return found;
}

function judgeScale({ spread }: Examined, counts: boolean, skewed: boolean): Notice[] {
  if (counts)
    return [
      notice("warning", "counts", "the values look like counts, many of them zero", {}, [
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

/** What one column holds. Means and the like are over its finite values. */
interface ColumnSummary {
  readonly missing: number;
  readonly infinite: number;
  readonly zeros: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly deviation: number;
  readonly skewness: number;
  /** All values are equal, none missing. */
  readonly constant: boolean;
  /** All values are whole numbers, none negative. */
  readonly wholeCounts: boolean;
}

/** A summary of every column; `report` is told the part done now and then. */
export async function columnSummary(
  values: Matrix | SparseMatrix,
  report: (fraction: number) => Promise<void> = async () => {},
): Promise<ColumnSummary[]> {
  const summaries: ColumnSummary[] = [];
  for (const entries of columnEntries(values)) {
    summaries.push(summarise(entries, values.rows));
    if (summaries.length % 64 === 0) await report(summaries.length / values.columns);
  }
  return summaries;
}

function summarise({ values }: ColumnEntries, rows: number): ColumnSummary {
  const zeros = rows - values.length;
  let [missing, infinite, sum] = [0, 0, 0];
  let [minimum, maximum] = zeros > 0 ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let wholeCounts = true;
  for (const x of values) {
    if (Number.isNaN(x)) missing++;
    else if (!Number.isFinite(x)) infinite++;
    else {
      if (x < minimum) minimum = x;
      if (x > maximum) maximum = x;
      if (x < 0 || !Number.isInteger(x)) wholeCounts = false;
      sum += x;
    }
  }
  const finite = rows - missing - infinite;
  const mean = sum / finite;
  let [second, third] = [zeros * mean * mean, -zeros * mean * mean * mean];
  for (const x of values) {
    if (!Number.isFinite(x)) continue;
    const distance = x - mean;
    second += distance * distance;
    third += distance * distance * distance;
  }
  const constant = minimum === maximum;
  const deviation = finite > 0 && !constant ? Math.sqrt(second / finite) : 0;
  return {
    missing,
    infinite,
    zeros,
    minimum,
    maximum,
    deviation,
    skewness: deviation > 0 ? third / finite / (deviation * deviation * deviation) : 0,
    constant: constant && finite === rows,
    wholeCounts,
  };
}
