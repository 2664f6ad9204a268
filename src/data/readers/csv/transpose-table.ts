import { InputError } from "../../../core/input-error.js";
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
  const { columns, rows, sampleNames, featureNames } = table;
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
  return { names, columns: turned, rows: columns.length, rowIds: sampleNames, decimalMark, notices };
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
