import { barX, ruleX, text } from "@observablehq/plot";
import type { StabilitySection } from "../../../src/report/report.js";
import { formatShare, isNumber, shorten } from "../parts/format.js";
import { drawPlot } from "./draw-plot.js";
import { accent, ink, muted, quietInk } from "./palette.js";
import { widest } from "./svg.js";

/** A bar per feature from 0 to 100 %, and a line where features count as stable. */
export function stabilityBars(
  { names, frequencies, threshold }: StabilitySection,
  order: readonly number[],
  width: number,
): SVGSVGElement {
  const labels = new Map(order.map((at) => [at, shorten(names[at], width < 500 ? 16 : 30)]));
  const bars = order.flatMap((at) => (isNumber(frequencies[at]) ? [{ at, share: frequencies[at] }] : []));
  const line = isNumber(threshold) ? [threshold] : [];
  return drawPlot({
    width,
    height: 18 * order.length + 74,
    marginTop: 24,
    marginBottom: 46,
    marginLeft: Math.ceil(widest([...labels.values()])) + 14,
    marginRight: 48,
    x: {
      domain: [0, 1],
      label: "share of the picks",
      grid: true,
      ticks: width < 500 ? 3 : 5,
      tickFormat: (share: number) => formatShare(share),
    },
    y: {
      type: "band",
      domain: [...order],
      tickFormat: (at: number) => labels.get(at) ?? "",
      tickSize: 0,
      padding: 0.25,
      label: null,
    },
    marks: [
      barX(bars, {
        y: "at",
        x: "share",
        fill: ({ share }) => (threshold === undefined || share >= threshold ? accent : muted),
        title: ({ at, share }) => `${names[at]}\npicked in ${formatShare(share)}`,
        tip: true,
        className: "sal-bars",
      }),
      text(bars, {
        y: "at",
        x: "share",
        text: ({ share }) => formatShare(share),
        dx: 5,
        textAnchor: "start",
        fontSize: 11,
        fill: quietInk,
      }),
      ruleX([0], { stroke: quietInk }),
      ruleX(line, { stroke: ink, strokeDasharray: "6 3", className: "sal-threshold" }),
      text(line, {
        x: (value) => value,
        frameAnchor: "top",
        text: () => "stable from here",
        dy: -12,
        fontSize: 11,
        fontWeight: 600,
        fill: ink,
      }),
    ],
  });
}
