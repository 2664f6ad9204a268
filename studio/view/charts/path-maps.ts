import { cell } from "@observablehq/plot";
import type { PathSection } from "../../../src/report/report.js";
import { formatNumber, isNumber } from "../parts/format.js";
import { heatMap } from "./heat-map.js";
import { ground, ink } from "./palette.js";
import { smallMultiples } from "./small-multiples.js";

/** Support and objective over the grid, the chosen point framed in both. */
export function pathMaps(
  { gammas, ps, points }: PathSection,
  chosen: readonly [column: number, row: number] | null,
  width: number,
): SVGSVGElement {
  const places = new Map(points.map((point) => [`${point.gamma} ${point.p}`, point]));
  const grid = ps.flatMap((p) => gammas.map((gamma) => places.get(`${gamma} ${p}`)));
  const map = (which: "support" | "objective") => (each: number) => {
    const values = grid.map((point) => (point && isNumber(point[which]) ? point[which] : null));
    const known = values.filter(isNumber);
    const format = (value: number) =>
      which === "support" ? formatNumber(Math.round(value)) : formatNumber(Number(value.toPrecision(3)));
    return heatMap({
      width: each,
      x: gammas.map((gamma) => formatNumber(gamma)),
      y: ps.map((p) => formatNumber(p)),
      xTitle: "γ",
      yTitle: "p",
      values,
      format,
      scheme: which === "support" ? "viridis" : "cividis",
      domain: known.length > 0 ? [Math.min(...known), Math.max(...known)] : [0, 1],
      valueTitle: which === "support" ? "features in use" : "objective",
      written: true,
      describe: (x, y) =>
        `γ = ${formatNumber(gammas[x])}, p = ${formatNumber(ps[y])}\n${which} ${formatNumber(values[y * gammas.length + x])}`,
      marks: chosen ? [frame(chosen, ground, 5), frame(chosen, ink, 2.5)] : [],
    });
  };
  return smallMultiples(
    [
      { title: "", draw: map("support") },
      { title: "", draw: map("objective") },
    ],
    width,
    { narrowest: 320 },
  );
}

/** Two frames, one in the colour of the page, stand out on any colour. */
const frame = (chosen: readonly [number, number], stroke: string, strokeWidth: number) =>
  cell([chosen], {
    x: "0",
    y: "1",
    fill: "none",
    stroke,
    strokeWidth,
    pointerEvents: "none",
    className: "sal-chosen",
  });
