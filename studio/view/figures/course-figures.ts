import type { ConvergenceSection, PathSection } from "../../../src/report/report.js";
import { lineChart } from "../charts/line-chart.js";
import { seriesColour, seriesSymbol } from "../charts/palette.js";
import { pathMaps } from "../charts/path-maps.js";
import { smallMultiples } from "../charts/small-multiples.js";
import { count, listed } from "../parts/format.js";
import type { Figure } from "./figure.js";

/** Objective and divergence over the iterations. Several runs get a chart each: their objectives differ in size. */
export function convergenceFigure(section: ConvergenceSection): Figure {
  const said = section.series.map(
    ({ label, objective, converged }) =>
      `${label} ${converged ? "converged" : "did not converge"} in ${count(objective.length, "iteration")}`,
  );
  return {
    name: section.title,
    label: `Objective and Div (logarithmic) over the iterations: ${listed(said)}.`,
    draw: (width) => drawCourses(section, width),
  };
}

function drawCourses({ series }: ConvergenceSection, width: number): SVGSVGElement {
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

/** Features in use and objective over the γ × p grid, the chosen point framed where there is one. */
export function pathFigure(section: PathSection, chosen: readonly [number, number] | null = null): Figure {
  const { gammas, ps, features, title } = section;
  return {
    name: title,
    label: `Two heat maps over ${count(gammas.length, "value")} of γ and ${count(ps.length, "value")} of p: the number of features in use out of ${features}, and the objective.`,
    draw: (width) => pathMaps(section, chosen, width),
  };
}
