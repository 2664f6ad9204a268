import { withJson } from "../core/json.js";
import { ProgressReporter } from "../core/progress-reporter.js";
import type { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import { version } from "../version.js";
import { type ColumnEntries, columnEntries } from "./column-entries.js";
import { type Dataset, requireDataset } from "./dataset.js";
import { duplicateColumns } from "./duplicate-columns.js";
import type { Examination, ExaminationData } from "./examination.js";
import { helpFor, judge, judgeRows, judgeScale } from "./findings.js";
import { classCounts } from "./labels.js";
import { leakNotices } from "./leaks.js";
import type { ReadOptions } from "./reading-options.js";

/** Whole numbers up to this may be the codes of words. */
const fewLevels = 20;

/** Whole numbers up to this may be the brightness of pixels. */
const brightest = 255;

/** Fewer columns of whole numbers without many zeros are rather prices or sizes than counts of the same kind of thing. */
const fewestCounted = 50;

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
  const whole = summaries.every(({ wholeCounts }) => wholeCounts);
  const above = (value: number) => summaries.some(({ maximum }) => maximum > value);
  const mostlySkewed = summaries.filter(({ skewness }) => skewness > 1).length > summaries.length / 2;
  const mostlyZero = whole && above(fewLevels) && facts.zeros > 0.3;
  const mostlySmall = summaries.length >= fewestCounted && whole && above(brightest) && mostlySkewed;
  const counts = mostlyZero || mostlySmall;
  const skewed = !counts && mostlySkewed && summaries.every(({ minimum }) => minimum > 0);
  const help = helpFor(data, facts);
  const { name, format, transforms } = data.source;
  return withJson<ExaminationData>({
    schema: "salience/examination@1",
    source: { name, format, transforms },
    target: data.labels ? { name: data.labelName, guessed: null } : null,
    ...facts,
    findings: [
      ...judge(facts, help),
      ...judgeScale(facts, counts && (mostlyZero ? "zero" : "small"), skewed),
      ...judgeRows(facts, help),
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
