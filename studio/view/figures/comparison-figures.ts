import type {
  AgreementSection,
  CurvesSection,
  RanksSection,
  SurfacesSection,
  TimingsSection,
} from "../../../src/report/report.js";
import { heatMap } from "../charts/heat-map.js";
import { lineChart } from "../charts/line-chart.js";
import { seriesColour, seriesSymbol } from "../charts/palette.js";
import { rankDiagram } from "../charts/rank-diagram.js";
import { smallMultiples } from "../charts/small-multiples.js";
import { timingBars } from "../charts/timing-bars.js";
import { count, formatNumber, formatSeconds, formatShare, isNumber, listed } from "../parts/format.js";
import type { Figure } from "./figure.js";

/** How many of the top k any two methods share. */
export function agreementFigure({ methods, overlaps, k, title }: AgreementSection): Figure {
  return {
    name: title,
    label: `Matrix of the share of the top ${count(k, "feature")} that two methods have in common: ${listed(methods)}.`,
    draw: (width) =>
      heatMap({
        width,
        x: methods,
        y: methods,
        values: overlaps,
        format: formatShare,
        scheme: "blues",
        domain: [0, 1],
        valueTitle: `shared among the top ${k}`,
        written: true,
        tallest: 44 * methods.length,
        describe: (x, y) =>
          `${methods[y]}\n${methods[x]}\n${formatShare(overlaps[y * methods.length + x])} of the top ${k} shared`,
      }),
  };
}

/** Line charts of one kind side by side, with one legend. */
export function curvesFigure(section: CurvesSection): Figure {
  const { facets, xTitle, yTitle, xScale, yScale, title } = section;
  const labels = [...new Set(facets.flatMap(({ series }) => series.map(({ label }) => label)))];
  const chart = (facet: CurvesSection["facets"][number]) => (width: number) =>
    lineChart({
      width,
      xTitle,
      yTitle,
      xScale,
      yScale,
      height: facets.length === 1 ? 340 : 240,
      series: facet.series.map((one) => ({ ...one, colour: labels.indexOf(one.label) })),
    });
  const entries = labels.map((label, at) => ({
    label,
    colour: seriesColour(at),
    symbol: seriesSymbol(at),
    mark: "line" as const,
  }));
  return {
    name: title,
    label: `${count(facets.length, "line chart")} of ${yTitle} against ${xTitle} for ${listed(labels)}: ${listed(
      facets.map((facet) => facet.title),
    )}.`,
    draw: (width) =>
      smallMultiples(
        facets.map((facet) => ({ title: facet.title, draw: chart(facet) })),
        width,
        { entries: labels.length > 1 ? entries : [] },
      ),
  };
}

/** Heat maps of one kind side by side. Each has its own scale of colours, as data sets differ in level. */
export function surfacesFigure(section: SurfacesSection): Figure {
  const { facets, xTitle, yTitle, valueTitle, title } = section;
  return {
    name: title,
    label: `${count(facets.length, "heat map")} of ${valueTitle} over ${xTitle} and ${yTitle}: ${listed(facets.map((facet) => facet.title))}.`,
    draw: (width) =>
      smallMultiples(
        facets.map((facet) => ({ title: facet.title, draw: (each) => surface(section, facet, each) })),
        width,
        { narrowest: 330 },
      ),
  };
}

function surface(
  { xTitle, yTitle, valueTitle }: SurfacesSection,
  { x, y, values }: SurfacesSection["facets"][number],
  width: number,
): SVGSVGElement {
  const name = (value: number | string) => (typeof value === "number" ? formatNumber(value) : value);
  const known = values.filter(isNumber);
  return heatMap({
    width,
    x: x.map(name),
    y: y.map(name),
    xTitle,
    yTitle,
    values: Array.from({ length: x.length * y.length }, (_, at) => values[at] ?? null),
    format: (value) => formatNumber(Number(value.toPrecision(3))),
    scheme: "viridis",
    domain: known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1],
    valueTitle,
    written: x.length * y.length <= 150,
    tallest: 260,
    describe: (column, row) =>
      `${xTitle} ${name(x[column])}, ${yTitle} ${name(y[row])}\n${valueTitle} ${formatNumber(values[row * x.length + column])}`,
  });
}

/** Average ranks with a line below each group of methods that do not differ. */
export function ranksFigure(section: RanksSection): Figure {
  const { ranks, criticalDifference, title } = section;
  return {
    name: title,
    label: `Critical-difference diagram. The best average rank is that of ${ranks[0].label} with ${ranks[0].rank.toFixed(2)}; ranks differ if they are more than ${criticalDifference.toFixed(2)} apart.`,
    draw: (width) => rankDiagram(section, width),
  };
}

/** What took how long, on a logarithmic scale. */
export function timingsFigure(section: TimingsSection): Figure {
  const slowest = section.rows.reduce((most, row) => (row.seconds > most.seconds ? row : most));
  return {
    name: section.title,
    label: `Bars of computing times on a logarithmic scale. The longest is ${slowest.label} with ${formatSeconds(slowest.seconds)}.`,
    draw: (width) => timingBars(section, width),
  };
}
