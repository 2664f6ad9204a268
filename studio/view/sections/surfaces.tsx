import { useMemo } from "preact/hooks";
import type { SurfacesSection } from "../../../src/report/report.js";
import { surfacesFigure } from "../figures/comparison-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";

/** Heat maps of one kind side by side. Each has its own scale of colours, as data sets differ in level. */
export function Surfaces({ section }: { readonly section: SurfacesSection }) {
  const { facets, xTitle, yTitle, valueTitle } = section;
  const figure = useMemo(() => surfacesFigure(section), [section]);
  const table = useMemo(
    () =>
      tableOf(
        [
          { title: "Map", type: "text" },
          {
            title: yTitle,
            type: facets.some(({ y }) => y.some((v) => typeof v === "string")) ? "text" : "number",
          },
          {
            title: xTitle,
            type: facets.some(({ x }) => x.some((v) => typeof v === "string")) ? "text" : "number",
          },
          { title: valueTitle, type: "number" },
        ],
        facets.flatMap(({ title, x, y, values }) =>
          y.flatMap((row, at) =>
            x.map((column, place) => [title, row, column, values[at * x.length + place] ?? null]),
          ),
        ),
      ),
    [facets, xTitle, yTitle, valueTitle],
  );
  if (facets.length === 0) return <p class="sal-quiet">There are no maps.</p>;
  return <Chart {...figure} table={table} />;
}
