import type { Comparison } from "../experiment/comparison.js";
import { isForNumbers, metricTitles } from "../experiment/metric-choice.js";
import { meanOver } from "./comparison-lead.js";
import type { CurvesSection, TableColumn, TableSection } from "./report.js";
import { sentence } from "./words.js";

/** One row per data set: the mean of every method over all k, the best in bold; null where there is one data set only. */
export function overviewTable(comparison: Comparison): TableSection | null {
  const { datasets, methods, results, baselines = [], protocol, metric } = comparison;
  if (datasets.length < 2) return null;
  const shown = isForNumbers(metric) ? { digits: 3 } : { digits: 1, format: "percent" as const };
  const held = [...new Set(baselines.map(({ label }) => label))];
  const column = (title: string, group: string): TableColumn => ({ title, type: "number", group, ...shown });
  const measured = metricTitles[metric];
  const rowOf = (name: string | null) => [
    ...methods.map(({ label }) => meanOver(results, name, label, (figures) => figures[protocol])),
    ...held.map((label) => meanOver(baselines, name, label, ({ nested }) => nested)),
  ];
  return {
    kind: "table",
    id: "overview",
    title: "All data sets at a glance",
    text: `Means over all k of the ${protocol} protocol${isForNumbers(metric) ? "" : ", in percent"}; the best method of each data set is marked.`,
    columns: [
      { title: "data", type: "text" },
      ...methods.map(({ label }): TableColumn => ({ ...column(label, measured), best: "largest" })),
      ...held.map((label) => column(label, "baselines")),
    ],
    rows: [...datasets.map(({ name }) => [name, ...rowOf(name)]), ["mean", ...rowOf(null)]],
  };
}

/** Curves over k, a small chart for each data set, all methods and baselines; null where there is one data set or one k. */
export function curvesAtAGlance(comparison: Comparison): CurvesSection | null {
  const { datasets, methods, results, baselines = [], protocol, metric } = comparison;
  const ks = [...new Set(results.map(({ k }) => k))].sort((a, b) => a - b);
  if (datasets.length < 2 || ks.length < 2) return null;
  const held = [...new Set(baselines.map(({ label }) => label))];
  return {
    kind: "curves",
    id: "curves",
    title: `${sentence(metricTitles[metric]).slice(0, -1)} against k, data set by data set`,
    text: `Means over the folds, ${protocol} protocol. Each chart has its own scale; their spread is in the details of each data set.`,
    xTitle: "features (k)",
    yTitle: isForNumbers(metric) ? metricTitles[metric] : `${metricTitles[metric]} (%)`,
    ...(!isForNumbers(metric) && { yFormat: "percent" as const }),
    facets: datasets.map(({ name }) => ({
      title: name,
      series: [
        ...methods.map(({ label }) => {
          const own = results.filter((entry) => entry.dataset === name && entry.label === label);
          return { label, x: own.map(({ k }) => k), y: own.map((at) => at[protocol]) };
        }),
        ...held.map((label) => {
          const own = baselines.filter((entry) => entry.dataset === name && entry.label === label);
          // All features are one level for every k.
          const at = (k: number) => own.find((entry) => entry.k === k || entry.baseline === "all");
          return { label, x: ks, y: ks.map((k) => at(k)?.nested ?? null) };
        }),
      ],
    })),
  };
}
