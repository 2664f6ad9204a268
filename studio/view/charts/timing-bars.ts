import { barX, text } from "@observablehq/plot";
import type { TimingsSection } from "../../../src/report/report.js";
import { formatSeconds, isNumber, shorten } from "../parts/format.js";
import { drawPlot } from "./draw-plot.js";
import { accent, quietInk } from "./palette.js";
import { smallMultiples } from "./small-multiples.js";
import { widest } from "./svg.js";

const paperFill = "var(--sal-c4)";

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
        { label: "the paper", colour: paperFill, mark: "area" as const },
      ]
    : [];
  return smallMultiples(
    [...groups].map(([title, own]) => ({
      title,
      draw: (each: number) => chart(own, domain, each, withPaper),
    })),
    width,
    { narrowest: 330, entries },
  );
}

function chart(
  rows: readonly Row[],
  domain: readonly [number, number],
  width: number,
  both: boolean,
): SVGSVGElement {
  const names = rows.map(({ label }) => shorten(label, width < 500 ? 18 : 40));
  // With the paper's times each row has two places, ours and the paper's; the name stands at the first.
  const each = both ? 2 : 1;
  const bars = rows.flatMap(({ seconds, paper }, at) => [
    { at, place: each * at, seconds, ours: true },
    ...(both ? [{ at, place: each * at + 1, seconds: paper ?? null, ours: false }] : []),
  ]);
  const drawn = bars.filter(({ seconds }) => isNumber(seconds) && seconds > 0);
  return drawPlot({
    width,
    height: (both ? 16 : 22) * bars.length + 52,
    marginTop: 6,
    marginLeft: Math.ceil(widest(names)) + 14,
    marginRight: 60,
    x: {
      type: "log",
      domain: [...domain],
      label: "time (logarithmic)",
      grid: true,
      ticks: Math.max(2, Math.min(6, Math.floor(width / 110))),
      tickFormat: (value: number) => (isPowerOfTen(value) ? formatPower(value) : ""),
    },
    y: {
      type: "band",
      domain: bars.map(({ place }) => place),
      tickFormat: (place: number) => (place % each === 0 ? names[place / each] : ""),
      tickSize: 0,
      padding: 0.25,
      label: null,
    },
    marks: [
      barX(drawn, {
        y: "place",
        x1: () => domain[0],
        x2: "seconds",
        fill: ({ ours }) => (ours ? accent : paperFill),
        title: ({ at, seconds, ours }) =>
          `${rows[at].label}, ${ours ? "here" : "the paper"}\n${formatSeconds(seconds)}`,
        tip: true,
        className: "sal-bars",
      }),
      text(drawn, {
        y: "place",
        x: "seconds",
        text: ({ seconds }) => formatSeconds(seconds),
        dx: 6,
        textAnchor: "start",
        fontSize: 11,
        fill: quietInk,
      }),
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
