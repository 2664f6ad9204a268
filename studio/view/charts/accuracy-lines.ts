import { areaY, dot, line, ruleX } from "@observablehq/plot";
import type { AccuracySection } from "../../../src/report/report.js";
import { formatNumber, isNumber, shorten } from "../parts/format.js";
import { accuracyGround } from "./accuracy-ground.js";
import { drawPlot } from "./draw-plot.js";
import { type EndLabel, endLabels } from "./end-labels.js";
import { ground, type SeriesSymbol, seriesColour, seriesSymbol } from "./palette.js";
import { widest } from "./svg.js";

/** Narrower than this the names of the lines stand above, not beside. */
const roomForLabels = 600;

/** Up to this many lines have bands; more would hide each other and get thin bars. */
const fewLines = 4;

/** A line per method and protocol with its spread, over what shuffled labels and the largest class give. */
export function accuracyLines(section: AccuracySection, width: number): SVGSVGElement {
  const series = linesOf(section, width);
  const chance = (section.chance ?? []).filter(({ mean, low, high }) => [mean, low, high].every(isNumber));
  const points = series.flatMap(({ points, ...rest }) => points.map((point) => ({ ...rest, ...point })));
  const spreads = points.filter(({ low, high }) => isNumber(low) && isNumber(high));
  const ks = [...new Set([...points, ...chance].map(({ k }) => k))].sort((a, b) => a - b);
  const beside = width >= roomForLabels;
  const marginRight = beside ? Math.ceil(widest(series.map(({ label }) => label))) + 52 : 14;
  const height = beside ? Math.max(380, 15 * series.length + 84) : 300;
  const spread = { x: "k", y1: "low", y2: "high", className: "sal-spread" } as const;
  const course = { x: "k", y: "mean", z: "key", stroke: "colour", strokeWidth: 2 } as const;
  const domain = domainOf(
    [
      ...points.map(({ mean }) => mean),
      ...[...spreads, ...chance].flatMap(({ low, high }) => [low, high]),
      ...(isNumber(section.majority) ? [section.majority] : []),
      ...(section.baselines ?? []).flatMap(({ level, points = [] }) => [
        ...(isNumber(level) ? [level] : []),
        ...points.map(({ mean }) => mean),
      ]),
    ],
    chance.length > 0,
    section.format === "plain" ? 1 : 100,
  );
  const shown = (value: number) => formatNumber(value, { digits: section.format === "plain" ? 3 : 1 });
  const drawing = drawPlot({
    width,
    height,
    entries: beside ? [] : series.map((one) => ({ ...one, mark: one.dashed ? "dashed" : "line" })),
    marginTop: 30,
    marginLeft: 48,
    marginRight,
    x: { label: "features picked (k)", ...ticksOf(ks, width - 48 - marginRight) },
    y: {
      label: section.metric,
      labelArrow: "none",
      grid: true,
      ticks: 6,
      domain,
    },
    symbol: { type: "identity" },
    marks: [
      ...accuracyGround(section, chance, ks, domain),
      series.length <= fewLines && areaY(spreads, { ...spread, z: "key", fill: "colour", fillOpacity: 0.13 }),
      (series.length > fewLines || ks.length === 1) &&
        ruleX(spreads, { ...spread, stroke: "colour", strokeOpacity: 0.35 }),
      line(points, { ...course, filter: ({ dashed }) => !dashed, className: "sal-nested-lines" }),
      line(points, {
        ...course,
        filter: ({ dashed }) => dashed,
        strokeDasharray: "6 4",
        className: "sal-paper-lines",
      }),
      dot(points, {
        x: "k",
        y: "mean",
        symbol: "symbol",
        fill: ({ dashed, colour }) => (dashed ? ground : colour),
        stroke: "colour",
        strokeWidth: 1.5,
        r: 3,
        title: ({ label, k, mean, low, high }) =>
          `${label}\nk = ${k}: ${shown(mean)} (${shown(low)} to ${shown(high)})`,
        tip: true,
        className: "sal-points",
      }),
    ],
  });
  if (beside) drawing.append(labelEnds(drawing, series, width - marginRight + 20, height));
  return drawing;
}

interface Line {
  /** Shortened names of two lines can be the same. */
  readonly key: number;
  readonly label: string;
  readonly colour: string;
  readonly symbol: SeriesSymbol;
  readonly dashed: boolean;
  readonly points: AccuracySection["series"][number]["points"];
}

/** Colour and shape say the method, the dashes say the protocol; the name says what differs. */
function linesOf({ series }: AccuracySection, width: number): Line[] {
  const labels = [...new Set(series.map(({ label }) => label))];
  const both = new Set(series.map(({ protocol }) => protocol)).size > 1;
  const length = width < 900 ? 28 : 40;
  return series.map(({ label, protocol, points }, key) => ({
    key,
    label:
      labels.length === 1
        ? protocol
        : both
          ? `${shorten(label, length - 6)}, ${protocol}`
          : shorten(label, length),
    colour: seriesColour(labels.indexOf(label)),
    symbol: seriesSymbol(labels.indexOf(label)),
    dashed: protocol === "paper",
    points: points.filter(({ mean }) => isNumber(mean)),
  }));
}

/** All values with a little room, inside 0 to 100 unless they are not; below a band there is room for its name. */
function domainOf(values: readonly number[], band: boolean, most: number): [number, number] {
  if (values.length === 0) return [0, most];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const padding = Math.max(most / 100, (high - low) * 0.06);
  return [
    Math.max(Math.min(0, low), low - padding * (band ? 1.6 : 1)),
    Math.min(Math.max(most, high), high + padding),
  ];
}

/** Every k as a tick where they have room. Where most of them are small, as 1, 2, 3, 5, 8, … 64, the scale is logarithmic. */
function ticksOf(ks: readonly number[], room: number) {
  if (ks.length < 2)
    return { domain: ks.length === 1 ? [ks[0] - 1, ks[0] + 1] : [0, 1], ticks: ks, tickFormat: String };
  const [first, last] = [ks[0], ks[ks.length - 1]];
  const isUneven = first > 0 && last / first >= 16 && ks[Math.floor(ks.length / 2)] < last / 3;
  const place = (k: number) =>
    isUneven ? Math.log(k / first) / Math.log(last / first) : (k - first) / (last - first);
  // From the right, so that the largest is always there.
  const ticks: number[] = [];
  for (const k of [...ks].reverse())
    if (ticks.length === 0 || (place(ticks[0]) - place(k)) * room >= tickRoom) ticks.unshift(k);
  return { ...(isUneven && { type: "log" as const }), ticks, tickFormat: String };
}

/** Ticks are at least so far apart. */
const tickRoom = 24;

function labelEnds(
  drawing: SVGSVGElement,
  series: readonly Line[],
  left: number,
  height: number,
): SVGElement {
  const scales = drawing as unknown as { scale: (name: string) => { apply: (value: number) => number } };
  const [x, y] = [scales.scale("x"), scales.scale("y")];
  const labels = series.flatMap(({ label, points, ...look }): EndLabel[] => {
    const end = points.at(-1);
    return end ? [{ ...look, text: label, x: x.apply(end.k), y: y.apply(end.mean) }] : [];
  });
  return endLabels(labels, left, 30, height - 50);
}
