import { useCallback, useMemo } from "preact/hooks";
import type { TradeoffSection } from "../../../src/report/report.js";
import { tradeoffPlot } from "../charts/tradeoff-plot.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { listed } from "../parts/format.js";

/** Accuracy against redundancy. */
export function Tradeoff({ section }: { readonly section: TradeoffSection }) {
  const draw = useCallback((width: number) => tradeoffPlot(section, width), [section]);
  const table = useMemo(
    () =>
      tableOf(
        [
          { title: "Series", type: "text" },
          { title: "k", type: "number" },
          { title: "Accuracy (%)", type: "number", digits: 2 },
          { title: "Redundancy", type: "number", digits: 4 },
        ],
        section.series.flatMap(({ label, points }) =>
          points.map(({ k, accuracy, redundancy }) => [label, k, accuracy, redundancy]),
        ),
      ),
    [section],
  );
  if (table.count === 0) return <p class="sal-quiet">There are no points to show.</p>;
  const label = `Accuracy against redundancy, a point for each number of features, for ${listed(
    section.series.map(({ label }) => label),
  )}. Upper left is best: accurate with features that do not repeat each other.`;
  return <Chart label={label} name={section.title} draw={draw} table={table} />;
}
