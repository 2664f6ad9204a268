import { cell, text } from "@observablehq/plot";
import { isNumber, shorten } from "../parts/format.js";
import { type DrawOptions, drawPlot } from "./draw-plot.js";
import { ground, ink } from "./palette.js";
import { svg, textWidth, widest } from "./svg.js";

/** What a heat map shows. */
export interface HeatMapOptions {
  readonly width: number;
  readonly x: readonly string[];
  readonly y: readonly string[];
  readonly xTitle?: string;
  readonly yTitle?: string;
  /** Row after row, the first y first. */
  readonly values: readonly (number | null)[];
  readonly format: (value: number) => string;
  readonly scheme: "viridis" | "cividis" | "puor" | "blues";
  readonly domain: readonly [number, number];
  readonly valueTitle: string;
  /** The figures are written into the cells. */
  readonly written?: boolean;
  /** Square cells, as for the same names on both sides. */
  readonly square?: boolean;
  readonly describe: (x: number, y: number) => string;
  readonly marks?: DrawOptions["marks"];
  /** No scale of colours above; where several maps share one. */
  readonly bare?: boolean;
  readonly tallest?: number;
}

/** Coloured cells with their names on the left and below, and the scale of colours above. */
export function heatMap(options: HeatMapOptions): SVGSVGElement {
  const { width, x, y, values, scheme, domain, format } = options;
  const columns = x.length;
  const names = y.map((name) => shorten(name, width < 500 ? 12 : 24));
  const marginLeft =
    Math.ceil(widest(names, 200)) + 14 + (options.yTitle && options.yTitle.length >= 4 ? 14 : 0);
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
  const rampHeight = options.bare ? 0 : 40;
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
  if (!options.bare) drawing.append(colourScale(drawing, options, marginLeft));
  return drawing;
}

/** The scale of colours as a strip with its ends named. */
export function colourScale(
  drawing: SVGSVGElement,
  { domain, format, valueTitle, width }: Pick<HeatMapOptions, "domain" | "format" | "valueTitle" | "width">,
  left = 0,
): SVGElement {
  const colour = (
    drawing as unknown as { scale: (name: string) => { apply: (value: number) => string } }
  ).scale("color");
  const steps = 48;
  const length = Math.min(200, width - left - 8);
  const at = (share: number) => domain[0] + share * (domain[1] - domain[0]);
  return svg(
    "g",
    {
      class: "sal-legend",
      transform: `translate(${left},0)`,
      "font-size": 12,
      "text-anchor": "start",
      fill: ink,
    },
    svg("text", { y: 11, "font-weight": 600 }, valueTitle),
    ...Array.from({ length: steps }, (_, step) =>
      svg("rect", {
        x: (step * length) / steps,
        y: 17,
        width: length / steps + 0.5,
        height: 8,
        fill: colour.apply(at((step + 0.5) / steps)),
      }),
    ),
    ...[0, 0.5, 1].map((share) =>
      svg(
        "text",
        {
          x: share * length,
          y: 37,
          "font-size": 11,
          "text-anchor": ["start", "middle", "end"][share * 2],
          fill: ink,
          stroke: ground,
          "stroke-width": 3,
          "paint-order": "stroke",
        },
        format(at(share)),
      ),
    ),
  );
}
