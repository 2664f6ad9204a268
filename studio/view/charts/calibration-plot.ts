import { dot, link, ruleX } from "@observablehq/plot";
import type { ErrorsSection } from "../../../src/report/report.js";
import { count, formatShare } from "../parts/format.js";
import { intervalText } from "./class-shares.js";
import { drawPlot } from "./draw-plot.js";
import { accent, quietInk } from "./palette.js";

/** The share that is right against the probability that was said, with intervals; on the diagonal the two agree. */
export function calibrationPlot(
  { bins }: NonNullable<ErrorsSection["calibration"]>,
  width: number,
): SVGSVGElement {
  const most = Math.max(...bins.map(({ rows }) => rows));
  const share = {
    domain: [0, 1],
    grid: true,
    ticks: width < 300 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1],
    tickFormat: (value: number) => formatShare(value),
  };
  return drawPlot({
    width,
    height: Math.min(360, Math.max(240, width * 0.82)),
    marginTop: 26,
    marginLeft: 48,
    marginRight: 26,
    x: { ...share, label: "probability of the predicted class" },
    y: { ...share, label: "share that is right", labelArrow: "none" },
    r: { type: "identity" },
    marks: [
      link([0], {
        x1: () => 0,
        y1: () => 0,
        x2: () => 1,
        y2: () => 1,
        stroke: quietInk,
        strokeDasharray: "3 4",
      }),
      ruleX(bins, {
        x: "probability",
        y1: "low",
        y2: "high",
        stroke: accent,
        strokeWidth: 1.75,
        className: "sal-intervals",
      }),
      dot(bins, {
        x: "probability",
        y: "share",
        // As large as the rows are many.
        r: ({ rows }) => 3 + 5 * Math.sqrt(rows / most),
        fill: accent,
        title: (bin) =>
          `said ${formatShare(bin.probability, 1)}\nright ${intervalText(bin)}\n${count(bin.rows, "prediction")}`,
        tip: true,
        className: "sal-points",
      }),
    ],
  });
}
