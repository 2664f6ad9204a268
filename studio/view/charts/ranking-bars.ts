import { axisY, barX, ruleX, ruleY, text } from "@observablehq/plot";
import type { RankingSection } from "../../../src/report/report.js";
import { commonDigits, formatNumber, isNumber, shorten } from "../parts/format.js";
import { drawPlot } from "./draw-plot.js";
import { accent, ground, ink, muted, quietInk } from "./palette.js";
import { widest } from "./svg.js";

/** The most bars at once. */
const most = 40;
const step = 18;

/** A row of the chart: a rank counting from 0, a gap where ranks are left out, or the line at the cut. */
type ChartRow = number | "gap" | "cut";

/** Which ranks get a bar: the first ones and those around the cut. */
export function shownRows(total: number, cut: number): ChartRow[] {
  const range = (from: number, to: number): number[] =>
    from < to ? Array.from({ length: to - from }, (_, at) => from + at) : [];
  const near = (from: number, to: number): ChartRow[] =>
    cut < from || cut >= to || cut === 0 ? range(from, to) : [...range(from, cut), "cut", ...range(cut, to)];
  if (total <= most || cut <= most - 8) return near(0, Math.min(total, most));
  const from = Math.max(10, Math.min(cut - 20, total - 30));
  return [
    ...range(0, 10),
    ...(from > 10 ? (["gap"] as const) : []),
    ...near(from, Math.min(total, from + 30)),
  ];
}

/** A bar per feature and a line at the cut; ranks stand at the far left. */
export function rankingBars(section: RankingSection, width: number): SVGSVGElement {
  const { names, scores, errors, cut } = section;
  const places = shownRows(names.length, cut);
  const rows = places.flatMap((place, row) => (typeof place === "number" ? [{ place, row }] : []));
  const labels = new Map(rows.map(({ place, row }) => [row, shorten(names[place], width < 500 ? 16 : 30)]));
  const bars = rows.flatMap(({ place, row }) => {
    const score = scores[place];
    return isNumber(score) ? [{ place, row, score, error: errors?.[place] ?? null }] : [];
  });
  const ranks = Math.ceil(widest(rows.map(({ place }) => String(place + 1)))) + 12;
  const marginLeft = Math.ceil(widest([...labels.values()])) + ranks + 8;
  const line = places.includes("cut") ? [places.indexOf("cut")] : [];
  const digits = commonDigits(bars.map(({ score }) => score));
  return drawPlot({
    width,
    height: step * places.length + 56,
    marginTop: 8,
    marginBottom: 48,
    marginLeft,
    marginRight: 64,
    x: {
      label: section.scoreTitle,
      nice: true,
      grid: true,
      zero: true,
      ticks: Math.max(3, Math.min(8, width / 110)),
    },
    y: { type: "band", domain: places.map((_, row) => row), padding: 0.22, label: null },
    marks: [
      axisY({
        tickSize: 0,
        tickFormat: (row: number) => labels.get(row) ?? (places[row] === "gap" ? "⋮" : ""),
        label: null,
      }),
      text(rows, {
        y: "row",
        text: ({ place }) => String(place + 1),
        frameAnchor: "left",
        dx: ranks - marginLeft - 8,
        textAnchor: "end",
        fill: quietInk,
      }),
      barX(bars, {
        y: "row",
        x: "score",
        fill: ({ place }) => (place < cut ? accent : muted),
        title: ({ place }) => describe(section, place),
        tip: true,
        className: "sal-bars",
      }),
      ruleY(
        bars.filter(({ error }) => isNumber(error)),
        {
          y: "row",
          x1: ({ score, error }) => score - error!,
          x2: ({ score, error }) => score + error!,
          stroke: ink,
          className: "sal-errors",
        },
      ),
      text(bars, {
        y: "row",
        x: ({ score, error }) => Math.max(0, score + Math.abs(error ?? 0)),
        text: ({ score }) => formatNumber(score, { digits, tiny: true }),
        textAnchor: "start",
        dx: 6,
        fill: quietInk,
        fontSize: 11,
      }),
      ruleX([0], { stroke: quietInk }),
      ruleY(line, {
        y: (row) => row,
        stroke: ink,
        strokeWidth: 1.5,
        strokeDasharray: "6 3",
        insetLeft: -marginLeft,
        insetRight: -60,
        className: "sal-cut",
      }),
      text(line, {
        y: (row) => row,
        text: () => (width < 500 ? `↑ ${cut} picked` : `${cut} picked above`),
        frameAnchor: "right",
        dx: 60,
        fontWeight: 600,
        fill: ink,
        stroke: ground,
        strokeWidth: 6,
        textAnchor: "end",
      }),
    ],
  });
}

function describe({ names, scores, errors, cut, kept, scoreTitle }: RankingSection, place: number): string {
  const status = place >= cut ? "not picked" : kept.includes(names[place]) ? "kept on request" : "picked";
  const error = errors?.[place];
  return `${names[place]}\nrank ${place + 1}, ${status}\n${scoreTitle} ${formatNumber(scores[place])}${
    isNumber(error) ? ` ± ${formatNumber(error)}` : ""
  }`;
}
