import { columnNames, rowValues, type WritableData } from "./writable.js";

/** What a cell of a CSV file may hold; null and NaN are empty cells. */
export type CsvCell = string | number | boolean | null;

/**
 * One line of a CSV file (RFC 4180, ended by \n). Numbers are as short as they can be and still read back as the same bits.
 * A text that a spreadsheet would take for a formula gets an apostrophe in front, so that opening the file runs nothing.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  const texts = cells.map(cellText);
  // A lone empty cell would make an empty line, which readers skip.
  return `${texts.length === 1 && texts[0] === "" ? '""' : texts.join(",")}\n`;
}

/** Lines of cells as the text of a CSV file. */
export const csvText = (lines: readonly (readonly CsvCell[])[]): string => lines.map(csvLine).join("");

/**
 * Data as a CSV file, piece by piece: the ids first where there are any, then the features, the labels last. See
 * {@link csvLine}.
 */
export function* csvChunks(data: WritableData): Generator<Uint8Array> {
  const { values, featureNames, categories, labels, rowIds } = data;
  const names = columnNames(data);
  const encoder = new TextEncoder();
  const chunkLength = 1 << 16;
  const row = new Float64Array(values.columns);
  let text = csvLine([names.id, ...featureNames, names.label].filter((name) => name !== null));
  for (let i = 0; i < values.rows; i++) {
    rowValues(values, i, row);
    const cells: CsvCell[] = Array.from(row, (x, j) => categories?.[j]?.[x] ?? x);
    if (rowIds) cells.unshift(rowIds[i]);
    if (labels) cells.push(labels[i]);
    text += csvLine(cells);
    if (text.length >= chunkLength) {
      yield encoder.encode(text);
      text = "";
    }
  }
  if (text !== "") yield encoder.encode(text);
}

function cellText(value: CsvCell): string {
  if (value === null || Number.isNaN(value)) return "";
  if (typeof value !== "string") return Object.is(value, -0) ? "-0" : String(value);
  const harmless = isFormula(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** What spreadsheets run or may run; a number with a sign is none. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !isNumber(text);

const isNumber = (text: string): boolean =>
  /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) || /^[+-]?(nan|inf|infinity)$/i.test(text);
