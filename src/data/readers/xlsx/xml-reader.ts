/** Elements inside elements; workbooks need about ten. */
const deepest = 100;

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/**
 * Walks through the elements and texts of an XML document, as far as workbooks have them. Names are without their prefix. A document
 * type is refused, so that no text can stand for a larger one.
 */
export class XmlReader {
  /** What was met: an element that begins or ends, or text inside one. */
  kind: "open" | "close" | "text" = "text";
  /** The element's name. */
  name = "";
  /** The text, with references resolved. */
  value = "";

  private at = 0;
  private readonly opened: string[] = [];
  private attributesFrom = 0;
  private attributesTo = 0;
  private isEmpty = false;

  constructor(private readonly text: string) {}

  /** The part of the document that was read, from 0 to 1. */
  get part(): number {
    return this.at / this.text.length;
  }

  /** Goes on to the next element or text; false at the end of the document. */
  next(): boolean {
    if (this.isEmpty) return this.close();
    const { text } = this;
    for (;;) {
      if (this.at >= text.length) {
        if (this.opened.length > 0) throw new Error(`it ends inside <${this.opened.at(-1)}>`);
        return false;
      }
      if (text.charCodeAt(this.at) !== lessThan) return this.readText();
      const sign = text.charCodeAt(this.at + 1);
      if (sign === slash) return this.readClose();
      if (sign === questionMark) this.at = this.past("?>");
      else if (sign !== exclamation) return this.readOpen();
      else if (text.startsWith("<!--", this.at)) this.at = this.past("-->");
      else if (text.startsWith("<![CDATA[", this.at)) {
        const from = this.at + 9;
        this.at = this.past("]]>");
        return this.giveText(text.slice(from, this.at - 3));
      } else throw new Error("it has a document type");
    }
  }

  /** An attribute of the element that has just begun. */
  attribute(name: string): string | undefined {
    const { text } = this;
    let at = this.attributesFrom;
    for (;;) {
      const equals = text.indexOf("=", at);
      if (equals < 0 || equals >= this.attributesTo) return undefined;
      let from = equals + 1;
      while (isBlank(text.charCodeAt(from))) from++;
      const quote = text[from];
      const to = quote === '"' || quote === "'" ? text.indexOf(quote, from + 1) : -1;
      if (to < 0 || to >= this.attributesTo) throw new Error(`an attribute of <${this.name}> has no quotes`);
      let end = equals;
      while (isBlank(text.charCodeAt(end - 1))) end--;
      const before = text.charCodeAt(end - name.length - 1);
      if (text.startsWith(name, end - name.length) && (isBlank(before) || before === colon))
        return resolved(text.slice(from + 1, to));
      at = to + 1;
    }
  }

  private readOpen(): true {
    const { text } = this;
    let end = this.at + 1;
    for (let code = text.charCodeAt(end); !isNameEnd(code); code = text.charCodeAt(end)) end++;
    const fullName = text.slice(this.at + 1, end);
    this.attributesFrom = end;
    let quote = 0;
    for (; ; end++) {
      const code = text.charCodeAt(end);
      if (Number.isNaN(code)) throw new Error(`it ends inside <${fullName}>`);
      if (quote !== 0) quote = code === quote ? 0 : quote;
      else if (code === doubleQuote || code === singleQuote) quote = code;
      else if (code === greaterThan) break;
    }
    this.isEmpty = text.charCodeAt(end - 1) === slash;
    this.attributesTo = this.isEmpty ? end - 1 : end;
    this.at = end + 1;
    this.opened.push(fullName);
    if (fullName === "" || this.opened.length > deepest) throw new Error(`its elements make no sense`);
    this.kind = "open";
    this.name = withoutPrefix(fullName);
    return true;
  }

  private readClose(): true {
    const end = this.past(">");
    const fullName = this.text.slice(this.at + 2, end - 1).trimEnd();
    if (fullName !== this.opened.at(-1)) throw new Error(`</${fullName}> ends what did not begin`);
    this.at = end;
    return this.close();
  }

  private close(): true {
    this.isEmpty = false;
    this.kind = "close";
    this.name = withoutPrefix(this.opened.pop()!);
    return true;
  }

  private readText(): true {
    const next = this.text.indexOf("<", this.at);
    const from = this.at;
    this.at = next < 0 ? this.text.length : next;
    return this.giveText(resolved(this.text.slice(from, this.at)));
  }

  private giveText(value: string): true {
    this.kind = "text";
    this.value = value.includes("\r") ? value.replace(/\r\n?/g, "\n") : value;
    return true;
  }

  /** Where the text goes on behind the next of these signs. */
  private past(signs: string): number {
    const at = this.text.indexOf(signs, this.at);
    if (at < 0) throw new Error(`it ends before ${signs}`);
    return at + signs.length;
  }
}

const [lessThan, greaterThan, slash, exclamation, questionMark] = [60, 62, 47, 33, 63];
const [doubleQuote, singleQuote, colon] = [34, 39, 58];

const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13);

const isNameEnd = (code: number) =>
  code === greaterThan || code === slash || isBlank(code) || Number.isNaN(code);

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The text that was meant by one with references, such as `&lt;` and `&#228;`. */
function resolved(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (reference, hexadecimal, decimal, name) => {
    const code = hexadecimal ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    const meant = name ? entities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (meant === undefined) throw new Error(`it has the unknown reference ${reference}`);
    return meant;
  });
}
