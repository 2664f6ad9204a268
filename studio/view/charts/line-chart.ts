import { dot, line } from "@observablehq/plot";
import { formatNumber, isNumber } from "../parts/format.js";
import { axis } from "./axis.js";
import { drawPlot } from "./draw-plot.js";
import { seriesColour, seriesSymbol } from "./palette.js";
import { widest } from "./svg.js";

/** Lines over a common axis. */
export interface LineChartOptions {
  readonly width: number;
  readonly height?: number;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly xScale?: "linear" | "log";
  readonly yScale?: "linear" | "log";
  readonly series: readonly {
    readonly label: string;
    readonly x: readonly number[];
    readonly y: readonly (number | null)[];
    /** Which colour; its place in the legend. */
    readonly colour: number;
  }[];
  /** No title at the y axis, as where the chart's own says the same. */
  readonly bare?: boolean;
}

/** A plain line chart; what cannot be drawn (missing, or not positive on a log scale) leaves a gap. */
export function lineChart(options: LineChartOptions): SVGSVGElement {
  const { width, xScale = "linear", yScale = "linear" } = options;
  const fits = (value: number | null, scale: string) => isNumber(value) && (scale === "linear" || value > 0);
  const points = options.series.flatMap(({ label, x, y, colour }) =>
    x.map((value, at) => ({
      label,
      x: fits(value, xScale) ? value : Number.NaN,
      y: fits(y[at] ?? null, yScale) ? y[at]! : Number.NaN,
      colour: seriesColour(colour),
      symbol: seriesSymbol(colour),
    })),
  );
  const drawable = points.filter((point) => isNumber(point.x) && isNumber(point.y));
  const xs = drawable.map((point) => point.x);
  const dense = drawable.length > 30 * options.series.length;
  const ys = drawable.map((point) => point.y);
  const yAxis = axis(yScale, ys);
  const ends = [Math.min(...ys), Math.max(...ys)].filter(isNumber).map(yAxis.tickFormat);
  return drawPlot({
    width,
    height: options.height ?? 240,
    marginTop: options.bare ? 12 : 28,
    marginLeft: Math.max(48, Math.ceil(widest(ends)) + 20),
    marginRight: 16,
    marginBottom: 44,
    x: {
      ...axis(xScale, xs, Math.max(2, Math.min(8, Math.floor(width / 70)))),
      ...theirOwn(xs, xScale, width),
      label: options.xTitle,
    },
    y: {
      ...yAxis,
      label: options.bare ? null : options.yTitle,
      labelArrow: "none",
      grid: true,
    },
    symbol: { type: "identity" },
    marks: [
      line(points, {
        x: "x",
        y: "y",
        z: "label",
        stroke: "colour",
        strokeWidth: 1.75,
        className: "sal-lines",
      }),
      dot(drawable, {
        x: "x",
        y: "y",
        fill: "colour",
        symbol: "symbol",
        r: dense ? 2 : 3,
        title: (d) =>
          `${d.label}\n${options.xTitle} ${formatNumber(d.x)}\n${options.yTitle} ${formatNumber(d.y)}`,
        tip: true,
        className: "sal-points",
      }),
    ],
  });
}

/** A few different values are the ticks themselves, where they have room. */
function theirOwn(xs: readonly number[], scale: "linear" | "log", width: number) {
  const different = [...new Set(xs)].sort((a, b) => a - b);
  const room = width - 72;
  const closest = different
    .slice(1)
    .reduce((least, x, at) => Math.min(least, x - different[at]), Number.POSITIVE_INFINITY);
  const range = (different.at(-1) ?? 0) - different[0];
  const fits = scale === "linear" && different.length > 1 && (closest / range) * room > 26;
  return fits ? { ticks: different, nice: false, tickFormat: (value: number) => formatNumber(value) } : {};
}
