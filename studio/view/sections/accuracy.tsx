import { useMemo } from "preact/hooks";
import type { AccuracySection } from "../../../src/report/report.js";
import { accuracyFigure, shuffled } from "../figures/accuracy-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";

/** Accuracy against the number of features. */
export function Accuracy({ section }: { readonly section: AccuracySection }) {
  const figure = useMemo(() => accuracyFigure(section), [section]);
  const table = useMemo(() => figures(section), [section]);
  return <Chart {...figure} table={table} />;
}

function figures({ format, series, baselines = [], chance, chanceTitle = shuffled }: AccuracySection) {
  const rows = series.flatMap(({ label, protocol, points }) =>
    points.map(({ k, mean, low, high }) => [label, protocol, k, mean, low, high]),
  );
  const held = baselines.flatMap(({ label, level, points = [] }) => [
    ...(level === undefined ? [] : [[label, "baseline", null, level, null, null]]),
    ...points.map(({ k, mean, low, high }) => [label, "baseline", k, mean, low, high]),
  ]);
  const band = (chance ?? []).map(({ k, mean, low, high }) => [chanceTitle, "", k, mean, low, high]);
  return tableOf(
    [
      { title: "Series", type: "text" },
      { title: "Protocol", type: "text" },
      { title: "k", type: "number" },
      ...["Mean", "Low", "High"].map((title) => ({
        title,
        type: "number" as const,
        digits: format === "plain" ? 3 : 2,
      })),
    ],
    [...rows, ...held, ...band],
  );
}
