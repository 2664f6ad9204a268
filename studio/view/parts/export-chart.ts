import { download } from "./download.js";

/** What makes a chart look as it does; written into the exported file, which has no style sheet. */
const inherited = [
  ...["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin"],
  ...["fill-opacity", "stroke-opacity", "font-family", "font-size", "font-weight", "font-style"],
  ...["font-variant-numeric", "text-anchor", "dominant-baseline", "paint-order", "image-rendering"],
];
const own = ["opacity", "mix-blend-mode", "display"];
const initial: Readonly<Record<string, string>> = {
  opacity: "1",
  "mix-blend-mode": "normal",
  display: "inline",
};

/** The chart as the text of a file that looks the same anywhere, on the colour of the page. */
export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  inlineStyles(svg, copy, null);
  for (const rest of copy.querySelectorAll("style, [data-no-export]")) rest.remove();
  const { y, width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.removeAttribute("style");
  const title = document.createElementNS(copy.namespaceURI, "title");
  title.textContent = svg.getAttribute("aria-label");
  const ground = document.createElementNS(copy.namespaceURI, "rect");
  ground.setAttribute("y", String(y));
  ground.setAttribute("width", String(width));
  ground.setAttribute("height", String(height));
  ground.setAttribute("stroke", "none");
  ground.setAttribute("fill", getComputedStyle(svg).getPropertyValue("background-color"));
  copy.prepend(title, ground);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Saves the chart as SVG. */
export const saveSvg = (svg: SVGSVGElement, name: string): void =>
  download(svgText(svg), `${name}.svg`, "image/svg+xml");

/** Saves the chart as PNG, twice as large as on the page. */
export async function savePng(svg: SVGSVGElement, name: string): Promise<void> {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * svg.viewBox.baseVal.width;
  canvas.height = 2 * svg.viewBox.baseVal.height;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob) download(blob, `${name}.png`);
}

function inlineStyles(from: Element, to: Element, above: CSSStyleDeclaration | null): void {
  const style = getComputedStyle(from);
  for (const name of inherited) {
    const value = style.getPropertyValue(name);
    if (!above || above.getPropertyValue(name) !== value) to.setAttribute(name, value);
    else to.removeAttribute(name);
  }
  for (const name of own) {
    const value = style.getPropertyValue(name);
    if (value === initial[name] || (name === "display" && value !== "none")) to.removeAttribute(name);
    else to.setAttribute(name, value);
  }
  for (const name of ["class", "color", "data-marks"]) to.removeAttribute(name);
  // Sizes of nested drawings are attributes too; nothing else in a style attribute is needed any more.
  to.removeAttribute("style");
  for (let at = 0; at < from.children.length; at++) inlineStyles(from.children[at], to.children[at], style);
}
