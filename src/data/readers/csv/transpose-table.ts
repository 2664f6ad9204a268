import { InputError } from "../../../numeric/input-error.js";
import type { Column, Table } from "../../table.js";
import { quoted } from "../shared/line-error.js";
import { parseNumber } from "../shared/parse-number.js";
import { checkNames } from "./check-names.js";

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
export function transposeTable(name: string, table: SampleColumns, decimalMark: number): Table {
  const { columns, rows, sampleNames, featureNames } = table;
  if (columns.length === 0)
    throw new InputError(`${name}: there is no column of values beside the feature names; check the separator`);
  const names = featureNames ?? Array.from({ length: rows }, (_, i) => String(i + 1));
  checkNames(name, names, "feature name", "row", 1);
  const hasText = columns.some((column) => column.kind === "text");
  const turned = names.map((_, i) => (hasText ? textRow(columns, i, decimalMark) : numberRow(columns, i)));
  return { names, columns: turned, rows: columns.length, rowIds: sampleNames };
}

function numberRow(columns: readonly Column[], row: number): Column {
  const values = Float64Array.from(columns, (column) =>
    column.kind === "number" ? column.values[row] : Number.NaN,
  );
  return { kind: "number", values };
}

function textRow(columns: readonly Column[], row: number, decimalMark: number): Column {
  const encoder = new TextEncoder();
  const values = new Float64Array(columns.length);
  ...
}
