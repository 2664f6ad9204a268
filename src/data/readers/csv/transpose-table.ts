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

/** Columns of texts beside samples, such as symbols and descriptions of genes, are no samples. */
function withoutAnnotations({ columns, sampleNames }: SampleColumns, decimalMark: number) {
  const isText = columns.map((column) => column.kind === "text" && isMostlyText(column.values, decimalMark));
  const count = isText.filter(Boolean).length;
  // Where most columns are like that, the data is texts.
  if (count === 0 || 2 * count >= columns.length || !sampleNames)
    return { columns, sampleNames, leftOut: [] };
  return {
    columns: columns.filter((_, j) => !isText[j]),
    sampleNames: sampleNames.filter((_, j) => !isText[j]),
    leftOut: sampleNames.filter((_, j) => isText[j]),
  };
}

/** Whether more than half of what is there is no number. */
function isMostlyText(texts: readonly string[], decimalMark: number): boolean {
  let [words, numbers] = [0, 0];
  for (const text of texts) {
    const bytes = encoder.encode(text);
    const value = parseNumber(bytes, 0, bytes.length, decimalMark);
    if (value === undefined) words++;
    else if (!Number.isNaN(value)) numbers++;
  }
  return words > numbers;
}

function annotationNotices(names: readonly string[]): Notice[] {
  if (names.length === 0) return [];
  const [columns, hold, were] =
    names.length === 1
      ? ["1 column", "holds texts", "was"]
      : [`${names.length} columns`, "hold texts", "were"];
  const text = `${columns} beside the samples ${hold} and ${were} left out: ${shortList(names, 5)}`;
  return [notice("note", "rows-left-out", text, { count: names.length })];
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
