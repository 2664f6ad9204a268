import { barX } from "@observablehq/plot";
import type { SpreadLevels } from "../../../src/report/report.js";
import { formatShare, shorten } from "../parts/format.js";
import { drawPlot } from "./draw-plot.js";
import { ground, seriesColour } from "./palette.js";
import { widest } from "./svg.js";

/** One bar per class, divided by the shares of a category's levels. */
export function classLevels(
  classes: readonly string[],
  { name, levels, shares }: SpreadLevels,
  width: number,
): SVGSVGElement {
  const names = classes.map((one) => shorten(one, 18));
  const parts = classes.flatMap((of, at) => {
    let from = 0;
    return (shares[at] ?? []).flatMap((share, level) => {
      const [x1, x2] = [from, from + share];
      from = x2;
      return share > 0 ? [{ of, at, level, share, x1, x2 }] : [];
    });
  });
  return drawPlot({
    width,
    height: Math.min(26, Math.max(14, 400 / classes.length)) * classes.length + 58,
    marginTop: 8,
    marginBottom: 48,
    marginLeft: Math.ceil(widest(names)) + 14,
    marginRight: 16,
    x: {
      domain: [0, 1],
      label: shorten(name, 40),
      grid: true,
      ticks: 5,
      tickFormat: (share: number) => formatShare(share),
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
      barX(parts, {
        y: "at",
        x1: "x1",
        x2: "x2",
        fill: ({ level }) => seriesColour(level),
        stroke: ground,
        title: ({ of, level, share }) => `${of}\n${levels[level]}: ${formatShare(share, 1)}`,
        tip: true,
        className: "sal-levels",
      }),
    ],
    entries: levels.map((level, at) => ({
      label: shorten(level, 24),
      colour: seriesColour(at),
      mark: "area" as const,
    })),
  });
}
