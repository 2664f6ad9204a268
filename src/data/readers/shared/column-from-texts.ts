import type { Column } from "../../table.js";
import { parseNumber } from "./parse-number.js";

/** No number is spelled with more bytes than this. */
const scratch = new Uint8Array(1100);
const encoder = new TextEncoder();

/**
 * A column from texts: of numbers where each spells a number or is missing, else of text, where the words for a missing value
 * are empty.
 */
export function columnFromTexts(texts: readonly string[]): Column {
  const numbers = new Float64Array(texts.length);
  for (let i = 0; i < texts.length; i++) {
    const number = textToNumber(texts[i]);
    if (number === undefined) {
      const values = texts.map((text) => (Number.isNaN(textToNumber(text)) ? "" : text));
      return { kind: "text", values, firstText: { row: i + 1, value: texts[i] } };
    }
    numbers[i] = number;
  }
  return { kind: "number", values: numbers };
}

/** The number that a text spells, NaN where it says that the value is missing, undefined where it is neither. */
export function textToNumber(text: string, decimalMark?: number): number | undefined {
  if (text.length > scratch.length / 3) return undefined;
  return parseNumber(scratch, 0, encoder.encodeInto(text, scratch).written, decimalMark);
}
