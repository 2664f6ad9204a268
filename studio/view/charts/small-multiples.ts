import { type LegendEntry, legend } from "./legend.js";
import { ink } from "./palette.js";
import { svg } from "./svg.js";

/** One chart among several of its kind. */
export interface Facet {
  readonly title: string;
  readonly draw: (width: number) => SVGSVGElement;
}

const gap = 24;

/** Charts of one kind side by side in one drawing, as many in a row as fit. */
export function smallMultiples(
  facets: readonly Facet[],
  width: number,
  { narrowest = 280, entries = [] }: { narrowest?: number; entries?: readonly LegendEntry[] } = {},
): SVGSVGElement {
  const key = legend(entries, width);
  const fit = Math.max(1, Math.floor((width + gap) / (narrowest + gap)));
  // As even as can be: four charts are two and two, not three and one.
  const perRow = Math.max(1, Math.ceil(facets.length / Math.max(1, Math.ceil(facets.length / fit))));
  const each = Math.floor((width - gap * (perRow - 1)) / perRow);
  const titleHeight = facets.some(({ title }) => title) ? 22 : 0;
  const outer = svg("svg", { class: "sal-plot", "font-size": 12, fill: ink });
  let top = key.height;
  for (let start = 0; start < facets.length; start += perRow) {
    let tallest = 0;
    facets.slice(start, start + perRow).forEach(({ title, draw }, at) => {
      const inner = draw(each);
      const height = inner.viewBox.baseVal.height;
      const left = at * (each + gap);
      const heading = svg(
        "text",
        { x: left, y: top + 14, class: "sal-facet-title", "font-size": 13, "font-weight": 600 },
        title,
      );
      // Plot's own style sheet makes drawings as high as their place allows, which is wrong inside another drawing.
      inner.style.cssText += `;width:${each}px;height:${height}px;max-width:none`;
      inner.setAttribute("x", String(left));
      inner.setAttribute("y", String(top + titleHeight));
      outer.append(heading, inner);
      tallest = Math.max(tallest, height);
    });
    top += tallest + titleHeight + gap;
  }
  const height = Math.max(1, top - gap);
  outer.setAttribute("viewBox", `0 0 ${width} ${height}`);
  outer.setAttribute("width", String(width));
  outer.setAttribute("height", String(height));
  if (entries.length > 0) outer.append(key.draw());
  return outer;
}
