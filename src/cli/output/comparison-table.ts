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

/** How wide a table may be where the terminal does not say. */
const usualWidth = 140;

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
    printAgainst(comparison, name, terminal);
    terminal.print();
  }
  for (const one of comparison.notices)
    if (one.file === undefined) terminal.print(terminal.dim(noticeText(one)));
  printOverall(comparison, terminal);
}

function printDataset(comparison: Comparison, dataset: string, terminal: Terminal): void {
  const { results, methods, protocol, metric } = comparison;
  const own = results.filter((figures) => figures.dataset === dataset);
  const ks = [...new Set(own.map(({ k }) => k))];
  const width = Math.max(
    6,
    ...[...methods, ...(comparison.baselines ?? [])].map(({ label }) => label.length),
  );
  const other = protocol === "nested" ? "paper" : "nested";
  // Of numbers there is no other protocol, but the error in the target's own unit.
  const beside = isForNumbers(metric) ? ["RMSE", "Spearman"] : [other];
  const shown = (value: number | null) => metricCell(metric, value);
  const title = metricTitles[metric];
  terminal.print(
    `${title[0].toUpperCase()}${title.slice(1)}${isShare(metric) ? " in percent" : ""}, ${protocol} protocol`,
  );
  const lines: Line[] = bestFirst(comparison, own).map(({ label, curve }) => {
    const at = (k: number) => curve.find((figures) => figures.k === k)!;
    const summary = [
      shown(mean(curve, (figures) => metricOf(figures, metric))),
      shown(mean(curve, (figures) => figures[`${protocol}Std`])),
      ...(isForNumbers(metric)
        ? [brief(mean(curve, ({ rmse = null }) => rmse)), two(mean(curve, ({ spearman = null }) => spearman))]
        : [shown(mean(curve, (figures) => figures[other]))]),
      two(mean(curve, ({ redundancyAbs }) => redundancyAbs)),
      two(mean(curve, ({ stability }) => stability)),
      seconds(mean(curve, (figures) => figures.seconds) ?? 0).replace("under a millisecond", "<1 ms"),
    ];
    return {
      label,
      cells: [...ks.map((k) => shown(metricOf(at(k), metric))), ...summary],
      costs: curve.some(({ cost }) => cost !== undefined) ? ks.map((k) => brief(at(k).cost ?? null)) : [],
      below: [...chosenLines(curve), ...chanceLine(curve, metric)],
    };
  });
  const held: Line[] = baselinesOn(comparison, dataset).map(({ label, curve }) => ({
    label,
    cells: [
      ...ks.map((k) => {
        const at = curve.find((figures) => figures.k === k && figures.baseline === "random");
        return at ? shown(metricOf(at, metric)) : "";
      }),
      shown(mean(curve, (figures) => metricOf(figures, metric))),
      shown(mean(curve, ({ nestedStd }) => nestedStd)),
      ...(isForNumbers(metric)
        ? [brief(mean(curve, ({ rmse = null }) => rmse)), two(mean(curve, ({ spearman = null }) => spearman))]
        : []),
    ],
    costs: [],
    below: [],
  }));
  const heads = [...ks.map((k) => `k=${k}`), "mean", "±", ...beside, "|corr|", "stable", "time"];
  printLines(heads, [...lines, ...held], width, isForNumbers(metric) ? 10 : 8, terminal);
}

/** The figures of each baseline on a data set. */
function baselinesOn({ baselines = [] }: Comparison, dataset: string) {
  const own = baselines.filter((figures) => figures.dataset === dataset);
  return [...new Set(own.map(({ label }) => label))].map((label) => ({
    label,
    curve: own.filter((figures) => figures.label === label),
  }));
}

/** A method's line of a table, and what is said under it. */
interface Line {
  readonly label: string;
  readonly cells: readonly string[];
  /** What the features cost, below the first cells. */
  readonly costs: readonly string[];
  readonly below: readonly string[];
}

/** Prints a table; where it is wider than the terminal, as several below each other. */
function printLines(
  heads: readonly string[],
  lines: readonly Line[],
  width: number,
  columnWidth: number,
  terminal: Terminal,
): void {
  const room = Math.min(terminal.columns, usualWidth) - width;
  const most = Math.max(1, Math.floor(room / columnWidth));
  const padded = (label: string, cells: readonly string[]) =>
    `${label.padEnd(width)}${cells.map((cell) => cell.padStart(columnWidth)).join("")}`;
  for (let from = 0; from < heads.length; from += most) {
    const part = <T>(cells: readonly T[]) => cells.slice(from, from + most);
    const isLast = from + most >= heads.length;
    terminal.print(terminal.dim(padded("method", part(heads))));
    for (const { label, cells, costs, below } of lines) {
      terminal.print(padded(label, part(cells)));
      if (part(costs).length > 0) terminal.print(terminal.dim(padded("  cost", part(costs))));
      if (isLast) for (const line of below) terminal.print(terminal.dim(`  ${line}`));
    }
  }
}

/** What permuted labels or targets give. */
function chanceLine(curve: readonly ComparedFigures[], metric: MetricName): string[] {
  const band = curve.map(({ permuted }) => permuted).filter((permuted) => permuted !== null);
  if (band.length === 0) return [];
  const [low, high] = [mean(band, (one) => one.low), mean(band, (one) => one.high)];
  const p = Math.min(...band.map(({ pValue }) => pValue ?? 1)).toPrecision(2);
  return [
    `with ${isForNumbers(metric) ? "targets" : "labels"} permuted ${times(band[0].permutations)}: ${metricCell(metric, low)} to ${metricCell(metric, high)}, smallest p = ${p}`,
  ];
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

/** Which methods are above or below the baselines on a data set; said only where a test could be made. */
function printAgainst({ tests, metric, methods }: Comparison, dataset: string, terminal: Terminal): void {
  const own = (tests.againstBaselines ?? []).filter((test) => test.dataset === dataset);
  for (const baseline of new Set(own.map(({ methods: [, second] }) => second))) {
    const clear = own.filter(({ methods: [, second], adjusted }) => second === baseline && adjusted < 0.05);
    const side = (word: string, sign: 1 | -1) => {
      const some = clear.filter(({ difference }) => sign * difference > 0);
      const named = some.map(
        ({ methods: [method], difference }) => `${method} by ${metricCell(metric, sign * difference)}`,
      );
      return named.length === 0 ? [] : [`significantly ${word} ${baseline}: ${named.join(", ")}`];
    };
    const lines = [...side("above", 1), ...side("below", -1)];
    terminal.print(
      terminal.dim(
        lines.join("; ") ||
          `${methods.length === 1 ? "no significant difference" : "no method differs significantly"} from ${baseline}`,
      ),
    );
  }
}

function printOverall(comparison: Comparison, terminal: Terminal): void {
  const { tests, methods, results, datasets, metric } = comparison;
  if (datasets.length < 2) return;
  const width = Math.max(
    6,
    ...[...methods, ...(comparison.baselines ?? [])].map(({ label }) => label.length),
  );
  terminal.print(terminal.bold(`Mean over ${datasets.length} data sets`));
  const { ranks } = tests;
  const rankOf = (label: string) =>
    ranks?.ranks.find(({ method }) => method === label)?.rank.toFixed(2) ?? "";
  if (ranks)
    terminal.print(terminal.dim(`${"method".padEnd(width)}${"mean".padStart(8)}${"rank".padStart(8)}`));
  for (const { label, value } of [...bestFirst(comparison, results), ...meanBaselines(comparison)])
    terminal.print(
      `${label.padEnd(width)}${metricCell(metric, value).padStart(8)}${rankOf(label).padStart(8)}`.trimEnd(),
    );
  if (ranks)
    terminal.print(
      terminal.dim(
        `average ranks over ${ranks.datasets} data sets: Friedman's test p = ${ranks.pValue.toPrecision(2)}; ranks more than ${ranks.criticalDifference.toFixed(2)} apart differ at 5 % (Nemenyi)`,
      ),
    );
  const least = Math.min(...tests.overDatasets.map(({ pValue }) => pValue));
  if (tests.overDatasets.length > 0)
    terminal.print(
      terminal.dim(`smallest p of Wilcoxon's signed-rank test over the data sets: ${least.toPrecision(2)}`),
    );
}

/** The mean of each baseline over all data sets. */
function meanBaselines(comparison: Comparison): { label: string; value: number | null }[] {
  const labels = [...new Set((comparison.baselines ?? []).map(({ label }) => label))];
  return labels.map((label) => ({
    label,
    value: mean(
      (comparison.baselines ?? []).filter((figures) => figures.label === label),
      (figures) => metricOf(figures, comparison.metric),
    ),
  }));
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

type Columns = Readonly<
  Record<string, (figures: Partial<ComparedFigures>) => string | number | null | undefined>
>;

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

/** One line for each data set, method and k, then for the baselines; with the cost of the features where costs were given. */
export function comparisonCsv({ results, baselines = [], metric, costs }: Comparison): string {
  const columns: Columns = { ...columnsOf(metric), ...(costs && { cost: ({ cost }) => cost }) };
  const held = baselines.map(({ baseline, ...figures }) => ({ method: baseline, ...figures }));
  const lines = [...results, ...held].map((figures) => [
    ...Object.values(columns).map((value) => value(figures) ?? null),
    metric,
  ]);
  return csvText([[...Object.keys(columns), "metric"], ...lines]);
}
