import { XmlReader } from "./xml-reader.js";

/** Control characters are written by their number: `_x000D_`. */
const written = /_x([0-9A-Fa-f]{4})_/g;

/**
 * Gathers the text of an element of a workbook's strings, which may be in runs of different looks. How a reader pronounces it stands
 * there too, and is left out.
 */
export class TextGatherer {
  private text = "";
  private isText = false;
  private isPhonetic = false;

  /** Takes what stands inside the element. */
  take(xml: XmlReader): void {
    if (xml.kind === "text") {
      if (this.isText && !this.isPhonetic) this.text += xml.value;
    } else if (xml.name === "t") this.isText = xml.kind === "open";
    else if (xml.name === "rPh") this.isPhonetic = xml.kind === "open";
  }

  /** The text so far; the next one begins empty. */
  finish(): string {
    const { text } = this;
    this.text = "";
    return plainText(text);
  }
}

/** A text as it was meant, of one as workbooks write it. */
export const plainText = (text: string): string =>
  text.includes("_x")
    ? text.replace(written, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** More texts than a sheet has rows and a few columns; a megabyte can claim a hundred million. */
const mostTexts = 2 ** 24;

/** The strings that cells refer to by their place. */
export function readSharedTexts(document: string): string[] {
  const xml = new XmlReader(document);
  const texts: string[] = [];
  const gatherer = new TextGatherer();
  let isInside = false;
  while (xml.next()) {
    if (xml.name === "si" && xml.kind === "open") isInside = true;
    else if (xml.name === "si" && xml.kind === "close") {
      isInside = false;
      if (texts.push(gatherer.finish()) > mostTexts) throw new Error(`it has more than ${mostTexts} texts`);
    } else if (isInside) gatherer.take(xml);
  }
  return texts;
}
