import { useCallback, useMemo } from "preact/hooks";
import type { SurfacesSection } from "../../../src/report/report.js";
import { heatMap } from "../charts/heat-map.js";
import { smallMultiples } from "../charts/small-multiples.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { count, formatNumber, isNumber, listed } from "../parts/format.js";

/** Heat maps of one kind side by side. Each has its own scale of colours, as data sets differ in level. */
export function Surfaces({ section }: { readonly section: SurfacesSection }) {
  const { facets, xTitle, yTitle, valueTitle } = section;
  const draw = useCallback((width: number) => drawing(section, width), [section]);
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
  return (
    <Chart
      label={`${count(facets.length, "heat map")} of ${valueTitle} over ${xTitle} and ${yTitle}: ${listed(facets.map(({ title }) => title))}.`}
      name={section.title}
      draw={draw}
      table={table}
    />
  );
}

function drawing({ facets, xTitle, yTitle, valueTitle }: SurfacesSection, width: number): SVGSVGElement {
  const name = (value: number | string) => (typeof value === "number" ? formatNumber(value) : value);
  return smallMultiples(
    facets.map(({ title, x, y, values }) => ({
      title,
      draw: (each: number) => {
        const known = values.filter(isNumber);
        const format = (value: number) => formatNumber(Number(value.toPrecision(3)));
        return heatMap({
          width: each,
          x: x.map(name),
          y: y.map(name),
          xTitle,
          yTitle,
          values: Array.from({ length: x.length * y.length }, (_, at) => values[at] ?? null),
          format,
          scheme: "viridis",
          domain: known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1],
          valueTitle,
          written: x.length * y.length <= 150,
          tallest: 260,
          describe: (column, row) =>
            `${xTitle} ${name(x[column])}, ${yTitle} ${name(y[row])}\n${valueTitle} ${formatNumber(values[row * x.length + column])}`,
        });
      },
    })),
    width,
    { narrowest: 330 },
  );
}
