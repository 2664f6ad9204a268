import { useCallback, useMemo } from "preact/hooks";
import type { ConvergenceSection } from "../../../src/report/report.js";
import { lineChart } from "../charts/line-chart.js";
import { seriesColour, seriesSymbol } from "../charts/palette.js";
import { smallMultiples } from "../charts/small-multiples.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { count, listed } from "../parts/format.js";

/** Objective and divergence over the iterations. Several runs get a chart each: their objectives differ in size. */
export function Convergence({ section }: { readonly section: ConvergenceSection }) {
  const { series } = section;
  const draw = useCallback((width: number) => drawing(section, width), [section]);
  const table = useMemo(() => figures(section), [section]);
  if (series.length === 0) return <p class="sal-quiet">There are no iterations to show.</p>;
  const said = series.map(
    ({ label, objective, converged }) =>
      `${label} ${converged ? "converged" : "did not converge"} in ${count(objective.length, "iteration")}`,
  );
  return (
    <Chart
      label={`Objective and Div (logarithmic) over the iterations: ${listed(said)}.`}
      name={section.title}
      draw={draw}
      table={table}
    />
  );
}

function drawing({ series }: ConvergenceSection, width: number): SVGSVGElement {
  const together = series.length > 1;
  const chart = (which: "objective" | "divergence", chosen: readonly number[]) => (each: number) =>
    lineChart({
      width: each,
      height: 220,
      xTitle: "iteration",
      yTitle: which === "objective" ? "objective" : "Div",
      bare: true,
      yScale: which === "objective" ? "linear" : "log",
      series: chosen.map((at) => ({
        label: series[at].label,
        x: series[at][which].map((_, step) => step + 1),
        y: series[at][which],
        colour: at,
      })),
    });
  if (!together)
    return smallMultiples(
      [
        { title: "Objective", draw: chart("objective", [0]) },
        { title: "Div (logarithmic)", draw: chart("divergence", [0]) },
      ],
      width,
    );
  return smallMultiples(
    [
      ...series.map(({ label }, at) => ({ title: `${label}: objective`, draw: chart("objective", [at]) })),
      {
        title: "All: Div (logarithmic)",
        draw: chart(
          "divergence",
          series.map((_, at) => at),
        ),
      },
    ],
    width,
    {
      narrowest: 240,
      entries: series.map(({ label }, at) => ({
        label,
        colour: seriesColour(at),
        symbol: seriesSymbol(at),
        mark: "line",
      })),
    },
  );
}

const figures = ({ series }: ConvergenceSection) =>
  tableOf(
    [
      { title: "Series", type: "text" },
      { title: "Iteration", type: "number" },
      { title: "Objective", type: "number" },
      { title: "Div", type: "number" },
    ],
    series.flatMap(({ label, objective, divergence }) =>
      objective.map((value, at) => [label, at + 1, value, divergence[at] ?? null]),
    ),
  );
