import { type Markish, type PlotOptions, plot } from "@observablehq/plot";
import { type LegendEntry, legend } from "./legend.js";
import { ink, rule } from "./palette.js";
import { drawingDocument } from "./svg.js";

/** Plot's options, and a legend that is part of the drawing so that it is exported with it. */
export type DrawOptions = Omit<PlotOptions, "marks"> & {
  /** Marks in the order they are drawn; false and the like are left out. */
  readonly marks: readonly (Markish | false)[];
  readonly width: number;
  readonly height: number;
  readonly entries?: readonly LegendEntry[];
};

/** A chart in the look of the report. The legend stands above it and comes on top of the given height. */
export function drawPlot({
  entries = [],
  marks,
  x,
  marginBottom = 46,
  ...options
}: DrawOptions): SVGSVGElement {
  const drawing = plot({
    marginTop: 24,
    ...options,
    document: drawingDocument,
    marginBottom,
    x: { labelOffset: marginBottom - 8, labelArrow: "none", labelAnchor: "center", ...x },
    marks: marks.map((mark) => mark || null),
    className: "sal-plot",
    style: { fontSize: "12px", fontFamily: "inherit", color: ink, overflow: "visible" },
  }) as SVGSVGElement;
  for (const part of drawing.children) if (part.getAttribute("aria-label")?.endsWith("grid")) quiet(part);
  if (entries.length > 0) putAbove(drawing, entries);
  return drawing;
}

/** Lines that are seen through. */
function quiet(grid: Element): void {
  grid.setAttribute("stroke", rule);
  grid.setAttribute("stroke-opacity", "0.7");
}

/** Makes room above the drawing, at negative heights, so that nothing in it moves. */
function putAbove(drawing: SVGSVGElement, entries: readonly LegendEntry[]): void {
  const { width, height } = drawing.viewBox.baseVal;
  const key = legend(entries, width);
  drawing.setAttribute("viewBox", `0 ${-key.height} ${width} ${height + key.height}`);
  drawing.setAttribute("height", String(height + key.height));
  const drawn = key.draw();
  drawn.setAttribute("transform", `translate(0,${-key.height})`);
  drawing.append(drawn);
}
