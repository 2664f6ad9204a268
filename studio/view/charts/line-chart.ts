import { dot, line } from "@observablehq/plot";
import { formatNumber, isNumber } from "../parts/format.js";
import { drawPlot } from "./draw-plot.js";
import { seriesColour } from "./palette.js";

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
    })),
  );
  const drawable = points.filter((point) => isNumber(point.x) && isNumber(point.y));
  const wholes = drawable.every((point) => Number.isInteger(point.x));
  return drawPlot({
    width,
    height: options.height ?? 240,
    marginTop: options.bare ? 12 : 28,
    marginLeft: 56,
    marginRight: 16,
    marginBottom: 44,
    x: {
      ...axis(
        xScale,
        drawable.map((point) => point.x),
      ),
      label: options.xTitle,
      ticks: Math.max(2, Math.min(8, Math.floor(width / 70))),
      ...(wholes &&
        xScale === "linear" && {
          tickFormat: (value: number) => (Number.isInteger(value) ? formatNumber(value) : ""),
        }),
    },
    y: {
      ...axis(
        yScale,
        drawable.map((point) => point.y),
      ),
      label: options.bare ? null : options.yTitle,
      labelArrow: "none",
      grid: true,
      ticks: 5,
    },
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
        r: drawable.length > 60 * options.series.length ? 1.5 : 2.5,
        title: (d) =>
          `${d.label}\n${options.xTitle} ${formatNumber(d.x)}\n${options.yTitle} ${formatNumber(d.y)}`,
        tip: true,
        className: "sal-points",
      }),
    ],
  });
}

/** A scale that also has room for a single value, and a domain where there is none. */
function axis(type: "linear" | "log", values: readonly number[]) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const format = (value: number) => formatNumber(value);
  if (values.length === 0) return { type, domain: type === "log" ? [1, 10] : [0, 1], tickFormat: format };
  if (low === high)
    return { type, domain: type === "log" ? [low / 2, high * 2] : [low - 1, high + 1], tickFormat: format };
  return { type, nice: type === "linear", tickFormat: type === "log" ? powerOfTen : format };
}

/** Only whole powers of ten are named, unless the range is short. */
function powerOfTen(value: number): string {
  const power = Math.round(Math.log10(value));
  if (Math.abs(value / 10 ** power - 1) > 1e-9) return "";
  return value >= 1e-3 && value <= 1e4 ? formatNumber(value) : `1e${power}`;
}
