import { useCallback, useMemo } from "preact/hooks";
import type { AccuracySection } from "../../../src/report/report.js";
import { accuracyLines } from "../charts/accuracy-lines.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { formatNumber, listed } from "../parts/format.js";

/** Accuracy against the number of features. */
export function Accuracy({ section }: { readonly section: AccuracySection }) {
  const draw = useCallback((width: number) => accuracyLines(section, width), [section]);
  const table = useMemo(() => figures(section), [section]);
  return <Chart label={labelOf(section)} name={section.title} draw={draw} table={table} />;
}

/** What the band is where the report does not say. */
const shuffled = "shuffled labels";

function labelOf({
  metric,
  format,
  series,
  chance,
  chanceTitle = shuffled,
  majority,
  baselines = [],
}: AccuracySection): string {
  const ends = series.flatMap(({ label, protocol, points }) => {
    const end = points.at(-1);
    return end
      ? [
          `${label} (${protocol}) ${formatNumber(end.mean, { digits: format === "plain" ? 3 : 1 })} at ${end.k}`,
        ]
      : [];
  });
  const held = baselines.flatMap(({ label, level, points }) => {
    const value = level ?? points?.at(-1)?.mean;
    return value === undefined
      ? []
      : [`${label} ${formatNumber(value, { digits: format === "plain" ? 3 : 1 })}`];
  });
  return `Lines of ${metric} against the number of features: ${listed(ends) || "no points"}.${
    chance?.length ? ` A shaded band shows chance: ${chanceTitle}.` : ""
  }${majority === undefined ? "" : ` Always naming the largest class gives ${formatNumber(majority, { digits: 1 })}.`}${held.length > 0 ? ` Baselines: ${listed(held)}.` : ""}`;
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
