import { barX, ruleY, tickX } from "@observablehq/plot";
import type { SpreadNumbers } from "../../../src/report/report.js";
import { formatNumber, isNumber, shorten } from "../parts/format.js";
import { axis } from "./axis.js";
import { drawPlot } from "./draw-plot.js";
import { ground, ink, seriesColour } from "./palette.js";
import { widest } from "./svg.js";

/** One box per class: the middle half, the median, and whiskers to the smallest and the largest value. */
export function classBoxes(classes: readonly string[], feature: SpreadNumbers, width: number): SVGSVGElement {
  const names = classes.map((name) => shorten(name, 18));
  const boxes = classes.flatMap((name, at) => {
    const [low, lower, median, upper, high] = feature.quartiles[at] ?? [];
    return isNumber(low) && isNumber(lower) && isNumber(median) && isNumber(upper) && isNumber(high)
      ? [{ name, at, low, lower, median, upper, high }]
      : [];
  });
  return drawPlot({
    width,
    height: Math.min(26, Math.max(14, 400 / classes.length)) * classes.length + 58,
    marginTop: 8,
    marginBottom: 48,
    marginLeft: Math.ceil(widest(names)) + 14,
    marginRight: 12,
    x: {
      label: shorten(feature.name, 40),
      grid: true,
      ...axis(
        "linear",
        boxes.flatMap(({ low, high }) => [low, high]),
        Math.max(3, Math.min(8, Math.floor(width / 100))),
      ),
    },
    y: {
      type: "band",
      domain: classes.map((_, at) => at),
      tickFormat: (at: number) => names[at],
      tickSize: 0,
      label: null,
      padding: 0.3,
    },
    marks: [
      ruleY(boxes, { y: "at", x1: "low", x2: "high", stroke: ink, className: "sal-whiskers" }),
      barX(boxes, {
        y: "at",
        x1: "lower",
        x2: "upper",
        fill: ({ at }) => seriesColour(at),
        stroke: ink,
        strokeWidth: 0.75,
        title: (d) =>
          `${d.name}\nsmallest ${formatNumber(d.low)}\nlower quartile ${formatNumber(d.lower)}\nmedian ${formatNumber(d.median)}\n` +
          `upper quartile ${formatNumber(d.upper)}\nlargest ${formatNumber(d.high)}`,
        tip: true,
        className: "sal-boxes",
      }),
      // The line in the colour of the page keeps the median visible on any box.
      tickX(boxes, { y: "at", x: "median", stroke: ground, strokeWidth: 5 }),
      tickX(boxes, { y: "at", x: "median", stroke: ink, strokeWidth: 2, className: "sal-medians" }),
    ],
  });
}
