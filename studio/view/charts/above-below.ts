import { formatNumber } from "../parts/format.js";
import { accentCold, accentWarm, ink } from "./palette.js";
import { svg } from "./svg.js";

/** Standard deviations from which on colours are full. */
const full = 3;
/** Steps of colour on each side. */
const steps = 6;

/** The step of a standardised value: 0 is the mean, above it to 6, below it to −6. */
export const stepOf = (value: number): number =>
  Math.max(-steps, Math.min(steps, Math.round((value / full) * steps)));

/** Orange above, blue below, on the colour of the page: fit for dark pages and colour-blind readers. */
export const fillOf = (step: number): { readonly fill: string; readonly "fill-opacity": number } => ({
  fill: step >= 0 ? accentWarm : accentCold,
  "fill-opacity": Math.abs(step) / steps,
});

/** The scale of these colours, 160 wide. */
export function aboveBelowScale(title: string): SVGElement {
  const width = 160 / (2 * steps + 1);
  return svg(
    "g",
    { class: "sal-legend", "font-size": 11, fill: ink },
    svg("text", { y: 9 }, title),
    ...Array.from({ length: 2 * steps + 1 }, (_, at) =>
      svg("rect", { x: at * width, y: 14, width: width + 0.3, height: 8, ...fillOf(at - steps) }),
    ),
    svg("rect", { y: 14, width: 160, height: 8, fill: "none", stroke: ink, "stroke-opacity": 0.25 }),
    ...[-full, 0, full].map((value, at) =>
      svg(
        "text",
        { x: at * 80, y: 34, "text-anchor": ["start", "middle", "end"][at] },
        formatNumber(value, { signed: true }),
      ),
    ),
  );
}
