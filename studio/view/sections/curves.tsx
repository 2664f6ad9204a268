import { useMemo } from "preact/hooks";
import type { CurvesSection } from "../../../src/report/report.js";
import { curvesFigure } from "../figures/comparison-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";

/** Line charts of one kind side by side, with one legend. */
export function Curves({ section }: { readonly section: CurvesSection }) {
  const { facets, xTitle, yTitle } = section;
  const figure = useMemo(() => curvesFigure(section), [section]);
  const table = useMemo(
    () =>
      tableOf(
        [
          { title: "Chart", type: "text" },
          { title: "Series", type: "text" },
          { title: xTitle, type: "number" },
          { title: yTitle, type: "number" },
        ],
        facets.flatMap(({ title, series }) =>
          series.flatMap(({ label, x, y }) => x.map((value, at) => [title, label, value, y[at] ?? null])),
        ),
      ),
    [facets, xTitle, yTitle],
  );
  if (facets.length === 0) return <p class="sal-quiet">There are no curves.</p>;
  return <Chart {...figure} table={table} />;
}
