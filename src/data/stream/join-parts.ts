import { stackRows } from "../../numeric/stack-rows.js";
import type { RawArrays } from "../readers/reader.js";
import { type Column, columnText, type NominalColumn, type Table } from "../table.js";

/** One table from parts with the same names. A column that is text in one part is text in the whole. */
export function joinTables(parts: readonly Table[]): Table {
  const [first] = parts;
  if (parts.length === 1) return first;
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const columns = first.columns.map((_, j) =>
    joinColumns(
      parts.map((part) => part.columns[j]),
      rows,
    ),
  );
  const ids = parts.every((part) => part.rowIds) ? { rowIds: parts.flatMap((part) => part.rowIds!) } : {};
  return { ...first, columns, rows, ...ids };
}

function joinColumns(parts: readonly Column[], rows: number): Column {
  if (parts.every((part) => part.kind === "number")) {
    const values = new Float64Array(rows);
    let at = 0;
    for (const part of parts) {
      values.set(part.values, at);
      at += part.values.length;
    }
    return { kind: "number", values, ...(parts.every((part) => part.isBoolean) && { isBoolean: true }) };
  }
  if (parts.every((part) => part.kind === "nominal")) return joinLevels(parts, rows);
  const firstText = parts.find((part) => part.kind === "text")?.firstText ?? { value: "" };
  return { kind: "text", values: parts.flatMap(columnText), firstText };
}

function joinLevels(parts: readonly NominalColumn[], rows: number): NominalColumn {
  const codeOf = new Map<string, number>();
  const codes = new Int32Array(rows);
  let at = 0;
  for (const part of parts) {
    const own = part.levels.map((level) => {
      if (!codeOf.has(level)) codeOf.set(level, codeOf.size);
      return codeOf.get(level)!;
    });
    for (const code of part.codes) codes[at++] = code < 0 ? -1 : own[code];
  }
  return { ...parts[0], codes, levels: [...codeOf.keys()] };
}

/** Some rows of a table. */
export function rowsOfTable(table: Table, rows: readonly number[]): Table {
  const columns = table.columns.map((column): Column => {
    if (column.kind === "number")
      return { ...column, values: Float64Array.from(rows, (i) => column.values[i]) };
    if (column.kind === "nominal") return { ...column, codes: Int32Array.from(rows, (i) => column.codes[i]) };
    return { ...column, values: rows.map((i) => column.values[i]) };
  });
  const { rowIds } = table;
  return { ...table, columns, rows: rows.length, ...(rowIds && { rowIds: rows.map((i) => rowIds[i]) }) };
}

/** One set of arrays from parts with the same columns. */
export function joinArrays(parts: readonly RawArrays[]): RawArrays {
  const [first] = parts;
  if (parts.length === 1) return first;
  const all = (key: "labels" | "rowIds" | "rowGroups") =>
    parts.every((part) => part[key]) ? { [key]: parts.flatMap((part) => part[key]!) } : { [key]: undefined };
  return {
    ...first,
    values: parts.map(({ values }) => values).reduce(stackRows),
    ...all("labels"),
    ...all("rowIds"),
    ...all("rowGroups"),
  };
}
