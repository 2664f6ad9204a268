/// <reference types="vite/client" />
import type { PlainElement, PlainNode } from "../charts/plain-document.js";
import { PlainText } from "../charts/plain-document.js";
import tokens from "../style/tokens.css?raw";

/** A quarter of a millimetre is one pixel of a drawing: letters 12 high are then 8.5 points high. */
const millimetres = 0.25;

/** Room around a drawing; labels at its edge may reach out a little. */
const margin = 8;

/** Fonts that are no wider than the charts reckon with. */
const font = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', Arimo, sans-serif";

/** The light one of each pair of colours. */
const colours = new Map(
  Array.from(tokens.matchAll(/(--sal-[\w-]+):\s*light-dark\((#[0-9a-f]+)/g), ([, name, light]) => [
    name,
    light,
  ]),
);

/** What is said of a style and is an attribute, too. */
const presentation: Readonly<Record<string, string>> = { fontSize: "font-size", overflow: "overflow" };

/** What only serves pages: style sheets, scripts, screen readers, the page's own font. */
const onlyOnPages = /^(class|style|aria-.*|role|pointer-events|color|tabindex|data-.*|font-family)$/;

/** What names may hold but no XML file: control characters and halves of letters. */
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A drawing as an SVG file that needs nothing else: size in millimetres, a white ground, colours and fonts in place. */
export function standaloneSvg(drawing: PlainElement, title: string): string {
  const { x, y, width, height } = drawing.viewBox.baseVal;
  const box = [x - margin, y - margin, width + 2 * margin, height + 2 * margin].map(rounded);
  const [left, top, across, down] = box;
  const head = attributesText({
    xmlns: "http://www.w3.org/2000/svg",
    "font-family": font,
    ...attributesOf(drawing),
    width: `${rounded(across * millimetres)}mm`,
    height: `${rounded(down * millimetres)}mm`,
    viewBox: box.join(" "),
  });
  const ground = `<rect x="${left}" y="${top}" width="${across}" height="${down}" fill="${colours.get("--sal-ground")}"/>`;
  const content = withOwnIds(drawing.childNodes.map(nodeText).join(""));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<svg${head}>\n<title>${escaped(title)}</title>\n${ground}\n${content}</svg>\n`;
}

/** Names of parts counted from 1: they are unique in a page, and would differ from one drawing to the next. */
function withOwnIds(content: string): string {
  const ids = new Map(Array.from(content.matchAll(/ id="([^"]+)"/g), ([, id], at) => [id, `part-${at + 1}`]));
  return content.replace(/( id="|url\(#)([^")]+)/g, (_, before, id) => `${before}${ids.get(id) ?? id}`);
}

function nodeText(node: PlainNode): string {
  if (node instanceof PlainText) return escaped(node.textContent);
  const name = node.localName;
  // Tips are for the pointer.
  if (name === "style" || name === "title") return "";
  const content = node.childNodes.map(nodeText).join("");
  if (name === "g" && content === "") return "";
  const attributes = attributesOf(node);
  const line = name === "g" ? "\n" : "";
  return content === ""
    ? `<${name}${attributesText(attributes)}/>`
    : `<${name}${attributesText(attributes)}>${content}</${name}>${line}`;
}

function attributesOf({ attributes, style }: PlainElement): Record<string, string> {
  const own = [...attributes].filter(([name]) => !onlyOnPages.test(name));
  const styled = Object.entries(presentation).flatMap(([name, attribute]) => {
    const value = style[name];
    return typeof value === "string" ? [[attribute, value.replace(/px$/, "")] as const] : [];
  });
  return Object.fromEntries([...own.map(([name, value]) => [name, resolved(value)] as const), ...styled]);
}

/** A value without names of colours; numbers with two digits, which is finer than any printer. */
function resolved(value: string): string {
  if (value.startsWith("data:")) return value;
  return value
    .replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
      const colour = name === "--plot-background" ? colours.get("--sal-ground") : colours.get(name);
      if (colour === undefined) throw new Error(`the colour ${name} is not defined`);
      return colour;
    })
    .replaceAll("currentColor", colours.get("--sal-ink") ?? "#000")
    .replace(/-?\d+\.\d{3,}(e-?\d+)?/g, (number) => String(rounded(Number(number))));
}

/** Two digits; never −0. */
const rounded = (value: number): number => Math.round(value * 100) / 100 + 0;

const attributesText = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");

const escaped = (text: string): string =>
  text
    .replace(notInXml, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
