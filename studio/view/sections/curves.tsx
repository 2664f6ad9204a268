import { useCallback, useMemo } from "preact/hooks";
import type { CurvesSection } from "../../../src/report/report.js";
import { lineChart } from "../charts/line-chart.js";
import { seriesColour, seriesSymbol } from "../charts/palette.js";
import { smallMultiples } from "../charts/small-multiples.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { count, listed } from "../parts/format.js";

/** Line charts of one kind side by side, with one legend. */
export function Curves({ section }: { readonly section: CurvesSection }) {
  const { facets, xTitle, yTitle, xScale, yScale } = section;
  const labels = useMemo(
    () => [...new Set(facets.flatMap(({ series }) => series.map(({ label }) => label)))],
    [facets],
  );
  const draw = useCallback(
    (width: number) =>
      smallMultiples(
        facets.map(({ title, series }) => ({
          title,
          draw: (each: number) =>
            lineChart({
              width: each,
              xTitle,
              yTitle,
              xScale,
              yScale,
              height: facets.length === 1 ? 340 : 240,
              series: series.map((one) => ({ ...one, colour: labels.indexOf(one.label) })),
            }),
        })),
        width,
        {
          entries:
            labels.length > 1
              ? labels.map((label, at) => ({
                  label,
                  colour: seriesColour(at),
                  symbol: seriesSymbol(at),
                  mark: "line",
                }))
              : [],
        },
      ),
    [facets, labels, xTitle, yTitle, xScale, yScale],
  );
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
  return (
    <Chart
      label={`${count(facets.length, "line chart")} of ${yTitle} against ${xTitle} for ${listed(labels)}: ${listed(
        facets.map(({ title }) => title),
      )}.`}
      name={section.title}
      draw={draw}
      table={table}
    />
  );
}
