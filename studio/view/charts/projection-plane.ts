import { dot, text } from "@observablehq/plot";
import type { ProjectionSection } from "../../../src/report/report.js";
import { isNumber, shorten } from "../parts/format.js";
import { axis } from "./axis.js";
import { drawPlot } from "./draw-plot.js";
import { ground, ink, seriesColour, seriesSymbol } from "./palette.js";
import { textWidth } from "./svg.js";

/** With more classes, each is named in its middle too, as far as names do not cover each other. */
const fewClasses = 6;

/** With more classes the legend would take more room than the dots. */
const mostInLegend = 48;

/** A dot per sample: colour and shape say the class; where there are many, names in the middle of each say it too. */
export function projectionPlane(
  section: ProjectionSection,
  shown: readonly number[],
  width: number,
): SVGSVGElement {
  const { classes } = section;
  const points = pointsOf(section, shown);
  const few = classes.length <= fewClasses;
  const height = Math.min(520, Math.max(320, width * 0.65));
  return drawPlot({
    width,
    height,
    ...margins,
    entries: classes.slice(0, classes.length > mostInLegend ? 0 : undefined).map((label, at) => ({
      label: shorten(label, few ? 30 : 20),
      colour: seriesColour(at),
      mark: "dot",
      symbol: seriesSymbol(at),
    })),
    x: {
      ...axis(
        "linear",
        points.map(({ x }) => x),
      ),
      label: "discriminant direction 1",
      ticks: 6,
    },
    y: {
      ...axis(
        "linear",
        points.map(({ y }) => y),
      ),
      label: "discriminant direction 2",
      labelArrow: "none",
      ticks: 6,
      grid: true,
    },
    symbol: { type: "identity" },
    marks: [
      dot(points, {
        x: "x",
        y: "y",
        fill: ({ code }) => seriesColour(code),
        fillOpacity: points.length > 1000 ? 0.55 : 0.8,
        symbol: ({ code }: { code: number }) => seriesSymbol(code),
        r: points.length > 1000 ? 2.5 : 4,
        stroke: "outline",
        strokeWidth: 1.6,
        title: ({ name, code }) => `${name}\n${classes[code]}`,
        tip: true,
        className: "sal-samples",
      }),
      !few &&
        text(apart(middles(points, classes), points, width, height), {
          x: "x",
          y: "y",
          text: "label",
          fontWeight: 700,
          fontSize: nameSize,
          fill: ink,
          stroke: ground,
          strokeWidth: 4,
          className: "sal-classes",
        }),
    ],
  });
}

const margins = { marginLeft: 46, marginRight: 16, marginBottom: 46 };
const nameSize = 14;

/** Names that do not cover one another, those of the largest classes first; the legend has the others. */
function apart(
  names: ReturnType<typeof middles>,
  points: ReturnType<typeof pointsOf>,
  width: number,
  height: number,
) {
  const perUnit = (pick: (point: { x: number; y: number }) => number, room: number) => {
    const all = points.map(pick);
    const [low, high] = [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
    // Axes end at round numbers, so that a unit may be a little shorter than this.
    return (0.85 * room) / (high - low || 1);
  };
  const across = perUnit(({ x }) => x, width - margins.marginLeft - margins.marginRight);
  const down = perUnit(({ y }) => y, height - margins.marginBottom);
  const placed: typeof names = [];
  for (const one of [...names].sort((a, b) => b.size - a.size || a.code - b.code)) {
    const covers = (other: (typeof names)[number]) =>
      Math.abs(one.y - other.y) * down < nameSize &&
      Math.abs(one.x - other.x) * across <
        (textWidth(one.label, nameSize) + textWidth(other.label, nameSize)) / 2;
    if (!placed.some(covers)) placed.push(one);
  }
  return placed;
}

/** The samples that can be drawn. */
export const pointsOf = (
  { x, y, codes, ids, classes, heldOut }: ProjectionSection,
  shown: readonly number[],
) =>
  shown.flatMap((at) => {
    if (!isNumber(x[at]) || !isNumber(y[at]) || classes[codes[at]] === undefined) return [];
    const predicted = heldOut?.predicted[at] ?? null;
    // Those that were mistaken when they were held out are outlined.
    const outline = predicted !== null && predicted !== codes[at] ? ink : "none";
    return [{ x: x[at], y: y[at], code: codes[at], name: ids?.[at] ?? `sample ${at + 1}`, outline }];
  });

function middles(points: ReturnType<typeof pointsOf>, classes: readonly string[]) {
  return classes.flatMap((_, code) => {
    const own = points.filter((point) => point.code === code);
    const mean = (pick: (point: (typeof own)[number]) => number) =>
      own.reduce((sum, point) => sum + pick(point), 0) / own.length;
    return own.length === 0
      ? []
      : [
          {
            code,
            label: shorten(classes[code], 16),
            size: own.length,
            x: mean(({ x }) => x),
            y: mean(({ y }) => y),
          },
        ];
  });
}
