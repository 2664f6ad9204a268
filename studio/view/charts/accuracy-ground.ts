import { areaY, dot, line, type Markish, ruleX, ruleY, text } from "@observablehq/plot";
import type { AccuracySection, SpreadPoint } from "../../../src/report/report.js";
import { isNumber } from "../parts/format.js";
import { ground, ink, quietInk } from "./palette.js";

const note = { textAnchor: "start", fontSize: 11, fill: ink, stroke: ground, strokeWidth: 4 } as const;
const band = "var(--sal-band)";

/** What accuracies are to be seen against: chance, the largest class, the k that was picked; each named where it is. */
export function accuracyGround(
  { majority, cut, baselines = [], chanceTitle = "shuffled labels (chance)" }: AccuracySection,
  chance: readonly SpreadPoint[],
  ks: readonly number[],
  [bottom, top]: readonly [number, number],
): (Markish | false)[] {
  const roomBelow = (value: number) => value - bottom > (top - bottom) * 0.05;
  const below = chance.length > 0 && roomBelow(chance[0].low);
  return [
    areaY(chance, { x: "k", y1: "low", y2: "high", fill: band, className: "sal-chance-band" }),
    line(chance, { x: "k", y: "mean", stroke: quietInk, strokeWidth: 1 }),
    chance.length === 1 && ruleX(chance, { x: "k", y1: "low", y2: "high", stroke: band, strokeWidth: 16 }),
    text(chance.slice(0, 1), {
      x: "k",
      y: below ? "low" : "high",
      text: () => chanceTitle,
      ...note,
      dy: below ? 9 : -8,
    }),
    isNumber(majority) && [
      ruleY([majority], { stroke: quietInk, strokeDasharray: "2 3", className: "sal-majority" }),
      text([majority], {
        y: (value) => value,
        text: () => "always the largest class",
        frameAnchor: "right",
        ...note,
        textAnchor: "end",
        dy: chance.length > 0 && majority < chance[chance.length - 1].mean && roomBelow(majority) ? 9 : -8,
      }),
    ],
    ...baselines.flatMap(({ label, level, points = [] }) => [
      isNumber(level) && [
        ruleY([level], { stroke: ink, strokeWidth: 1, strokeDasharray: "8 3", className: "sal-baseline" }),
        text([level], {
          y: (value) => value,
          text: () => label,
          frameAnchor: "right",
          ...note,
          textAnchor: "end",
          dy: -8,
        }),
      ],
      line(points, {
        x: "k",
        y: "mean",
        stroke: ink,
        strokeDasharray: "1 4",
        strokeWidth: 2,
        strokeLinecap: "round",
        className: "sal-baseline",
      }),
      points.length === 1 && dot(points, { x: "k", y: "mean", r: 2.5, fill: ink }),
      text(points.slice(-1), {
        x: "k",
        y: "mean",
        text: () => label,
        ...note,
        textAnchor: "end",
        dy: 12,
        dx: -4,
      }),
    ]),
    isNumber(cut) &&
      ks.includes(cut) && [
        ruleX([cut], { stroke: quietInk, strokeWidth: 1, className: "sal-picked-k" }),
        text([cut], {
          x: (k) => k,
          text: (k) => `picked: ${k}`,
          frameAnchor: "top",
          dy: -12,
          fill: ink,
          fontWeight: 600,
        }),
      ],
  ];
}
