/** A table as plain values. */
export interface TableData {
  readonly columns: readonly TableDataColumn[];
  readonly count: number;
  readonly value: (row: number, column: number) => string | number | null;
}

/** A column of a {@link TableData}. */
export interface TableDataColumn {
  readonly title: string;
  readonly type: "text" | "number";
  readonly digits?: number;
  readonly group?: string;
  readonly signed?: boolean;
}

/**
 * A table as CSV (RFC 4180), each number with all its digits. A text that a spreadsheet would take for a formula gets an
 * apostrophe in front, so that opening the file runs nothing.
 */
export function toCsv({ columns, count, value }: TableData): string {
  const heading = columns.map(({ title, group }) => cell(group ? `${group}: ${title}` : title)).join(",");
  const lines = [heading];
  for (let row = 0; row < count; row++)
    lines.push(columns.map((_, column) => cell(value(row, column))).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const harmless = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A table from rows that are there already. */
export const tableOf = (
  columns: readonly TableDataColumn[],
  rows: readonly (readonly (string | number | null)[])[],
): TableData => ({ columns, count: rows.length, value: (row, column) => rows[row][column] ?? null });
