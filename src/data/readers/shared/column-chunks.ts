import { InputError } from "../../../core/input-error.js";
import { joinNumbers } from "../../../numeric/join-numbers.js";
import type { Column, NominalColumn, Table } from "../../table.js";
import { columnFromTexts } from "./column-from-texts.js";
import { namedColumns } from "./unique-names.js";

/** One column's part of a row group or record batch. Missing values are NaN, the empty string or level −1. */
export type ColumnChunk =
  | { readonly kind: "number"; readonly values: Float64Array; readonly isBoolean?: true }
  | { readonly kind: "text"; readonly values: readonly string[] }
  | { readonly kind: "nominal"; readonly codes: Int32Array; readonly levels: readonly string[] };

/** A table from the parts of its columns. The parts are given up on the way, so that they and the table do not coexist. */
export function joinTable(names: readonly string[], chunks: ColumnChunk[][], rows: number): Table {
  return { ...namedColumns(names), columns: chunks.map((parts) => joinChunks(parts.splice(0), rows)), rows };
}

/** One column from its parts, which are all of the same kind; without parts, everything is missing. */
function joinChunks(chunks: readonly ColumnChunk[], rows: number): Column {
  if (chunks.length === 0) return { kind: "number", values: new Float64Array(rows).fill(Number.NaN) };
  const numbers = chunks.filter((chunk) => chunk.kind === "number");
  const nominals = chunks.filter((chunk) => chunk.kind === "nominal");
  if (nominals.length > 0) return joinNominal(nominals);
  if (numbers.length === chunks.length) {
    const values = joinNumbers(numbers.map((chunk) => chunk.values));
    return { kind: "number", values, ...(numbers.every((chunk) => chunk.isBoolean) && { isBoolean: true }) };
  }
  const texts = chunks.filter((chunk) => chunk.kind === "text").map(({ values }) => values);
  return columnFromTexts(texts.length === 1 ? texts[0] : texts.flat());
}

/** Texts from a list of levels; levels that the list lacks are added to it. */
export function nominalFromTexts(
  values: readonly string[],
  levels: readonly string[],
): Extract<ColumnChunk, { kind: "nominal" }> {
  const codeOf = new Map(levels.map((level, code) => [level, code]));
  const codes = Int32Array.from(values, (value) => {
    if (value === "") return -1;
    if (!codeOf.has(value)) codeOf.set(value, codeOf.size);
    return codeOf.get(value)!;
  });
  return { kind: "nominal", codes, levels: [...codeOf.keys()] };
}

/** Parts may list their levels differently; the column has each level once, in order of appearance. */
function joinNominal(parts: readonly { codes: Int32Array; levels: readonly string[] }[]): NominalColumn {
  const codeOf = new Map<string, number>();
  const codes = new Int32Array(totalLength(parts.map((part) => part.codes)));
  let at = 0;
  for (const part of parts) {
    const newCodes = part.levels.map((level) => {
      if (!codeOf.has(level)) codeOf.set(level, codeOf.size);
      return codeOf.get(level)!;
    });
    for (const code of part.codes) codes[at++] = code < 0 ? -1 : newCodes[code];
  }
  return { kind: "nominal", codes, levels: [...codeOf.keys()], isDictionary: true };
}

const totalLength = (parts: readonly { length: number }[]) =>
  parts.reduce((sum, part) => sum + part.length, 0);

/** The refusal of a column that holds neither numbers nor text. */
export function otherColumn(column: string, holds: string): InputError {
  return new InputError(
    "unusable-data",
    `column "${column}" holds ${holds} where one number or text per row is needed`,
    { facts: { column }, remedies: [{ action: "leave it out", option: "drop", value: [column] }] },
  );
}
