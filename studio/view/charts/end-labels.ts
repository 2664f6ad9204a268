import { shape } from "./legend.js";
import { ground, ink, rule, type SeriesSymbol } from "./palette.js";
import { svg } from "./svg.js";

/** A label at the right end of a line. */
export interface EndLabel {
  readonly text: string;
  readonly colour: string;
  readonly dashed?: boolean;
  readonly symbol: SeriesSymbol;
  /** Where the line ends, in pixels. */
  readonly x: number;
  readonly y: number;
}

const lineHeight = 15;

/** Labels beside the ends of lines, moved apart where they would cover each other, with a thin leader to each end. */
export function endLabels(
  labels: readonly EndLabel[],
  left: number,
  top: number,
  bottom: number,
): SVGElement {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  const places = spread(
    sorted.map(({ y }) => y),
    top,
    bottom,
  );
  return svg(
    "g",
    { class: "sal-labels", "font-size": 12, "text-anchor": "start", "aria-hidden": "true" },
    ...sorted.flatMap(({ text, colour, dashed, symbol, x, y }, at) => [
      svg("path", { d: `M${x + 6},${y}L${left - 4},${places[at]}`, stroke: rule, fill: "none" }),
      svg("line", {
        x1: left,
        x2: left + 20,
        y1: places[at],
        y2: places[at],
        stroke: colour,
        "stroke-width": 2,
        "stroke-dasharray": dashed ? "6 3" : undefined,
      }),
      svg(
        "g",
        { fill: dashed ? ground : colour, stroke: colour, "stroke-width": 1.5 },
        shape(symbol, left + 10, places[at], 0.75),
      ),
      svg("text", { x: left + 26, y: places[at], dy: "0.35em", fill: ink, stroke: "none" }, text),
    ]),
  );
}

/** Places at least a line apart, as near as can be to the wanted ones; two sweeps, down and up. */
function spread(wanted: readonly number[], top: number, bottom: number): number[] {
  const places = [...wanted];
  for (let at = 0; at < places.length; at++)
    places[at] = Math.max(places[at], at === 0 ? top : places[at - 1] + lineHeight);
  for (let at = places.length - 1; at >= 0; at--)
    places[at] = Math.min(places[at], at === places.length - 1 ? bottom : places[at + 1] - lineHeight);
  return places;
}
