import { barX, dot, text } from "@observablehq/plot";
import type { TimingsSection } from "../../../src/report/report.js";
import { formatSeconds, isNumber, shorten } from "../parts/format.js";
import { drawPlot } from "./draw-plot.js";
import { accent, ink, quietInk } from "./palette.js";
import { smallMultiples } from "./small-multiples.js";
import { widest } from "./svg.js";

type Row = TimingsSection["rows"][number];

/** Bars on a logarithmic scale, a chart per group over the same scale; rings are the paper's times. */
export function timingBars({ rows }: TimingsSection, width: number): SVGSVGElement {
  const times = rows
    .flatMap(({ seconds, paper }) => [seconds, paper ?? null])
    .filter((s) => isNumber(s) && s > 0);
  const domain = domainOf(times as number[]);
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.group ?? "", [...(groups.get(row.group ?? "") ?? []), row]);
  const withPaper = rows.some(({ paper }) => isNumber(paper));
  const entries = withPaper
    ? [
        { label: "here", colour: accent, mark: "area" as const },
        { label: "the paper", colour: ink, mark: "hollow" as const },
      ]
    : [];
  if (groups.size === 1) return chart(rows, domain, width, entries);
  return smallMultiples(
    [...groups].map(([title, own]) => ({ title, draw: (each: number) => chart(own, domain, each, []) })),
    width,
    { narrowest: 330, entries },
  );
}

function chart(
  rows: readonly Row[],
  domain: readonly [number, number],
  width: number,
  entries: Parameters<typeof drawPlot>[0]["entries"],
): SVGSVGElement {
  const names = rows.map(({ label }) => shorten(label, width < 500 ? 16 : 30));
  const bars = rows.flatMap(({ seconds }, at) => (isNumber(seconds) && seconds > 0 ? [{ at, seconds }] : []));
  const papers = rows.flatMap(({ paper }, at) => (isNumber(paper) && paper > 0 ? [{ at, paper }] : []));
  return drawPlot({
    width,
    height: 24 * rows.length + 56,
    entries,
    marginTop: 6,
    marginBottom: 46,
    marginLeft: Math.ceil(widest(names)) + 14,
    marginRight: 60,
    x: {
      type: "log",
      domain: [...domain],
      label: "time (log)",
      labelAnchor: "center",
      labelArrow: "none",
      grid: true,
      ticks: Math.max(2, Math.min(6, Math.floor(width / 110))),
      tickFormat: (value: number) => (isPowerOfTen(value) ? formatPower(value) : ""),
    },
    y: {
      type: "band",
      domain: rows.map((_, at) => at),
      tickFormat: (at: number) => names[at],
      tickSize: 0,
      padding: 0.3,
      label: null,
    },
    marks: [
      barX(bars, {
        y: "at",
        x1: () => domain[0],
        x2: "seconds",
        fill: accent,
        title: ({ at, seconds }) =>
          `${rows[at].label}\n${formatSeconds(seconds)}${isNumber(rows[at].paper) ? `\nin the paper ${formatSeconds(rows[at].paper)}` : ""}`,
        tip: true,
        ariaLabel: "bars",
      }),
      text(bars, {
        y: "at",
        x: ({ at, seconds }) => Math.max(seconds, rows[at].paper ?? 0),
        text: ({ seconds }) => formatSeconds(seconds),
        dx: 9,
        textAnchor: "start",
        fontSize: 11,
        fill: quietInk,
      }),
      dot(papers, { y: "at", x: "paper", r: 4.5, stroke: ink, strokeWidth: 1.5, ariaLabel: "paper" }),
    ],
  });
}

/** From the power of ten below the shortest to that above the longest. */
function domainOf(times: readonly number[]): readonly [number, number] {
  if (times.length === 0) return [0.001, 1];
  const low = 10 ** Math.floor(Math.log10(Math.min(...times)) - 1e-9);
  const high = 10 ** Math.ceil(Math.log10(Math.max(...times)));
  return [low, high > low ? high : low * 10];
}

const isPowerOfTen = (value: number) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;

function formatPower(seconds: number): string {
  const exact = (value: number) => String(Number(value.toPrecision(6)));
  if (seconds < 1e-3) return `${exact(seconds * 1e6)} µs`;
  return seconds < 1 ? `${exact(seconds * 1000)} ms` : `${exact(seconds)} s`;
}
