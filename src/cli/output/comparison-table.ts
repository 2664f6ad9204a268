import {
  type ComparedFigures,
  type Comparison,
  csvText,
  isForNumbers,
  isShare,
  type MetricName,
  metricOf,
  metricText,
  metricTitles,
  optionsText,
} from "../../internal.js";
import { classesText } from "../input/open-dataset.js";
import { noticeText, seconds, type Terminal } from "./terminal.js";

/** At most this many numbers of features fit on a line. */
const mostColumns = 7;

/** The printed tables: one for each data set, then the significant differences. */
export function printComparison(comparison: Comparison, terminal: Terminal): void {
  for (const { name, rows, features, classes, test, testRows } of comparison.datasets) {
    terminal.print(
      terminal.bold(name) +
        terminal.dim(`  ${rows} rows × ${features} features, ${classesText(classes.length)}`),
    );
    for (const { file, ...told } of comparison.notices)
      if (file === name) terminal.print(terminal.dim(noticeText(told)));
    if (test !== null) terminal.print(terminal.dim(`tested on ${test}, ${testRows[0].length} rows`));
    printDataset(comparison, name, terminal);
    printTests(comparison, name, terminal);
    terminal.print();
  }
  for (const one of comparison.notices)
    if (one.file === undefined) terminal.print(terminal.dim(noticeText(one)));
  printOverall(comparison, terminal);
}

function printDataset(comparison: Comparison, dataset: string, terminal: Terminal): void {
  const { results, methods, protocol, metric } = comparison;
  const own = results.filter((figures) => figures.dataset === dataset);
  const ks = spreadOut([...new Set(own.map(({ k }) => k))]);
  const width = Math.max(6, ...methods.map(({ label }) => label.length));
  const other = protocol === "nested" ? "paper" : "nested";
  // Of numbers there is no other protocol, but the error in the target's own unit.
  const beside = isForNumbers(metric) ? ["RMSE", "Spearman"] : [other];
  const heads = [...ks.map((k) => `k=${k}`), "mean", "±", ...beside, "|corr|", "stable", "time"];
  const shown = (value: number | null) => metricCell(metric, value);
  const columnWidth = isForNumbers(metric) ? 10 : 8;
  const title = metricTitles[metric];
  terminal.print(
    `${title[0].toUpperCase()}${title.slice(1)}${isShare(metric) ? " in percent" : ""}, ${protocol} protocol`,
  );
  terminal.print(
    terminal.dim(`${"method".padEnd(width)}${heads.map((head) => head.padStart(columnWidth)).join("")}`),
  );
  for (const { label, curve } of bestFirst(comparison, own)) {
    const cells = [
      ...ks.map((k) => shown(metricOf(curve.find((figures) => figures.k === k)!, metric))),
      shown(mean(curve, (figures) => metricOf(figures, metric))),
      shown(mean(curve, (figures) => figures[`${protocol}Std`])),
      ...(isForNumbers(metric)
        ? [brief(mean(curve, ({ rmse = null }) => rmse)), two(mean(curve, ({ spearman = null }) => spearman))]
        : [shown(mean(curve, (figures) => figures[other]))]),
      two(mean(curve, ({ redundancyAbs }) => redundancyAbs)),
      two(mean(curve, ({ stability }) => stability)),
      seconds(mean(curve, (figures) => figures.seconds) ?? 0).replace("under a millisecond", "<1 ms"),
    ];
    terminal.print(`${label.padEnd(width)}${cells.map((cell) => cell.padStart(columnWidth)).join("")}`);
    const priced = curve.filter(({ k, cost }) => cost !== undefined && ks.includes(k));
    if (priced.length > 0)
      terminal.print(
        terminal.dim(
          `${"  cost".padEnd(width)}${priced.map(({ cost }) => brief(cost ?? null).padStart(columnWidth)).join("")}`,
        ),
      );
    for (const line of chosenLines(curve)) terminal.print(terminal.dim(`  ${line}`));
    const band = curve.map(({ permuted }) => permuted).filter((permuted) => permuted !== null);
    if (band.length > 0)
      terminal.print(
        terminal.dim(
          `  with ${isForNumbers(metric) ? "targets" : "labels"} permuted ${times(band[0].permutations)}: ${shown(mean(band, ({ low }) => low))} to ${shown(mean(band, ({ high }) => high))}, smallest p = ${Math.min(...band.map(({ pValue }) => pValue ?? 1)).toPrecision(2)}`,
        ),
      );
  }
}

/** What tuning chose over the folds, for each k: `k=20: scheme = miq (4), defaults (1)`. */
function chosenLines(curve: readonly ComparedFigures[]): string[] {
  return curve.flatMap(({ k, chosen }) => {
    const counts = new Map<string, number>();
    for (const { options } of chosen ?? []) {
      const text = optionsText(options);
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const parts = [...counts].sort(([, a], [, b]) => b - a).map(([text, count]) => `${text} (${count})`);
    return parts.length === 0 ? [] : [`k=${k}: ${parts.join("; ")}`];
  });
}

/** Which methods are better than which on a data set. */
function printTests({ tests, metric }: Comparison, dataset: string, terminal: Terminal): void {
  const own = tests.perDataset.filter((test) => test.dataset === dataset);
  if (own.length === 0) return;
  const clear = own.filter(({ adjusted }) => adjusted < 0.05);
  const lines = clear.map(({ methods: [a, b], difference, adjusted }) =>
    difference > 0
      ? `${a} above ${b} by ${metricCell(metric, difference)} (p = ${adjusted.toPrecision(2)})`
      : `${b} above ${a} by ${metricCell(metric, -difference)} (p = ${adjusted.toPrecision(2)})`,
  );
  terminal.print(
    terminal.dim(
      lines.length === 0
        ? `no significant difference (corrected resampled t over folds, ${own.length === 1 ? "one pair" : `${own.length} pairs`}, Holm)`
        : `significant differences: ${lines.join("; ")}`,
    ),
  );
}

function printOverall(comparison: Comparison, terminal: Terminal): void {
  const { tests, methods, results, datasets, metric } = comparison;
  if (datasets.length < 2) return;
  const width = Math.max(6, ...methods.map(({ label }) => label.length));
  terminal.print(terminal.bold(`Mean over ${datasets.length} data sets`));
  for (const { label, value } of bestFirst(comparison, results))
    terminal.print(`${label.padEnd(width)}${metricCell(metric, value).padStart(8)}`);
  const least = Math.min(...tests.overDatasets.map(({ pValue }) => pValue));
  if (tests.overDatasets.length > 0)
    terminal.print(
      terminal.dim(`smallest p of Wilcoxon's signed-rank test over the data sets: ${least.toPrecision(2)}`),
    );
}

/** The methods with their figures, that of the largest mean first; in the given order where means are equal. */
function bestFirst({ methods, metric }: Comparison, results: readonly ComparedFigures[]) {
  return methods
    .map(({ label }) => {
      const curve = results.filter((figures) => figures.label === label);
      return { label, curve, value: mean(curve, (figures) => metricOf(figures, metric)) };
    })
    .sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity) || 0);
}

/** As many of the numbers as fit on a line, including the first and the last. */
function spreadOut(ks: readonly number[]): number[] {
  if (ks.length <= mostColumns) return [...ks];
  return Array.from(
    { length: mostColumns },
    (_, place) => ks[Math.round((place * (ks.length - 1)) / (mostColumns - 1))],
  );
}

/** Over those that have a value; null where none has. */
function mean<T>(list: readonly T[], value: (item: T) => number | null): number | null {
  const values = list.map(value).filter((x): x is number => x !== null);
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
}

const times = (count: number) => (count === 1 ? "once" : `${count} times`);
const metricCell = (metric: MetricName, value: number | null) =>
  value === null ? "–" : metricText(metric, value).replace(" %", "");
const brief = (value: number | null) =>
  value === null ? "–" : value < 1e-3 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
const two = (value: number | null) => (value === null ? "–" : value.toFixed(2));

type Columns = Readonly<Record<string, (figures: ComparedFigures) => string | number | null | undefined>>;

const ofClasses: Columns = {
  accuracy: ({ accuracy }) => accuracy,
  accuracyStd: ({ accuracyStd }) => accuracyStd,
  balancedAccuracy: ({ balancedAccuracy }) => balancedAccuracy,
  macroF1: ({ macroF1 }) => macroF1,
  auc: ({ auc }) => auc,
};

const ofNumbers: Columns = {
  r2: ({ r2 }) => r2,
  r2Std: ({ r2Std }) => r2Std,
  rmse: ({ rmse }) => rmse,
  spearman: ({ spearman }) => spearman,
};

const columnsOf = (metric: MetricName): Columns => ({
  dataset: ({ dataset }) => dataset,
  method: ({ method }) => method,
  label: ({ label }) => label,
  k: ({ k }) => k,
  ...(isForNumbers(metric) ? ofNumbers : ofClasses),
  redundancy: ({ redundancy }) => redundancy,
  redundancyAbs: ({ redundancyAbs }) => redundancyAbs,
  stability: ({ stability }) => stability,
  jaccard: ({ jaccard }) => jaccard,
  nested: ({ nested }) => nested,
  paper: ({ paper }) => paper,
  nestedStd: ({ nestedStd }) => nestedStd,
  paperStd: ({ paperStd }) => paperStd,
  permutedLow: ({ permuted }) => permuted?.low ?? null,
  permutedHigh: ({ permuted }) => permuted?.high ?? null,
  pValue: ({ permuted }) => permuted?.pValue ?? null,
  seconds: ({ seconds }) => seconds,
});

/** One line for each data set, method and k; with the cost of the features where costs were given. */
export function comparisonCsv({ results, metric, costs }: Comparison): string {
  const columns: Columns = { ...columnsOf(metric), ...(costs && { cost: ({ cost }) => cost }) };
  const lines = results.map((figures) => [
    ...Object.values(columns).map((value) => value(figures) ?? null),
    metric,
  ]);
  return csvText([[...Object.keys(columns), "metric"], ...lines]);
}
