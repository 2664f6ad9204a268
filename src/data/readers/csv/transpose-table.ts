import { InputError } from "../../../core/input-error.js";
import { type Notice, notice } from "../../../core/notice.js";
import { shortList } from "../../../core/text.js";
import type { Column, Table } from "../../table.js";
import { parseNumber } from "../shared/parse-number.js";
import { namedColumns } from "../shared/unique-names.js";

const encoder = new TextEncoder();

/** A table whose columns are the samples: their values, their names, and the names of the features. */
export interface SampleColumns {
  readonly columns: readonly Column[];
  readonly rows: number;
  readonly sampleNames?: readonly string[];
  readonly featureNames?: readonly string[];
}

/**
 * The same table with samples as rows. A line of text among lines of numbers, such as the classes, becomes a column of
 * text; for that to be seen, text is parsed again line by line.
 */
export function transposeTable(table: SampleColumns, decimalMark: number): Table {
  const { rows, featureNames } = table;
  const { columns, sampleNames, leftOut } = withoutAnnotations(table, decimalMark);
  if (columns.length === 0)
    throw new InputError(
      "unreadable-file",
      `there are no values next to the feature names; check the column separator`,
    );
  const { names, notices } = namedColumns(
    featureNames ?? Array.from({ length: rows }, (_, i) => String(i + 1)),
  );
  const hasText = columns.some((column) => column.kind === "text");
  const turned = names.map((_, i) => (hasText ? textRow(columns, i, decimalMark) : numberRow(columns, i)));
  return {
    names,
    columns: turned,
    rows: columns.length,
    rowIds: sampleNames,
    decimalMark,
    notices: [...annotationNotices(leftOut), ...(notices ?? [])],
  };
}

/**
 * Columns of texts beside samples, such as symbols and descriptions of genes, are no samples: in the lines where most columns hold a
 * number, they hold a word. Lines of words, as of classes, say nothing of it. They stand before or behind all samples; a column
 * between them is a sample, whatever it holds.
 */
function withoutAnnotations({ columns, rows, sampleNames }: SampleColumns, decimalMark: number) {
  const none = { columns, sampleNames, leftOut: [] };
  const texts = columns.filter((column) => column.kind === "text");
  if (texts.length === 0 || !sampleNames) return none;
  const contents = columns.map((column) => contentsOf(column, decimalMark));
  const lines = Array.from({ length: rows }, (_, i) => i).filter(
    (i) => 2 * contents.filter((kinds) => kinds[i] === number).length > columns.length,
  );
  const isNote = contents.map((kinds) => {
    const count = (kind: number) => lines.reduce((sum, i) => sum + Number(kinds[i] === kind), 0);
    return count(word) > count(number);
  });
  const first = isNote.indexOf(false);
  const last = isNote.lastIndexOf(false);
  const isSample = (_: unknown, j: number) => j >= first && j <= last;
  const kept = columns.filter(isSample);
  if (kept.length === columns.length) return none;
  return {
    columns: kept,
    sampleNames: sampleNames.filter(isSample),
    leftOut: sampleNames.filter((name, j) => !isSample(name, j)),
  };
}

/** What a cell may be. */
const [missing, number, word] = [0, 1, 2];

/** What each cell of a column is. A number beyond what could be measured, as `<0.1`, is one. */
function contentsOf(column: Column, decimalMark: number): Uint8Array {
  const kindOf = (value: number | undefined) =>
    value === undefined ? word : Number.isNaN(value) ? missing : number;
  if (column.kind === "number") return Uint8Array.from(column.values, kindOf);
  if (column.kind !== "text") return new Uint8Array(column.codes.length).fill(word);
  return Uint8Array.from(column.values, (text) => {
    const bytes = encoder.encode(text.replace(/^\s*[<>≤≥]=?\s*/, ""));
    return kindOf(parseNumber(bytes, 0, bytes.length, decimalMark));
  });
}

function annotationNotices(names: readonly string[]): Notice[] {
  if (names.length === 0) return [];
  const [columns, hold, were] =
    names.length === 1
      ? ["1 column", "holds texts", "was"]
      : [`${names.length} columns`, "hold texts", "were"];
  const text = `${columns} beside the samples ${hold} and ${were} left out: ${shortList(names, 5)}`;
  return [notice("note", "passed-over", text, { count: names.length })];
}

function numberRow(columns: readonly Column[], row: number): Column {
  return { kind: "number", values: Float64Array.from(columns, (column) => numberAt(column, row)) };
}

function textRow(columns: readonly Column[], row: number, decimalMark: number): Column {
  const values = new Float64Array(columns.length);
  for (let j = 0; j < columns.length; j++) {
    const column = columns[j];
    const bytes = column.kind === "text" ? encoder.encode(column.values[row]) : null;
    const value = bytes ? parseNumber(bytes, 0, bytes.length, decimalMark) : numberAt(column, row);
    if (value === undefined) {
      const texts = columns.map((other) => textAt(other, row));
      return { kind: "text", values: texts, firstText: { row: row + 1, value: texts[j] } };
    }
    values[j] = value;
  }
  return { kind: "number", values };
}

function numberAt(column: Column, row: number): number {
  return column.kind === "number" ? column.values[row] : Number.NaN;
}

function textAt(column: Column, row: number): string {
  if (column.kind === "text") return column.values[row];
  const value = numberAt(column, row);
  return Number.isNaN(value) ? "" : String(value);
}
