import type { ClusterTree, SamplesSection } from "../../../src/report/report.js";
import { isNumber, shorten } from "../parts/format.js";
import { aboveBelowScale, fillOf, stepOf } from "./above-below.js";
import { legend, shape } from "./legend.js";
import { ground, ink, quietInk, seriesColour, seriesLines, seriesSymbol } from "./palette.js";
import { svg, widest } from "./svg.js";

/** Where things are in a drawing of samples. */
export interface SampleMapPlaces {
  readonly left: number;
  readonly top: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

const treeHeight = 44;
const strip = 12;
const treeWidth = 46;
/** Up to this many classes stand in the legend. */
const mostNamed = 24;

/** The order of the columns: by similarity, or class by class, in which similar samples still stand together. */
export function columnOrder({ rows, codes }: SamplesSection, byClass: boolean): number[] {
  const places = rows.map((_, at) => at);
  return byClass ? places.sort((a, b) => (codes[a] ?? 0) - (codes[b] ?? 0) || a - b) : places;
}

/** Where the cells are; the same for drawing and for pointing. */
export function sampleMapPlaces(section: SamplesSection, width: number): SampleMapPlaces & { right: number } {
  const names = section.features.map(({ name }) => shorten(name, width < 500 ? 18 : 22));
  const left = Math.ceil(widest(names, 170)) + 10;
  const right = width < 500 ? 4 : treeWidth;
  const room = width - left - right;
  const cellWidth = Math.min(28, room / Math.max(1, section.rows.length));
  const cellHeight = Math.max(10, Math.min(20, 420 / section.features.length));
  return { left, right, top: treeHeight + strip + 8 + legendHeight(section, width), cellWidth, cellHeight };
}

const entriesOf = ({ classes }: SamplesSection) =>
  classes.slice(0, mostNamed).map((label, at) => ({
    label: shorten(label, 24),
    colour: seriesColour(at),
    mark: "dot" as const,
    symbol: seriesSymbol(at),
  }));
const legendHeight = (section: SamplesSection, width: number) =>
  42 + legend(entriesOf(section), Math.max(160, width - 4)).height;

/** Features × samples as colours, with the strip of classes, the trees and the legend. One path holds all cells of a colour. */
export function sampleMap(
  section: SamplesSection,
  order: readonly number[],
  byClass: boolean,
  width: number,
): SVGSVGElement {
  const { features, codes, classes } = section;
  const { left, right, top, cellWidth, cellHeight } = sampleMapPlaces(section, width);
  const mapWidth = cellWidth * order.length;
  const mapHeight = cellHeight * features.length;
  const height = top + mapHeight + 22;
  const drawing = svg("svg", {
    class: "sal-plot",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    "font-size": Math.min(12, cellHeight - 1),
    fill: ink,
  });
  const paths = new Map<number | null, string>();
  features.forEach(({ values, mean, deviation }, row) => {
    order.forEach((sample, column) => {
      const value = values[sample];
      const step = isNumber(value) ? stepOf((value - mean) / deviation) : null;
      if (step === 0) return;
      paths.set(
        step,
        `${paths.get(step) ?? ""}M${number(left + column * cellWidth)},${number(top + row * cellHeight)}h${number(cellWidth)}v${number(cellHeight - 1)}h${number(-cellWidth)}z`,
      );
    });
  });
  const cells = svg("g", { class: "sal-cells", "shape-rendering": "crispEdges" });
  for (const [step, d] of paths)
    cells.append(svg("path", { d, ...(step === null ? { fill: "var(--sal-hatch)" } : fillOf(step)) }));
  const key = legend(entriesOf(section), Math.max(160, width - 4));
  const keyDrawn = key.draw();
  keyDrawn.setAttribute("transform", "translate(0,42)");
  drawing.append(
    aboveBelowScale("standard deviations from the mean"),
    keyDrawn,
    svg("rect", {
      x: left,
      y: top,
      width: mapWidth,
      height: mapHeight,
      fill: "none",
      stroke: "var(--sal-rule)",
    }),
    cells,
    svg(
      "g",
      { class: "sal-names", "text-anchor": "end" },
      ...features.map(({ name }, row) =>
        svg(
          "text",
          { x: left - 6, y: top + (row + 0.5) * cellHeight, dy: "0.33em" },
          shorten(name, width < 500 ? 18 : 22),
        ),
      ),
    ),
    svg(
      "text",
      { x: left + mapWidth / 2, y: height - 5, "text-anchor": "middle", fill: quietInk, "font-size": 12 },
      `${order.length} samples, ${byClass ? "class by class" : "similar ones side by side"}`,
    ),
  );
  if (classes.length > 0) drawing.append(classStrip(order, codes, { left, cellWidth, y: top - strip - 3 }));
  if (!byClass && order.length > 1)
    drawing.append(
      tree(section.sampleTree, order.length, (along, up) => [
        left + (along + 0.5) * cellWidth,
        top - strip - 6 - up * (treeHeight - 4),
      ]),
    );
  if (right >= treeWidth && features.length > 1)
    drawing.append(
      tree(section.featureTree, features.length, (along, up) => [
        left + mapWidth + 4 + up * (treeWidth - 8),
        top + (along + 0.5) * cellHeight,
      ]),
    );
  return drawing;
}

const number = (value: number) => Math.round(value * 100) / 100;

/** A strip of class colours; classes of one hue are crossed by no, one or two lines. Neighbours of a class are one piece. */
function classStrip(
  order: readonly number[],
  codes: readonly number[],
  { left, cellWidth, y }: { readonly left: number; readonly cellWidth: number; readonly y: number },
): SVGElement {
  const group = svg("g", { class: "sal-strip", "shape-rendering": "auto" });
  for (let start = 0; start < order.length; ) {
    const code = codes[order[start]];
    let end = start;
    while (end < order.length && codes[order[end]] === code) end++;
    const [x, width] = [left + start * cellWidth, (end - start) * cellWidth];
    group.append(svg("rect", { x, y, width, height: strip, fill: seriesColour(code) }));
    const lines = Math.min(3, seriesLines(code));
    for (let line = 1; line <= lines; line++)
      group.append(
        svg("rect", { x, y: y + (strip * line) / (lines + 1) - 1, width, height: 1.5, fill: ground }),
      );
    if (width >= shapeRoom) {
      const middle = x + width / 2;
      const gap = { x: middle - shapeRoom / 2, y, width: shapeRoom, height: strip };
      group.append(
        svg(
          "g",
          { fill: ground },
          svg("rect", { ...gap, fill: seriesColour(code) }),
          shape(seriesSymbol(code), middle, y + strip / 2, 0.75),
        ),
      );
    }
    start = end;
  }
  return group;
}

/** A piece of the strip that is as wide has the shape of its class, as in the legend. */
const shapeRoom = 12;

/**
 * A dendrogram; `place` says where a point is that lies along the leaves, and how high from 0 to 1: the root of its part of the highest
 * join, so that one sample far from all others does not press the rest together.
 */
function tree(
  { joins, heights }: ClusterTree,
  leaves: number,
  place: (along: number, up: number) => readonly [number, number],
): SVGElement {
  const highest = heights.reduce((most, height) => Math.max(most, height), 0) || 1;
  const at: (readonly [number, number])[] = Array.from({ length: leaves }, (_, leaf) => [leaf, 0]);
  const lines = joins.map(([a, b], join) => {
    const up = Math.sqrt(Math.max(0, heights[join]) / highest);
    const [[alongA, upA], [alongB, upB]] = [at[a], at[b]];
    at.push([(alongA + alongB) / 2, up]);
    const corners = [place(alongA, upA), place(alongA, up), place(alongB, up), place(alongB, upB)];
    return `M${corners.map(([x, y]) => `${number(x)},${number(y)}`).join("L")}`;
  });
  return svg("path", {
    class: "sal-tree",
    d: lines.join(""),
    fill: "none",
    stroke: quietInk,
    "stroke-opacity": 0.75,
    "stroke-width": 0.9,
  });
}
