import { dot, line, text } from "@observablehq/plot";
import type { TradeoffSection } from "../../../src/report/report.js";
import { formatNumber, isNumber } from "../parts/format.js";
import { axis } from "./axis.js";
import { drawPlot } from "./draw-plot.js";
import { ground, ink, seriesColour, seriesSymbol } from "./palette.js";

/** Accuracy against redundancy; the points of a method are joined in the order of k. Best is the upper left. */
export function tradeoffPlot({ series }: TradeoffSection, width: number): SVGSVGElement {
  const points = series.flatMap(({ label, points }, at) => {
    const valid = points.filter(({ accuracy, redundancy }) => isNumber(accuracy) && isNumber(redundancy));
    const step = Math.ceil(valid.length / (width < 500 ? 4 : 8));
    return valid.map((point, place) => ({
      ...point,
      label,
      colour: seriesColour(at),
      symbol: seriesSymbol(at),
      below: at % 2 === 1,
      named: place % step === 0 || place === valid.length - 1,
    }));
  });
  return drawPlot({
    width,
    height: width < 600 ? 320 : 400,
    marginTop: 30,
    marginLeft: 48,
    marginRight: 24,
    marginBottom: 46,
    entries: series.map(({ label }, at) => ({
      label,
      colour: seriesColour(at),
      mark: "dot",
      symbol: seriesSymbol(at),
    })),
    x: {
      ...axis(
        "linear",
        points.map(({ redundancy }) => redundancy),
      ),
      label: "redundancy (mean |correlation| of the picked)",
      grid: true,
      ticks: 6,
    },
    y: {
      ...axis(
        "linear",
        points.map(({ accuracy }) => accuracy),
      ),
      label: "accuracy (%)",
      labelArrow: "none",
      grid: true,
      ticks: 6,
    },
    symbol: { type: "identity" },
    marks: [
      line(points, {
        x: "redundancy",
        y: "accuracy",
        z: "label",
        stroke: "colour",
        strokeOpacity: 0.6,
        className: "sal-lines",
      }),
      dot(points, {
        x: "redundancy",
        y: "accuracy",
        fill: "colour",
        symbol: "symbol",
        r: 4.5,
        title: (d) =>
          `${d.label}, k = ${d.k}\naccuracy ${formatNumber(d.accuracy, { digits: 1 })} %\nredundancy ${formatNumber(d.redundancy)}`,
        tip: true,
        className: "sal-points",
      }),
      // Every other method has its numbers below, so that neighbours cover each other less.
      ...[false, true].map((below) =>
        text(
          points.filter((point) => point.named && point.below === below),
          {
            x: "redundancy",
            y: "accuracy",
            text: ({ k }) => String(k),
            dy: below ? 12 : -12,
            fontSize: 11,
            fill: ink,
            stroke: ground,
            strokeWidth: 3,
            className: "sal-k",
          },
        ),
      ),
    ],
  });
}
