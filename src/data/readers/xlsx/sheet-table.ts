import { InputError } from "../../../core/input-error.js";
import type { Notice } from "../../../core/notice.js";
import type { ReadOptions } from "../../reading-options.js";
import { type Column, type Table, withNotices } from "../../table.js";
import { guessHeader } from "../csv/guess-dialect.js";
import { transposeTable } from "../csv/transpose-table.js";
import { textToNumber } from "../shared/column-from-texts.js";
import { timestampText } from "../shared/date-text.js";
import { narrowestBelowTitles, titleShare, titlesLeftOut } from "../shared/title-rows.js";
import { namedColumns } from "../shared/unique-names.js";
import type { Cell, SheetRow } from "./sheet-cells.js";

interface NumberedRow {
  readonly cells: readonly Cell[];
  /** Its number in the sheet. */
  readonly number: number;
}

/**
 * A table from the cells of a sheet. Rows and columns with nothing in them are left out, so the table may stand anywhere
 * in the sheet, below a title. The header and a column of row names are recognised as in text tables.
 */
export function sheetTable(sheet: readonly SheetRow[], options: ReadOptions): Table {
  const { filled, header, notices } = withoutTitles(sheet, options);
  const rows = wholeRows(filled);
  if (rows.length === 0) throw new InputError("unreadable-file", `the sheet is empty`);
  const sample = sampleOf(rows);
  const hasHeader = header ?? guessHeader(sample, textKind);
  const names = hasHeader ? sample[0] : sample[0].map((_, j) => String(j + 1));
  const data = hasHeader ? rows.slice(1) : rows;
  if (data.length === 0) throw new InputError("unreadable-file", `there are no rows below the header row`);

  const samplesInColumns = options.samplesIn === "columns";
  const lacksFirstName = hasHeader && names.length > 1 && sample[0][0] === "" && !sample[0].includes("", 1);
  const startsWithText = data.some(({ cells }) => cellNumber(cells[0]) === undefined);
  const hasIds = lacksFirstName || (samplesInColumns && (hasHeader || startsWithText));
  const ids = hasIds ? data.map(({ cells }) => cellText(cells[0])) : undefined;
  const first = hasIds ? 1 : 0;
  const columns = names.slice(first).map((_, j) => toColumn(data, first + j));
  const columnNames = names.slice(first);
  if (samplesInColumns) {
    const sampleNames = hasHeader ? columnNames : undefined;
    const turned = transposeTable(
      { columns, rows: data.length, sampleNames, featureNames: ids },
      ".".charCodeAt(0),
    );
    return withNotices(turned, notices);
  }
  const named = namedColumns(columnNames, first + 1);
  return withNotices({ ...named, columns, rows: data.length, ...(ids && { rowIds: ids }) }, notices);
}

/** By so many rows a header is told. */
const sampled = 100;

/** The rows of a table, and what is known of its first one. */
interface TableLines {
  readonly filled: readonly SheetRow[];
  /** Whether it is the header; undefined where that is still to be told. */
  readonly header?: boolean;
  readonly notices: readonly Notice[];
}

/**
 * The rows from the header on: titles, dates and notes that stand above the table are left out, and told. Where no header follows, the
 * row above is one that names few of the columns if it has two names or more, and rows with numbers are data with gaps.
 */
function withoutTitles(rows: readonly SheetRow[], { header }: ReadOptions): TableLines {
  const { used } = usedColumns(rows);
  const first = rows.findIndex(({ columns }) => columns.length > used * titleShare);
  const whole: TableLines = { filled: rows, header, notices: [] };
  if (header !== undefined || used < narrowestBelowTitles || first < 1) return whole;
  const above = rows.slice(0, first);
  if (guessHeader(sampleOf(wholeRows(rows.slice(first, first + sampled))), textKind))
    return { filled: rows.slice(first), header: true, notices: titlesLeftOut(above.map(rowText)) };
  if (above.some(({ cells }) => cells.some((cell) => cellNumber(cell) !== undefined))) return whole;
  const namesSome = above[first - 1].columns.length > 1;
  const start = namesSome ? first - 1 : first;
  return {
    filled: rows.slice(start),
    header: namesSome,
    notices: titlesLeftOut(above.slice(0, start).map(rowText)),
  };
}

const rowText = ({ cells }: SheetRow) => cells.map(cellText).join(" ");

/** The rows with a cell in each column that is used. */
function wholeRows(filled: readonly SheetRow[]): NumberedRow[] {
  const { used, places } = usedColumns(filled);
  return filled.map(({ number, columns, cells }) => {
    const all: Cell[] = new Array(used).fill(null);
    for (let i = 0; i < columns.length; i++) all[places[columns[i]]] = cells[i];
    return { cells: all, number };
  });
}

/** The first rows as texts, by which a header is told. */
const sampleOf = (rows: readonly NumberedRow[]): string[][] =>
  rows.slice(0, sampled).map(({ cells }) => cells.map(cellText));

/** How many columns hold something, and for the number of each its place among them. */
function usedColumns(rows: readonly SheetRow[]): { used: number; places: Int32Array } {
  const last = rows.reduce((most, { columns }) => Math.max(most, columns[columns.length - 1]), 0);
  const places = new Int32Array(last + 1);
  for (const { columns } of rows) for (const column of columns) places[column] = 1;
  let used = 0;
  for (let column = 0; column <= last; column++) if (places[column] === 1) places[column] = used++;
  return { used, places };
}

function toColumn(rows: readonly NumberedRow[], column: number): Column {
  const values = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const value = cellNumber(rows[i].cells[column]);
    if (value === undefined) {
      const texts = rows.map(({ cells }) =>
        Number.isNaN(cellNumber(cells[column])) ? "" : cellText(cells[column]),
      );
      return { kind: "text", values: texts, firstText: { row: rows[i].number, value: texts[i] } };
    }
    values[i] = value;
  }
  const known = rows.map(({ cells }) => cells[column]).filter((cell) => cell !== null);
  const isBoolean = known.length > 0 && known.every((cell) => typeof cell === "boolean");
  return { kind: "number", values, ...(isBoolean && { isBoolean }) };
}

/** The number in a cell, NaN where it is missing, undefined where it is text or a date. */
function cellNumber(cell: Cell): number | undefined {
  if (cell === null || cell === "#N/A") return Number.NaN;
  if (typeof cell === "string") return textToNumber(cell);
  return cell instanceof Date ? undefined : Number(cell);
}

/** A day without a time is written as the day alone. */
function cellText(cell: Cell): string {
  if (cell === null) return "";
  if (!(cell instanceof Date)) return String(cell);
  const time = cell.getTime();
  if (Number.isNaN(time)) return "";
  return timestampText(BigInt(time), "millisecond", "").replace("T00:00:00", "");
}

function textKind(text: string): "number" | "missing" | "text" {
  const value = textToNumber(text);
  return value === undefined ? "text" : Number.isNaN(value) ? "missing" : "number";
}
