/**
 * A document that only holds SVG elements, for drawing where there is no browser. It has what Plot and the charts ask of one:
 * elements are made, given attributes and styles, joined into a tree, and found again by their class.
 */
export class PlainDocument {
  readonly documentElement: PlainElement;
  /** Plot makes events of what the pointer finds. */
  readonly defaultView = { Event };

  constructor() {
    this.documentElement = new PlainElement("html", "http://www.w3.org/1999/xhtml", this);
  }

  createElementNS(namespace: string, name: string): PlainElement {
    return new PlainElement(name, namespace, this);
  }

  createTextNode(text: string): PlainText {
    return new PlainText(text);
  }
}

/** A text in an element. */
export class PlainText {
  parentNode: PlainElement | null = null;

  constructor(readonly textContent: string) {}
}

/** A node of the tree. */
export type PlainNode = PlainElement | PlainText;

/** An SVG element. */
export class PlainElement {
  readonly attributes = new Map<string, string>();
  readonly style = new PlainStyle();
  parentNode: PlainElement | null = null;
  childNodes: PlainNode[] = [];

  constructor(
    readonly localName: string,
    readonly namespaceURI: string,
    readonly ownerDocument: PlainDocument,
  ) {}

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value));
  }

  setAttributeNS(_namespace: string, name: string, value: unknown): void {
    this.setAttribute(name, value);
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  appendChild<Node extends PlainNode>(child: Node): Node {
    return this.insertBefore(child, null);
  }

  insertBefore<Node extends PlainNode>(child: Node, next: PlainNode | null): Node {
    const { parentNode: before } = child;
    if (before) before.childNodes = before.childNodes.filter((one) => one !== child);
    const at = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes.splice(at, 0, child);
    child.parentNode = this;
    return child;
  }

  append(...children: (PlainNode | string)[]): void {
    for (const child of children) this.appendChild(typeof child === "string" ? new PlainText(child) : child);
  }

  get children(): PlainElement[] {
    return this.childNodes.filter((child) => child instanceof PlainElement);
  }

  get textContent(): string {
    return this.childNodes.map((child) => child.textContent ?? "").join("");
  }

  set textContent(text: string) {
    this.childNodes = [];
    this.append(text);
  }

  /** The elements of a class, in the order of the tree; other selectors are not known. */
  querySelectorAll(selector: string): PlainElement[] {
    const name = selector.slice(1);
    const own = (element: PlainElement) => element.getAttribute("class")?.split(" ").includes(name);
    return this.children.flatMap((child) => [
      ...(own(child) ? [child] : []),
      ...child.querySelectorAll(selector),
    ]);
  }

  get viewBox(): { readonly baseVal: { x: number; y: number; width: number; height: number } } {
    const [x = 0, y = 0, width = 0, height = 0] = (this.getAttribute("viewBox") ?? "").split(" ").map(Number);
    return { baseVal: { x, y, width, height } };
  }

  /** Nothing ever happens here, and nobody listens. */
  addEventListener(): void {}
  dispatchEvent(): void {}
}

/** Styles as they are set: Plot assigns some, and sets others by name. */
class PlainStyle {
  [name: string]: unknown;

  setProperty(name: string, value: unknown): void {
    this[name] = value;
  }
}
