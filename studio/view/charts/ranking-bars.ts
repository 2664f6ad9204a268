import { axisY, barX, ruleX, ruleY, text } from "@observablehq/plot";
import type { RankingSection } from "../../../src/report/report.js";
import { formatNumber, isNumber, shorten } from "../parts/format.js";
import { drawPlot } from "./draw-plot.js";
import { accent, ink, muted, quietInk } from "./palette.js";
import { widest } from "./svg.js";

/** The most bars at once. */
const most = 40;

/** Which ranks get a bar: the first ones and those around the cut, with null where some are left out between. */
export function shownPlaces(total: number, cut: number): (number | null)[] {
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
  if (total <= most || cut <= most - 8) return range(0, Math.min(total, most));
  const from = Math.max(10, Math.min(cut - 20, total - 30));
  return [...range(0, 10), ...(from > 10 ? [null] : []), ...range(from, Math.min(total, from + 30))];
}

/** A bar per feature and a line at the cut. */
export function rankingBars(section: RankingSection, width: number): SVGSVGElement {
  const { names, scores, errors, cut } = section;
  const places = shownPlaces(names.length, cut);
  const kept = new Set(section.kept);
  const rows = places.flatMap((place, row) => (place === null ? [] : [{ place, row }]));
  const label = ({ place }: { place: number }) => shorten(names[place], width < 500 ? 16 : 30);
  const labels = new Map(rows.map((d) => [d.row, `${label(d)}  ${d.place + 1}`]));
  const bars = rows.flatMap(({ place, row }) => {
    const score = scores[place];
    return isNumber(score) ? [{ place, row, score, error: errors?.[place] ?? null }] : [];
  });
  const whiskers = bars.filter(({ error }) => isNumber(error));
  const last = rows.findLast(({ place }) => place < cut);
  const line = last && cut < names.length ? [last.row] : [];
  const lowest = Math.min(0, ...bars.map(({ score, error }) => score - (error ?? 0)));
  return drawPlot({
    width,
    height: 16 * places.length + 62,
    marginTop: 8,
    marginBottom: 54,
    marginLeft: Math.ceil(widest([...labels.values()])) + 12,
    marginRight: 56,
    x: {
      label: section.scoreTitle,
      nice: true,
      labelAnchor: "center",
      labelArrow: "none",
      grid: true,
      zero: true,
    },
    y: { type: "band", domain: places.map((_, row) => row), padding: 0.22, label: null },
    marks: [
      axisY({ tickSize: 0, tickFormat: (row: number) => labels.get(row) ?? "⋮", label: null }),
      barX(bars, {
        y: "row",
        x: "score",
        fill: ({ place }) => (place < cut ? accent : muted),
        title: ({ place, score, error }) =>
          `${names[place]}\nrank ${place + 1}, ${place < cut ? (kept.has(names[place]) ? "kept on request" : "picked") : "not picked"}\n` +
          `${section.scoreTitle} ${formatNumber(score)}${isNumber(error) ? ` ± ${formatNumber(error)}` : ""}`,
        tip: true,
        ariaLabel: "bars",
      }),
      ruleY(whiskers, {
        y: "row",
        x1: ({ score, error }) => score - error!,
        x2: ({ score, error }) => score + error!,
        stroke: ink,
        ariaLabel: "errors",
      }),
      text(bars, {
        y: "row",
        x: ({ score, error }) => Math.max(score, score + (error ?? 0)),
        text: ({ score }) => formatNumber(score),
        textAnchor: "start",
        dx: 5,
        fill: quietInk,
        fontSize: 11,
      }),
      ruleX([0], { stroke: quietInk }),
      ruleY(line, {
        x1: lowest,
        stroke: ink,
        strokeWidth: 1.5,
        strokeDasharray: "6 3",
        dy: 8,
        ariaLabel: "cut",
      }),
      text(line, {
        y: (row) => row,
        text: () => `cut: ${cut} picked above`,
        frameAnchor: "right",
        dx: 50,
        dy: 16,
        fontWeight: 600,
        fontSize: 11,
        fill: ink,
        textAnchor: "end",
      }),
    ],
  });
}
