import { XmlReader } from "./xml-reader.js";

/** Excel has 65,490. */
const mostStyles = 1_000_000;

/**
 * Which styles of cells show a number as a date or a time, by their place. A date is a number in a workbook; only its format tells.
 */
export function readDateStyles(document: string): boolean[] {
  const xml = new XmlReader(document);
  const ownFormats = new Map<number, boolean>();
  const formats: number[] = [];
  let isCellStyles = false;
  while (xml.next()) {
    if (xml.name === "cellXfs" && xml.kind !== "text") isCellStyles = xml.kind === "open";
    if (xml.kind !== "open") continue;
    if (xml.name === "numFmt")
      ownFormats.set(Number(xml.attribute("numFmtId")), isDateFormat(xml.attribute("formatCode") ?? ""));
    else if (xml.name === "xf" && isCellStyles) formats.push(Number(xml.attribute("numFmtId") ?? 0));
    if (formats.length > mostStyles) throw new Error(`it has more than ${mostStyles} styles`);
  }
  return formats.map((format) => ownFormats.get(format) ?? isBuiltInDate(format));
}

/** Formats with these numbers need no definition; those from 27 on are dates in East Asia. */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

const isBuiltInDate = (format: number) => builtInDates.some(([from, to]) => format >= from && format <= to);

/** Whether a format such as `yyyy-mm-dd`, `[h]:mm` or `[Red]0.0" d"` shows a date or a time, in any of its sections. */
export function isDateFormat(format: string): boolean {
  const signs = format
    .replace(/\\.|_.|\*./g, "") // escaped, as wide as, filled with
    .replace(/"[^"]*"?/g, "")
    .replace(/\[(h+|m+|s+)\]/gi, "$1") // elapsed time; other brackets are colours, conditions, languages and currencies
    .replace(/\[[^\]]*\]/g, "")
    .replace(/(s)[.,]0+/gi, "$1"); // parts of a second
  return signs
    .split(";")
    .some((section) => /[dmyhs]/i.test(section) && !/[0#?%]/.test(section) && !/general/i.test(section));
}
