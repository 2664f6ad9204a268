import { dot, line, link } from "@observablehq/plot";
import type { ClassCurve } from "../../../src/report/report.js";
import { formatShare } from "../parts/format.js";
import { drawPlot } from "./draw-plot.js";
import { accent, ground, quietInk } from "./palette.js";

/** What a curve over thresholds is drawn from: a point for each, and the chosen one. */
interface Course {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly points: readonly (readonly [number, number])[];
  readonly chosen: readonly [number, number] | null;
  /** The line of guessing. */
  readonly chance: readonly [readonly [number, number], readonly [number, number]];
  readonly stepped?: boolean;
}

/** True positives against false positives, with the point of the chosen threshold. */
export function rocPlot(curve: ClassCurve, step: number, width: number): SVGSVGElement {
  const { positives, negatives, truePositives, falsePositives } = curve;
  const [hits, alarms] = curve.steps[step];
  return draw(
    {
      xTitle: "others taken for it (false positive rate)",
      yTitle: "found (recall)",
      points: [
        [0, 0],
        ...truePositives.map((count, at) => [falsePositives[at] / negatives, count / positives] as const),
      ],
      chosen: [alarms / negatives, hits / positives],
      chance: [
        [0, 0],
        [1, 1],
      ],
    },
    width,
  );
}

/** Precision against recall, with the point of the chosen threshold. */
export function precisionRecallPlot(curve: ClassCurve, step: number, width: number): SVGSVGElement {
  const { positives, negatives, truePositives, falsePositives } = curve;
  const precision = (hits: number, alarms: number) => hits / (hits + alarms);
  const [hits, alarms] = curve.steps[step];
  const share = positives / (positives + negatives);
  return draw(
    {
      xTitle: "found (recall)",
      yTitle: "right among those named (precision)",
      points: truePositives.map((count, at) => [count / positives, precision(count, falsePositives[at])]),
      chosen: hits + alarms > 0 ? [hits / positives, precision(hits, alarms)] : null,
      chance: [
        [0, share],
        [1, share],
      ],
      stepped: true,
    },
    width,
  );
}

function draw({ xTitle, yTitle, points, chosen, chance, stepped }: Course, width: number): SVGSVGElement {
  const share = {
    domain: [0, 1],
    grid: true,
    ticks: width < 300 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1],
    tickFormat: (value: number) => formatShare(value),
  };
  return drawPlot({
    width,
    height: Math.min(360, Math.max(240, width * 0.82)),
    marginTop: 26,
    marginLeft: 48,
    marginRight: 26,
    x: { ...share, label: xTitle },
    y: { ...share, label: yTitle, labelArrow: "none" },
    marks: [
      link([chance], {
        x1: ([from]) => from[0],
        y1: ([from]) => from[1],
        x2: ([, to]) => to[0],
        y2: ([, to]) => to[1],
        stroke: quietInk,
        strokeDasharray: "3 4",
        className: "sal-chance",
      }),
      line(points, {
        x: ([x]) => x,
        y: ([, y]) => y,
        stroke: accent,
        strokeWidth: 2,
        curve: stepped ? "step-before" : "linear",
        className: "sal-lines",
      }),
      dot(chosen ? [chosen] : [], {
        x: ([x]) => x,
        y: ([, y]) => y,
        r: 6,
        fill: accent,
        stroke: ground,
        strokeWidth: 2,
        className: "sal-chosen",
      }),
    ],
  });
}
