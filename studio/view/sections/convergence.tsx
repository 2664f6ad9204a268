import { useMemo } from "preact/hooks";
import type { ConvergenceSection } from "../../../src/report/report.js";
import { convergenceFigure } from "../figures/course-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";

/** Objective and divergence over the iterations. Several runs get a chart each: their objectives differ in size. */
export function Convergence({ section }: { readonly section: ConvergenceSection }) {
  const { series } = section;
  const figure = useMemo(() => convergenceFigure(section), [section]);
  const table = useMemo(() => figures(section), [section]);
  if (series.length === 0) return <p class="sal-quiet">There are no iterations to show.</p>;
  return <Chart {...figure} table={table} />;
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
