import type { MetricName } from "../evaluation/metrics.js";
import type { ComparedFigures, Comparison } from "../experiment/comparison.js";
import { isForNumbers, metricTitles } from "../experiment/metric-choice.js";
import { meanOver } from "./comparison-lead.js";
import type { RanksSection, TableColumn, TableSection } from "./report.js";
import { brief, listed, points } from "./words.js";

/** A column of means over all k. */
interface MeanColumn extends Omit<TableColumn, "type"> {
  readonly of: (at: Partial<ComparedFigures>) => number | null | undefined;
}

const redundancyColumns: readonly MeanColumn[] = [
  { title: "redundancy", digits: 3, of: ({ redundancyAbs }) => redundancyAbs },
  { title: "stability", digits: 2, of: ({ stability }) => stability },
  { title: "cost", digits: 1, of: ({ cost }) => cost },
];

const numberColumns: readonly MeanColumn[] = [
  { title: "R²", digits: 3, of: ({ r2 }) => r2 },
  { title: "RMSE", digits: 3, of: ({ rmse }) => rmse },
  { title: "Spearman", digits: 3, of: ({ spearman }) => spearman },
  ...redundancyColumns,
];

const classColumns = (metric: MetricName): readonly MeanColumn[] => {
  const shown = { group: metricTitles[metric], digits: 1, format: "percent" } as const;
  return [
    { title: "nested", ...shown, of: ({ nested }) => nested },
    { title: "paper", ...shown, of: ({ paper }) => paper },
    { title: "optimism", ...shown, signed: true, of: optimism },
    {
      title: "balanced accuracy",
      digits: 1,
      format: "percent",
      of: ({ balancedAccuracy }) => balancedAccuracy,
    },
    { title: "area under ROC", digits: 3, of: ({ auc }) => auc },
    ...redundancyColumns,
  ];
};

/** One row per method and baseline: means over all k. Columns of which nothing is known are left out. */
export function summaryTable(
  { methods, results, baselines = [], protocol, metric }: Comparison,
  name: string,
  place: number,
): TableSection {
  const numbers = isForNumbers(metric);
  const columns = (numbers ? numberColumns : classColumns(metric)).filter(({ of }) =>
    results.some((at) => at.dataset === name && (of(at) ?? null) !== null),
  );
  const labels = [...methods, ...baselines].map(({ label }) => label);
  const held =
    baselines.length > 0 ? " The last rows are baselines: they look at no label, so nothing can leak." : "";
  return {
    kind: "table",
    id: `summary-${place + 1}`,
    title: `${name}: methods side by side`,
    text: `${numbers ? "Means over all k of the nested protocol; RMSE is the root of the mean squared error, in the unit of the target." : `Means over all k, in percent, of the ${protocol} protocol unless it says otherwise; optimism is how much the paper protocol is above the nested one.`} Redundancy is the mean |correlation| of two selected features, stability Kuncheva's index over the folds.${held}`,
    columns: [
      { title: "method", type: "text" },
      ...columns.map(({ of: _, ...column }): TableColumn => ({ type: "number", ...column })),
    ],
    rows: [...new Set(labels)].map((label) => [
      label,
      ...columns.map(({ of }) => meanOver([...results, ...baselines], name, label, of)),
    ]),
  };
}

/** One row per k: every method under both protocols, with the difference. */
export function accuracyTable(
  { methods, results, baselines = [], metric }: Comparison,
  name: string,
  place: number,
): TableSection {
  const held = baselines.filter(({ dataset, baseline }) => dataset === name && baseline === "random");
  const all = baselines.find(({ dataset, baseline }) => dataset === name && baseline === "all");
  const beside = [...new Set([...held, ...(all ? [all] : [])].map(({ label }) => label))];
  const own = results.filter(({ dataset }) => dataset === name);
  const ks = [...new Set(own.map(({ k }) => k))].sort((a, b) => a - b);
  const figure = (k: number, label: string) => own.find((entry) => entry.k === k && entry.label === label);
  const protocols = (["nested", "paper"] as const).filter((protocol) =>
    own.some((entry) => entry[protocol] !== null),
  );
  const both = protocols.length === 2;
  const shown = isForNumbers(metric) ? { digits: 3 } : { digits: 1, format: "percent" as const };
  return {
    kind: "table",
    id: `accuracy-table-${place + 1}`,
    title: `${name}: ${metricTitles[metric]} for each k`,
    text: `${isForNumbers(metric) ? "The" : "In percent; the"} best of each row and protocol is marked.`,
    columns: [
      { title: "k", type: "number" },
      ...protocols.flatMap((protocol) =>
        methods.map(
          ({ label }): TableColumn => ({
            title: label,
            type: "number",
            group: protocol,
            best: "largest",
            comparedWithin: protocol,
            ...shown,
          }),
        ),
      ),
      ...beside.map((title): TableColumn => ({ title, type: "number", group: "baselines", ...shown })),
      ...(both
        ? methods.map(
            ({ label }): TableColumn => ({
              title: label,
              type: "number",
              digits: 1,
              group: "optimism",
              signed: true,
              format: "percent",
            }),
          )
        : []),
    ],
    rows: ks.map((k) => [
      k,
      ...protocols.flatMap((protocol) => methods.map(({ label }) => figure(k, label)?.[protocol] ?? null)),
      ...beside.map(
        (label) => (all?.label === label ? all : held.find((entry) => entry.k === k))?.nested ?? null,
      ),
      ...(both ? methods.map(({ label }) => optimism(figure(k, label) ?? {})) : []),
    ]),
  };
}

const optimism = ({ nested = null, paper = null }: Partial<ComparedFigures>) =>
  nested !== null && paper !== null ? paper - nested : null;

/** How the methods rank over the data sets; null where too few were compared. */
export function ranksSection({ tests: { ranks: found } }: Comparison): RanksSection | null {
  if (!found) return null;
  const { ranks, criticalDifference, alike, datasets, pValue, chiSquare } = found;
  const verdict =
    pValue < significant
      ? `Friedman's test finds that the methods differ (p = ${brief(pValue, 2)})`
      : `Friedman's test finds no difference between the methods (p = ${brief(pValue, 2)})`;
  return {
    kind: "ranks",
    id: "ranks",
    title: "Average ranks over the data sets",
    text: `On each of the ${datasets} data sets the best method has rank 1, by its mean over all k. ${verdict}: χ² = ${brief(chiSquare)}, in the form of Iman and Davenport. Methods joined by a line do not differ at 5 %: their ranks are less than ${criticalDifference.toFixed(2)} apart (Nemenyi's test).${datasets < 10 ? " With so few data sets the test is rough and finds only large differences." : ""}`,
    ranks: ranks.map(({ method, rank }) => ({ label: method, rank })),
    criticalDifference,
    alike,
  };
}

/** Below this an adjusted p-value counts as a difference. */
const significant = 0.05;

/** Which methods differ beyond chance; null where there was nothing to test. */
export function testsSection({ tests, metric }: Comparison): TableSection | null {
  const { perDataset, overDatasets, againstBaselines = [] } = tests;
  if (perDataset.length + overDatasets.length + againstBaselines.length === 0) return null;
  const numbers = isForNumbers(metric);
  const sure = [...perDataset, ...againstBaselines].filter(({ adjusted }) => adjusted < significant);
  const sentences = sure.map(({ dataset, methods: [a, b], difference }) => {
    const [better, worse] = difference > 0 ? [a, b] : [b, a];
    const size = numbers ? brief(Math.abs(difference)) : `${points(Math.abs(difference))} points`;
    return `${better} above ${worse} on ${dataset} by ${size}`;
  });
  return {
    kind: "table",
    id: "tests",
    title: "Which differences are significant",
    text: `${sentences.length > 0 ? `Significant at 5 %: ${listed(sentences, 8)}.` : "No difference between two methods is significant at 5 % on these folds."} Per data set: the corrected resampled t test over folds, of ${numbers ? metricTitles[metric] : "accuracies"} averaged over all k; adjusted by Holm's method for the number of pairs${againstBaselines.length > 0 ? "; pairs of a method and a baseline are adjusted on their own" : ""}.`,
    columns: [
      { title: "data", type: "text" },
      { title: "first", type: "text" },
      { title: "second", type: "text" },
      {
        title: "difference",
        type: "number",
        signed: true,
        ...(numbers ? { digits: 3 } : { digits: 2, format: "percent" }),
      },
      { title: "p", type: "number", digits: 4 },
      { title: "adjusted p", type: "number", digits: 4 },
    ],
    rows: [
      ...[...perDataset, ...againstBaselines].map(
        ({ dataset, methods: [a, b], difference, pValue, adjusted }) => [
          dataset,
          a,
          b,
          difference,
          finite(pValue),
          finite(adjusted),
        ],
      ),
      ...overDatasets.map(({ methods: [a, b], difference, pValue, adjusted }) => [
        "all data sets",
        a,
        b,
        difference,
        finite(pValue),
        finite(adjusted),
      ]),
    ],
    ...(overDatasets.length > 0 && {
      notes: [
        `Over all data sets: Wilcoxon's signed-rank test on one difference for each; with fewer than six data sets it cannot get below ${brief(significant)}.`,
      ],
    }),
  };
}

const finite = (x: number) => (Number.isFinite(x) ? x : null);
