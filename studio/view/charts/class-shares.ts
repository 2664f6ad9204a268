import { dot, ruleX, ruleY } from "@observablehq/plot";
import type { ErrorsSection, ShareInterval } from "../../../src/report/report.js";
import { formatShare, shorten } from "../parts/format.js";
import { drawPlot } from "./draw-plot.js";
import { quietInk, seriesColour, seriesSymbol } from "./palette.js";
import { widest } from "./svg.js";

/** An interval as people write it: `93 % (81–98)`. */
export const intervalText = ({ share, low, high }: Pick<ShareInterval, "share" | "low" | "high">): string =>
  `${formatShare(share, 1)} (${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)})`;

/** Recall and precision of every class with their intervals, two lines for a class. */
export function classShares(
  { classes, recall, precision, overall }: ErrorsSection,
  width: number,
): SVGSVGElement {
  const names = classes.map((name) => shorten(name, width < 500 ? 12 : 24));
  const rows = [recall, precision].flatMap((shares, series) =>
    shares.flatMap((one, at) =>
      one
        ? [
            {
              ...one,
              at,
              place: at + (series === 0 ? -0.16 : 0.16),
              series,
              name: ["recall", "precision"][series],
            },
          ]
        : [],
    ),
  );
  const each = Math.max(16, Math.min(34, 460 / classes.length));
  return drawPlot({
    width,
    height: each * classes.length + 62,
    marginTop: 12,
    marginBottom: 46,
    marginLeft: Math.ceil(widest(names)) + 14,
    marginRight: 26,
    entries: ["recall", "precision"].map((label, at) => ({
      label,
      colour: seriesColour(at),
      mark: "line" as const,
      symbol: seriesSymbol(at),
    })),
    x: {
      domain: [0, 1],
      label: "share, with 95 % interval",
      grid: true,
      ticks: width < 420 ? 3 : 5,
      tickFormat: (x: number) => formatShare(x),
    },
    y: {
      domain: [classes.length - 0.5, -0.5],
      ticks: classes.map((_, at) => at),
      tickFormat: (at: number) => names[at] ?? "",
      tickSize: 0,
      label: null,
    },
    symbol: { type: "identity" },
    marks: [
      ruleX([overall.share], { stroke: quietInk, strokeDasharray: "2 3" }),
      ruleY(rows, {
        y: "place",
        x1: "low",
        x2: "high",
        stroke: ({ series }) => seriesColour(series),
        strokeWidth: 1.75,
        className: "sal-intervals",
      }),
      dot(rows, {
        y: "place",
        x: "share",
        fill: ({ series }) => seriesColour(series),
        symbol: ({ series }: { series: number }) => seriesSymbol(series),
        r: each < 20 ? 3 : 4,
        title: (one) => `${classes[one.at]}\n${one.name} ${intervalText(one)}`,
        tip: true,
        className: "sal-points",
      }),
    ],
  });
}
