import { type Markish, type PlotOptions, plot } from "@observablehq/plot";
import { type LegendEntry, legend } from "./legend.js";
import { ink } from "./palette.js";

/** Plot's options, and a legend that is part of the drawing so that it is exported with it. */
export type DrawOptions = Omit<PlotOptions, "marginTop" | "marks"> & {
  /** Marks in the order they are drawn; false and the like are left out. */
  readonly marks: readonly (Markish | false)[];
  readonly width: number;
  readonly height: number;
  readonly marginTop?: number;
  readonly entries?: readonly LegendEntry[];
};

/** A chart in the look of the report. The legend comes on top of the given height. */
export function drawPlot({
  entries = [],
  marginTop = 24,
  height,
  marks,
  ...options
}: DrawOptions): SVGSVGElement {
  const key = legend(entries, options.width);
  const drawing = plot({
    ...options,
    marks: marks.map((mark) => mark || null),
    height: height + key.height,
    marginTop: marginTop + key.height,
    className: "sal-plot",
    style: { fontSize: "12px", fontFamily: "inherit", color: ink, overflow: "visible" },
  }) as SVGSVGElement;
  if (entries.length > 0) drawing.append(key.draw());
  return drawing;
}
