import { dot, text } from "@observablehq/plot";
import type { ProjectionSection } from "../../../src/report/report.js";
import { isNumber, shorten } from "../parts/format.js";
import { axis } from "./axis.js";
import { drawPlot } from "./draw-plot.js";
import { ground, ink, seriesColour, seriesSymbol } from "./palette.js";

/** Up to this many classes have a legend; with more, each is named in its middle. */
const fewClasses = 6;

/** A dot per sample: colour and shape say the class, and so do names in the middle of each where there are many. */
export function projectionPlane(
  section: ProjectionSection,
  shown: readonly number[],
  width: number,
): SVGSVGElement {
  const { classes } = section;
  const points = pointsOf(section, shown);
  const few = classes.length <= fewClasses;
  return drawPlot({
    width,
    height: Math.min(520, Math.max(320, width * 0.65)),
    marginLeft: 46,
    marginRight: 16,
    marginBottom: 46,
    entries: few
      ? classes.map((label, at) => ({
          label: shorten(label, 30),
          colour: seriesColour(at),
          mark: "dot",
          symbol: seriesSymbol(at),
        }))
      : [],
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
        text(middles(points, classes), {
          x: "x",
          y: "y",
          text: ({ code }) => shorten(classes[code], 16),
          fontWeight: 700,
          fontSize: 14,
          fill: ink,
          stroke: ground,
          strokeWidth: 4,
          className: "sal-classes",
        }),
    ],
  });
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
    return own.length === 0 ? [] : [{ code, x: mean(({ x }) => x), y: mean(({ y }) => y) }];
  });
}
