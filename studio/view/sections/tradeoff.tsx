import { useMemo } from "preact/hooks";
import type { TradeoffSection } from "../../../src/report/report.js";
import { tradeoffFigure } from "../figures/accuracy-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";

/** Accuracy against redundancy. */
export function Tradeoff({ section }: { readonly section: TradeoffSection }) {
  const figure = useMemo(() => tradeoffFigure(section), [section]);
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
  return <Chart {...figure} table={table} />;
}
