import { areaY, dot, line, ruleX, ruleY, text } from "@observablehq/plot";
import type { AccuracySection } from "../../../src/report/report.js";
import { formatNumber, isNumber } from "../parts/format.js";
import { drawPlot } from "./draw-plot.js";
import { type EndLabel, endLabels } from "./end-labels.js";
import type { LegendEntry } from "./legend.js";
import { ground, ink, quietInk, seriesColour } from "./palette.js";
import { widest } from "./svg.js";

const band = { fill: "var(--sal-band)" };

/** A line per method and protocol with its spread, over what shuffled labels and the largest class give. */
export function accuracyLines(section: AccuracySection, width: number): SVGSVGElement {
  const labels = [...new Set(section.series.map(({ label }) => label))];
  const both = new Set(section.series.map(({ protocol }) => protocol)).size > 1;
  const series = section.series.map(({ label, protocol, points }) => ({
    label: both || labels.length === 1 ? `${label}, ${protocol}` : label,
    colour: seriesColour(labels.indexOf(label)),
    dashed: protocol === "paper",
    points: points.filter(({ mean }) => isNumber(mean)),
  }));
  const chance = (section.chance ?? []).filter(({ mean, low, high }) => [mean, low, high].every(isNumber));
  const points = series.flatMap(({ points, ...rest }) => points.map((point) => ({ ...rest, ...point })));
  const spreads = points.filter(({ low, high }) => isNumber(low) && isNumber(high));
  const values = [
    ...points.map(({ mean }) => mean),
    ...spreads.flatMap(({ low, high }) => [low, high]),
    ...chance.flatMap(({ low, high }) => [low, high]),
    ...(isNumber(section.majority) ? [section.majority] : []),
  ];
  const ks = [...new Set([...points, ...chance].map(({ k }) => k))].sort((a, b) => a - b);
  const marginRight =
    width < 600
      ? 14
      : Math.ceil(
          widest(
            series.map(({ label }) => label),
            220,
          ),
        ) + 44;
  const height = width < 600 ? 300 : 380;
  const [low, high] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [0, 100];
  const padding = Math.max(1, (high - low) * 0.06);
  const entries: LegendEntry[] =
    width < 600
      ? series.map(({ label, colour, dashed }) => ({ label, colour, mark: dashed ? "dashed" : "line" }))
      : [];
  const drawing = drawPlot({
    width,
    height,
    entries,
    marginTop: 30,
    marginLeft: 48,
    marginRight,
    marginBottom: 46,
    x: { label: "features picked (k)", ...ticksOf(ks, width) },
    y: {
      label: section.metric,
      labelArrow: "none",
      grid: true,
      domain: [Math.max(Math.min(0, low), low - padding), Math.min(Math.max(100, high), high + padding)],
      ticks: 6,
    },
    marks: [
      areaY(chance, { x: "k", y1: "low", y2: "high", ...band, className: "sal-chance-band" }),
      line(chance, { x: "k", y: "mean", stroke: quietInk, strokeWidth: 1 }),
      chance.length === 1 &&
        ruleX(chance, { x: "k", y1: "low", y2: "high", stroke: quietInk, strokeWidth: 6 }),
      text(chance.slice(0, 1), {
        x: "k",
        y: "mean",
        text: () => "shuffled labels (chance)",
        ...note,
        dy: -7,
      }),
      isNumber(section.majority) && [
        ruleY([section.majority], { stroke: quietInk, strokeDasharray: "2 3", className: "sal-majority" }),
        text([section.majority], {
          y: (value) => value,
          text: () => "always the largest class",
          frameAnchor: "right",
          ...note,
          textAnchor: "end",
          dy: majorityBelow(section.majority, chance) ? 9 : -8,
        }),
      ],
      isNumber(section.cut) &&
        ks.includes(section.cut) && [
          ruleX([section.cut], { stroke: quietInk, strokeWidth: 1, className: "sal-picked-k" }),
          text([section.cut], {
            x: (k) => k,
            text: (k) => `picked: ${k}`,
            frameAnchor: "top",
            dy: -12,
            fill: ink,
            fontWeight: 600,
          }),
        ],
      series.length <= 4
        ? areaY(spreads, {
            x: "k",
            y1: "low",
            y2: "high",
            z: "label",
            fill: "colour",
            fillOpacity: 0.13,
            className: "sal-spread",
          })
        : null,
      (series.length > 4 || ks.length === 1) &&
        ruleX(spreads, {
          x: "k",
          y1: "low",
          y2: "high",
          stroke: "colour",
          strokeOpacity: 0.35,
          className: "sal-spread",
        }),
      line(points, {
        x: "k",
        y: "mean",
        z: "label",
        stroke: "colour",
        strokeWidth: 2,
        strokeDasharray: undefined,
        filter: ({ dashed }) => !dashed,
        className: "sal-nested-lines",
      }),
      line(points, {
        x: "k",
        y: "mean",
        z: "label",
        stroke: "colour",
        strokeWidth: 2,
        strokeDasharray: "6 4",
        filter: ({ dashed }) => dashed,
        className: "sal-paper-lines",
      }),
      dot(points, {
        x: "k",
        y: "mean",
        fill: ({ dashed, colour }) => (dashed ? ground : colour),
        stroke: "colour",
        strokeWidth: 1.5,
        r: 3,
        title: (d) =>
          `${d.label}\nk = ${d.k}: ${formatNumber(d.mean, { digits: 1 })} (${formatNumber(d.low, { digits: 1 })} to ${formatNumber(d.high, { digits: 1 })})`,
        tip: true,
        className: "sal-points",
      }),
    ],
  });
  if (width >= 600) drawing.append(labelEnds(drawing, series, width - marginRight + 20, height));
  return drawing;
}

const note = { textAnchor: "start", fontSize: 11, fill: ink, stroke: ground, strokeWidth: 4 } as const;

const majorityBelow = (majority: number, chance: NonNullable<AccuracySection["chance"]>) =>
  chance.length > 0 && majority < chance[chance.length - 1].mean;

/** Every k as a tick where they fit. */
const ticksOf = (ks: readonly number[], width: number) =>
  ks.length === 1
    ? { domain: [ks[0] - 1, ks[0] + 1], ticks: ks }
    : ks.length <= width / 45
      ? { ticks: ks, tickFormat: (k: number) => String(k) }
      : { tickFormat: (k: number) => String(k) };

interface Line {
  readonly label: string;
  readonly colour: string;
  readonly dashed: boolean;
  readonly points: readonly { readonly k: number; readonly mean: number }[];
}

function labelEnds(
  drawing: SVGSVGElement,
  series: readonly Line[],
  left: number,
  height: number,
): SVGElement {
  const scales = drawing as unknown as { scale: (name: string) => { apply: (value: number) => number } };
  const [x, y] = [scales.scale("x"), scales.scale("y")];
  const labels = series.flatMap(({ label, colour, dashed, points }): EndLabel[] => {
    const end = points.at(-1);
    return end ? [{ text: label, colour, dashed, x: x.apply(end.k), y: y.apply(end.mean) }] : [];
  });
  return endLabels(labels, left, 30, height - 50);
}
