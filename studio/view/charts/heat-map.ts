import { cell, text } from "@observablehq/plot";
import { isNumber, shorten } from "../parts/format.js";
import { type ColourScaleOptions, colourScale } from "./colour-scale.js";
import { type DrawOptions, drawPlot } from "./draw-plot.js";
import { ink } from "./palette.js";
import { svg, textWidth, widest } from "./svg.js";

/** What a heat map shows. */
export interface HeatMapOptions extends ColourScaleOptions {
  readonly x: readonly string[];
  readonly y: readonly string[];
  readonly xTitle?: string;
  readonly yTitle?: string;
  /** Row after row, the first y first. */
  readonly values: readonly (number | null)[];
  readonly scheme: "viridis" | "cividis" | "puor" | "blues";
  /** The figures are written into the cells. */
  readonly written?: boolean;
  /** Square cells, as for the same names on both sides. */
  readonly square?: boolean;
  readonly describe: (x: number, y: number) => string;
  readonly marks?: DrawOptions["marks"];
  readonly tallest?: number;
}

/** Coloured cells with their names on the left and below, and the scale of colours above. */
export function heatMap(options: HeatMapOptions): SVGSVGElement {
  const { width, x, y, values, scheme, domain, format } = options;
  const columns = x.length;
  const names = y.map((name) => shorten(name, width < 500 ? 16 : width < 900 ? 24 : 40));
  const marginLeft =
    Math.ceil(widest(names, width < 900 ? 200 : 280)) +
    14 +
    (options.yTitle && options.yTitle.length >= 4 ? 14 : 0);
  const room = Math.max(40, width - marginLeft - 8);
  const band = options.square ? Math.min(room / columns, 44) : Math.min(room / columns, 90);
  const marginRight = Math.floor(width - marginLeft - band * columns);
  const xNames = x.map((name) => shorten(name, 20));
  const widestX = widest(xNames, 160);
  const turned = widestX > band - 6;
  const step = Math.ceil(14 / band);
  const marginBottom = (turned ? widestX * 0.85 + 16 : 24) + (options.xTitle ? 18 : 0);
  const cellHeight = options.square ? band : Math.max(16, Math.min(34, (options.tallest ?? 420) / y.length));
  // Where rows are low only every second, third, … is named; tips and the table name all.
  const every = Math.ceil(12 / cellHeight);
  const cells = values.map((value, at) => ({ value, x: at % columns, y: Math.floor(at / columns) }));
  const light = (value: number) => (value - domain[0]) / (domain[1] - domain[0] || 1);
  const onDark = (value: number) =>
    scheme === "puor"
      ? Math.abs(light(value) - 0.5) > 0.34
      : scheme === "blues"
        ? light(value) > 0.55
        : light(value) < 0.55;
  const written =
    options.written && values.every((value) => !isNumber(value) || textWidth(format(value)) < band - 3);
  const upright = (options.yTitle?.length ?? 9) < 4;
  const rampHeight = 40;
  const drawing = drawPlot({
    width,
    height: cellHeight * y.length + rampHeight + 8 + marginBottom,
    marginTop: rampHeight + 8,
    marginLeft,
    marginRight,
    marginBottom,
    padding: cells.length > 2500 ? 0 : 0.04,
    x: {
      type: "band",
      domain: x.map((_, at) => at),
      tickFormat: (at: number) => (at % step === 0 ? xNames[at] : ""),
      tickRotate: turned ? -55 : 0,
      tickSize: 0,
      label: options.xTitle ?? null,
    },
    y: {
      type: "band",
      domain: y.map((_, at) => at),
      tickFormat: (at: number) => (at % every === 0 ? names[at] : ""),
      tickSize: 0,
      label: upright ? null : (options.yTitle ?? null),
      labelArrow: "none",
      labelAnchor: "center",
    },
    color: { type: "linear", scheme, domain: [...domain], clamp: true, unknown: "var(--sal-hatch)" },
    marks: [
      cell(cells, {
        x: "x",
        y: "y",
        fill: ({ value }) => (isNumber(value) ? value : Number.NaN),
        title: (d) => options.describe(d.x, d.y),
        tip: { fontSize: 12 },
        className: "sal-cells",
      }),
      !!written &&
        text(cells, {
          x: "x",
          y: "y",
          text: ({ value }) => (isNumber(value) ? format(value) : ""),
          fill: ({ value }) => (isNumber(value) && onDark(value) ? "white" : "black"),
          pointerEvents: "none",
        }),
      ...(options.marks ?? []),
    ],
  });
  if (upright)
    drawing.append(
      svg(
        "text",
        { x: marginLeft - 7, y: rampHeight + 2, "text-anchor": "end", fill: ink },
        options.yTitle ?? "",
      ),
    );
  drawing.append(colourScale(drawing, options, marginLeft));
  return drawing;
}
