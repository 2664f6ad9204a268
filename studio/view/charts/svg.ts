import { letterWidths } from "./letter-widths.js";
import { PlainDocument } from "./plain-document.js";

const namespace = "http://www.w3.org/2000/svg";

/** Where charts are drawn: the page; without a browser, a document that holds nothing but drawings. */
export const drawingDocument: Document =
  typeof document === "undefined" ? (new PlainDocument() as unknown as Document) : document;

/** An SVG element with attributes and children; texts become text nodes, never markup. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  const element = drawingDocument.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

let ruler: CanvasRenderingContext2D | null | undefined;

/** The width of a text in the font of the charts. */
export function textWidth(text: string, size = 12): number {
  if (typeof document === "undefined") return letterWidths(text) * size;
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return letterWidths(text) * size;
  ruler.font = `${size}px system-ui, sans-serif`;
  return ruler.measureText(text).width;
}

/** The widest of some texts, at most `limit`. */
export const widest = (texts: readonly string[], limit = 240, size = 12): number =>
  Math.min(
    limit,
    texts.reduce((most, text) => Math.max(most, textWidth(text, size)), 0),
  );
