import type { ProgressReporter } from "../../../core/progress-reporter.js";
import { plainText, TextGatherer } from "./texts.js";
import { XmlReader } from "./xml-reader.js";

/** What a cell can hold. */
export type Cell = string | number | boolean | Date | null;

/** A row of a sheet with something in it. */
export interface SheetRow {
  /** Its number in the sheet. */
  readonly number: number;
  /** The numbers of the columns that hold something, rising from 1, and what they hold. */
  readonly columns: number[];
  readonly cells: Cell[];
}

/** The rows of a sheet that hold something, in their order. */
export interface SheetCells {
  readonly rows: readonly SheetRow[];
  readonly lacking: Lacking;
}

/** How many formulas gave nothing: left as blank cells. */
export interface Lacking {
  /** Those that the writing program did not compute. */
  withoutResult: number;
  /** Those that gave an error, other than that a value is not available. */
  errors: number;
  /** The first of these errors. */
  error: string;
}

/** What cells refer to. */
export interface CellContext {
  readonly texts: readonly string[];
  /** Which styles are those of dates. */
  readonly dateStyles: readonly boolean[];
  /** Whether days are counted from 1904, as on early Macintoshes. */
  readonly from1904: boolean;
}

/** The last row and column that Excel has. */
const lastRow = 1_048_576;
const lastColumn = 16_384;

/** The cells of a sheet. Refused are those that lie so far apart that the table between them would take all memory. */
export async function readSheetCells(
  document: string,
  context: CellContext,
  progress: ProgressReporter,
): Promise<SheetCells> {
  const xml = new XmlReader(document);
  const rows: SheetRow[] = [];
  let row: SheetRow | undefined;
  const lacking: Lacking = { withoutResult: 0, errors: 0, error: "" };
  let [rowNumber, column, lastFilledColumn, cells] = [0, 0, 0, 0];
  while (xml.next() && !(xml.kind === "close" && xml.name === "sheetData")) {
    if (xml.kind !== "open") continue;
    if (xml.name === "row") {
      const given = xml.attribute("r");
      rowNumber = risen("row", given === undefined ? rowNumber + 1 : Number(given), rowNumber, lastRow);
      row = { number: rowNumber, columns: [], cells: [] };
      column = 0;
      await progress.report(xml.part);
    } else if (xml.name === "c") {
      if (!row) throw new Error("a cell is in no row");
      const address = xml.attribute("r");
      const place = address === undefined ? column + 1 : columnOf(address, rowNumber);
      column = risen("column", place, column, lastColumn);
      const cell = readCell(xml, context, lacking);
      if (cell === null) continue;
      if (row.cells.length === 0) rows.push(row);
      row.columns.push(column);
      row.cells.push(cell);
      cells++;
      lastFilledColumn = Math.max(lastFilledColumn, column);
    }
  }
  const lastFilledRow = rows.at(-1)?.number ?? 0;
  if (lastFilledRow * lastFilledColumn > 100 * cells + 1e7)
    throw new Error(
      `${cells} cells lie scattered over ${lastFilledRow} rows and ${lastFilledColumn} columns`,
    );
  return { rows, lacking };
}

/** A number of a row or column, which must be behind the one before. */
function risen(what: "row" | "column", number: number, before: number, last: number): number {
  if (!Number.isInteger(number) || number <= before || number > last)
    throw new Error(`${what} ${number} comes after ${what} ${before}`);
  return number;
}

/** The number of the column in an address such as `AB12`. */
function columnOf(address: string, row: number): number {
  const [, letters, digits] = /^([A-Z]{1,3})([0-9]{1,7})$/.exec(address) ?? [];
  if (Number(digits) !== row)
    throw new Error(`a cell of row ${row} has the address "${address.slice(0, 40)}"`);
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

/** Reads to the end of a cell. */
function readCell(xml: XmlReader, context: CellContext, lacking: Lacking): Cell {
  const [type, style] = [xml.attribute("t") ?? "n", xml.attribute("s")];
  const gatherer = new TextGatherer();
  let [value, isValue, isText, isFormula, hasText] = ["", false, false, false, false];
  while (xml.next() && !(xml.kind === "close" && xml.name === "c")) {
    if (xml.kind === "text") {
      if (isValue) value += xml.value;
    } else if (xml.name === "v") isValue = xml.kind === "open";
    else if (xml.name === "f") isFormula = true;
    else if (xml.name === "is") isText = xml.kind === "open";
    if (isText) {
      gatherer.take(xml);
      hasText = true;
    }
  }
  // A formula may give the empty text, which is a result.
  if (isFormula && value === "" && type !== "str") lacking.withoutResult++;
  if (type === "e") {
    if (value !== "#N/A" && lacking.errors++ === 0) lacking.error = value;
    return null;
  }
  const cell = hasText && type === "inlineStr" ? gatherer.finish() : cellOf(type, style, value, context);
  return typeof cell === "string" ? cell.trim() || null : cell;
}

function cellOf(type: string, style: string | undefined, value: string, context: CellContext): Cell {
  if (value === "") return null;
  switch (type) {
    case "s":
      return taken(context.texts, value, "text");
    case "str":
      return plainText(value);
    case "b":
      if (/^(?:1|0|true|false)$/.test(value)) return value === "1" || value === "true";
      break;
    case "d": {
      // Without a zone it is the time on the wall, as all times of workbooks are.
      const date = new Date(
        /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(value) || !value.includes("T") ? value : `${value}Z`,
      );
      if (!Number.isNaN(date.getTime())) return date;
      break;
    }
    case "n": {
      const number = Number(value);
      if (Number.isNaN(number)) break;
      const isDate = style !== undefined && taken(context.dateStyles, style, "style");
      return isDate ? dateOf(number, context.from1904) : number;
    }
  }
  throw new Error(`a cell of type ${type.slice(0, 20)} holds "${value.slice(0, 40)}"`);
}

/** What stands at a place that a cell names. */
function taken<T>(list: readonly T[], place: string, what: string): T {
  const found = /^\d+$/.test(place) ? list[Number(place)] : undefined;
  if (found === undefined)
    throw new Error(`a cell has the ${what} number "${place.slice(0, 40)}", of ${list.length}`);
  return found;
}

const millisecondsOfDay = 86_400_000;
/** From 1970 back to the days before the first ones of both calendars. */
const [dayZero1900, dayZero1904] = [-25_569, -24_107];

/**
 * The moment that a count of days means. The calendar of 1900 has a 29th of February that never was, so that earlier days are counted one
 * less. A count too large for a date gives one that is not valid.
 */
function dateOf(days: number, from1904: boolean): Date {
  const sinceZero = from1904 ? dayZero1904 : days > 0 && days < 60 ? dayZero1900 + 1 : dayZero1900;
  return new Date(Math.round((days + sinceZero) * millisecondsOfDay));
}
