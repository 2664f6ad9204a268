import { ground, ink } from "./palette.js";
import { svg } from "./svg.js";

/** What a scale of colours says. */
export interface ColourScaleOptions {
  readonly width: number;
  readonly domain: readonly [number, number];
  readonly format: (value: number) => string;
  readonly valueTitle: string;
}

/** The scale of colours as a strip with its ends named. */
export function colourScale(
  drawing: SVGSVGElement,
  { domain, format, valueTitle, width }: ColourScaleOptions,
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
