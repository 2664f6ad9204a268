const namespace = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children; texts become text nodes, never markup. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number | undefined>> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

let ruler: CanvasRenderingContext2D | null | undefined;

/** The width of a text in the font of the charts. */
export function textWidth(text: string, size = 12): number {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return text.length * size * 0.6;
  ruler.font = `${size}px system-ui, sans-serif`;
  return ruler.measureText(text).width;
}

/** The widest of some texts, at most `limit`. */
export const widest = (texts: readonly string[], limit = 240, size = 12): number =>
  Math.min(
    limit,
    texts.reduce((most, text) => Math.max(most, textWidth(text, size)), 0),
  );
