import { axisX, dot, link, text } from "@observablehq/plot";
import type { RanksSection } from "../../../src/report/report.js";
import { shorten } from "../parts/format.js";
import { drawPlot } from "./draw-plot.js";
import { accent, ink, quietInk } from "./palette.js";
import { widest } from "./svg.js";

/** Heights below the axis: of a line that joins methods, and of a name. */
const [joinStep, nameStep] = [10, 20];

/**
 * Demšar's critical-difference diagram: an axis of ranks with the best at its left, every method hung below it, the better half
 * to the left; thick lines join methods that do not differ.
 */
export function rankDiagram(
  { ranks, criticalDifference, alike }: RanksSection,
  width: number,
): SVGSVGElement {
  const names = ranks.map(({ label, rank }) => `${shorten(label, width < 500 ? 12 : 24)} ${rank.toFixed(2)}`);
  const left = Math.ceil(ranks.length / 2);
  const joined = 14 + joinStep * alike.length;
  const hung = ranks.map(({ label, rank }, at) => {
    const isLeft = at < left;
    const row = isLeft ? at : ranks.length - 1 - at;
    return {
      label,
      rank,
      name: names[at],
      isLeft,
      edge: isLeft ? 1 : ranks.length,
      y: joined + nameStep * (row + 0.5),
    };
  });
  const rankOf = new Map(ranks.map(({ label, rank }) => [label, rank]));
  const joins = alike.map((labels, at) => {
    const own = labels.map((label) => rankOf.get(label) ?? 1);
    return { from: Math.min(...own), to: Math.max(...own), y: 10 + joinStep * at };
  });
  const depth = joined + nameStep * left + 8;
  const side = Math.ceil(widest(names, width / 3)) + 14;
  const scale = [{ from: 1, to: Math.min(ranks.length, 1 + criticalDifference) }];
  const [sides, right] = [hung.filter(({ isLeft }) => isLeft), hung.filter(({ isLeft }) => !isLeft)];
  const label = (own: typeof hung, anchor: "start" | "end", dx: number) =>
    text(own, { x: "edge", y: "y", text: "name", textAnchor: anchor, dx, fill: ink, className: "sal-names" });
  return drawPlot({
    width,
    height: depth + 66,
    marginTop: 58,
    marginBottom: 8,
    marginLeft: side,
    marginRight: side,
    x: { domain: [1, Math.max(2, ranks.length)], label: null, axis: null },
    y: { domain: [0, depth], axis: null, reverse: true },
    marks: [
      axisX({
        anchor: "top",
        ticks: ranks.map((_, at) => at + 1),
        tickFormat: (rank: number) => String(rank),
        label: null,
      }),
      link([ranks.length], { x1: 1, x2: (last: number) => last, y1: 0, y2: 0, stroke: ink }),
      link(scale, {
        x1: "from",
        x2: "to",
        y1: -36,
        y2: -36,
        stroke: quietInk,
        strokeWidth: 2,
        className: "sal-difference",
      }),
      text(scale, {
        x: "from",
        y: -36,
        dx: 4,
        dy: -9,
        textAnchor: "start",
        fill: quietInk,
        text: () => `critical difference ${criticalDifference.toFixed(2)}`,
      }),
      link(hung, { x1: "rank", x2: "rank", y1: 0, y2: "y", stroke: ink, className: "sal-stems" }),
      link(hung, { x1: "rank", x2: "edge", y1: "y", y2: "y", stroke: ink }),
      link(joins, {
        x1: "from",
        x2: "to",
        y1: "y",
        y2: "y",
        stroke: accent,
        strokeWidth: 5,
        strokeLinecap: "round",
        className: "sal-joins",
      }),
      dot(hung, {
        x: "rank",
        y: 0,
        r: 3,
        fill: ink,
        title: ({ label, rank }) => `${label}\naverage rank ${rank.toFixed(2)}`,
        tip: true,
        className: "sal-points",
      }),
      label(sides, "end", -6),
      label(right, "start", 6),
    ],
  });
}
