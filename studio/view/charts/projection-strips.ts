import { dot, ruleX } from "@observablehq/plot";
import type { ProjectionSection } from "../../../src/report/report.js";
import { shorten } from "../parts/format.js";
import { axis } from "./axis.js";
import { drawPlot } from "./draw-plot.js";
import { ink, seriesColour, seriesSymbol } from "./palette.js";
import { pointsOf } from "./projection-plane.js";
import { widest } from "./svg.js";

const strip = 90;

/** A strip per class along the only direction; dots that fall together are piled up, and a line marks the median. */
export function projectionStrips(
  section: ProjectionSection,
  shown: readonly number[],
  width: number,
): SVGSVGElement {
  const names = section.classes.map((name) => shorten(name, 18));
  const marginLeft = Math.ceil(widest(names)) + 14;
  const points = piled(pointsOf(section, shown), width - marginLeft - 16);
  const medians = section.classes.flatMap((_, code) => {
    const own = points.filter((point) => point.code === code).map(({ x }) => x);
    own.sort((a, b) => a - b);
    return own.length === 0 ? [] : [{ code, x: (own[(own.length - 1) >> 1] + own[own.length >> 1]) / 2 }];
  });
  return drawPlot({
    width,
    height: strip * names.length + 58,
    marginTop: 8,
    marginBottom: 46,
    marginLeft,
    marginRight: 16,
    x: {
      ...axis(
        "linear",
        points.map(({ x }) => x),
      ),
      label: "discriminant direction",

      grid: true,
      ticks: 6,
    },
    y: {
      domain: [names.length - 0.5, -0.5],
      ticks: names.map((_, at) => at),
      tickFormat: (at: number) => names[at],
      tickSize: 0,
      label: null,
    },
    symbol: { type: "identity" },
    marks: [
      dot(points, {
        x: "x",
        y: ({ code, height }) => code - height,
        fill: ({ code }) => seriesColour(code),
        fillOpacity: 0.8,
        symbol: ({ code }: { code: number }) => seriesSymbol(code),
        r: points.length > 1000 ? 2.5 : 4,
        stroke: "outline",
        strokeWidth: 1.6,
        title: ({ name, code }) => `${name}\n${section.classes[code]}`,
        tip: true,
        className: "sal-samples",
      }),
      ruleX(medians, {
        x: "x",
        y1: ({ code }) => code - 0.4,
        y2: ({ code }) => code + 0.4,
        stroke: ink,
        strokeWidth: 2,
        className: "sal-medians",
      }),
    ],
  });
}

/** Dots that share a place on the line are laid above and below it in turn, inside their strip. */
function piled(points: ReturnType<typeof pointsOf>, room: number) {
  const xs = points.map(({ x }) => x);
  const low = xs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = xs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const places = Math.max(1, Math.floor(room / 9));
  const bins = points.map(({ x, code }) => `${code} ${Math.floor(((x - low) / (high - low || 1)) * places)}`);
  const totals = new Map<string, number>();
  const turns = bins.map((bin) => {
    const turn = totals.get(bin) ?? 0;
    totals.set(bin, turn + 1);
    return turn;
  });
  const tallest = Math.max(1, ...totals.values());
  const step = Math.min(0.1, 0.8 / tallest);
  return points.map((point, at) => ({
    ...point,
    height: step * Math.ceil(turns[at] / 2) * (turns[at] % 2 === 0 ? 1 : -1),
  }));
}
