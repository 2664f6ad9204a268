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

/** What names may hold but no XML file: control characters and halves of letters. */
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Room around an exported chart. */
const margin = 12;

/** A chart as a file. */
interface ExportedChart {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** The chart as the text of an SVG file that looks the same anywhere, on the colour of the page. */
function exported(svg: SVGSVGElement): ExportedChart {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  inlineStyles(svg, copy, null);
  for (const rest of copy.querySelectorAll("style")) rest.remove();
  const box = svg.viewBox.baseVal;
  const [x, y] = [box.x - margin, box.y - margin];
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin];
  const title = document.createElementNS(copy.namespaceURI, "title");
  title.textContent = svg.getAttribute("aria-label");
  const ground = document.createElementNS(copy.namespaceURI, "rect");
  const fill = getComputedStyle(svg).getPropertyValue("background-color");
  setAll(ground, { x, y, width, height, stroke: "none", fill });
  setAll(copy, { xmlns: copy.namespaceURI ?? "", width, height, viewBox: `${x} ${y} ${width} ${height}` });
  copy.prepend(title, ground);
  const drawn = new XMLSerializer().serializeToString(copy).replace(notInXml, "\ufffd");
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${drawn}\n`;
  return { text, width, height };
}

/** Saves the chart as SVG. */
export const saveSvg = (svg: SVGSVGElement, name: string): void =>
  download(exported(svg).text, `${name}.svg`, "image/svg+xml");

/** Saves the chart as PNG, twice as large as on the page. */
export async function savePng(svg: SVGSVGElement, name: string): Promise<void> {
  const { text, width, height } = exported(svg);
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob) download(blob, `${name}.png`);
}

function setAll(element: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
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
