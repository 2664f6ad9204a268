import { ink, type SeriesSymbol } from "./palette.js";
import { svg, textWidth } from "./svg.js";

/** One entry of a legend. */
export interface LegendEntry {
  readonly label: string;
  readonly colour: string;
  readonly mark: "line" | "dashed" | "area" | "dot";
  /** The shape of a dot. */
  readonly symbol?: SeriesSymbol;
}

const lineHeight = 20;
const swatch = 22;

/** A legend laid out in lines for a width; `height` is what it needs, `draw` makes it at the top left. */
export function legend(entries: readonly LegendEntry[], width: number) {
  const places: { entry: LegendEntry; x: number; y: number }[] = [];
  let [x, y] = [0, 0];
  for (const entry of entries) {
    const needed = swatch + 6 + textWidth(entry.label) + 16;
    if (x > 0 && x + needed > width) [x, y] = [0, y + lineHeight];
    places.push({ entry, x, y });
    x += needed;
  }
  return {
    height: entries.length === 0 ? 0 : y + lineHeight + 6,
    draw: () =>
      svg(
        "g",
        { class: "sal-legend", "font-size": 12, "text-anchor": "start", fill: ink, "aria-hidden": "true" },
        ...places.map(({ entry, x, y }) =>
          svg(
            "g",
            { transform: `translate(${x},${y + lineHeight / 2})` },
            sample(entry),
            svg("text", { x: swatch + 6, dy: "0.35em" }, entry.label),
          ),
        ),
      ),
  };
}

/** The shapes as Plot draws them, about ten pixels wide. */
const shapes: Readonly<Record<Exclude<SeriesSymbol, "circle">, string>> = {
  square: "M-4.5,-4.5h9v9h-9z",
  triangle: "M0,-6L5.2,3H-5.2z",
  diamond: "M0,-6.5L3.8,0L0,6.5L-3.8,0z",
  star: "M0,-6.5L1.5,-2L6.2,-2L2.4,0.8L3.8,5.3L0,2.5L-3.8,5.3L-2.4,0.8L-6.2,-2L-1.5,-2z",
  cross: "M-5.4,-1.8h3.6v-3.6h3.6v3.6h3.6v3.6h-3.6v3.6h-3.6v-3.6h-3.6z",
};

function sample({ colour, mark, symbol }: LegendEntry): SVGElement {
  if (mark === "area") return svg("rect", { y: -6, width: swatch, height: 12, fill: colour });
  const group = svg("g", { fill: colour });
  if (mark !== "dot")
    group.append(
      svg("line", {
        x2: swatch,
        stroke: colour,
        "stroke-width": 2,
        "stroke-dasharray": mark === "dashed" ? "6 3" : undefined,
      }),
    );
  if (symbol) group.append(shape(symbol, swatch / 2, 0, mark === "dot" ? 1 : 0.75));
  return group;
}

/** The shape of a series at a place; the colour comes from around it. */
export function shape(symbol: SeriesSymbol, x: number, y: number, size: number): SVGElement {
  const transform = `translate(${x},${y}) scale(${size})`;
  return symbol === "circle"
    ? svg("circle", { r: 4.8, transform })
    : svg("path", { d: shapes[symbol], transform });
}
