import { csvText } from "../../../src/data/writers/csv.js";

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

/** A table as CSV, each number with all its digits. */
export function toCsv({ columns, count, value }: TableData): string {
  const heading = columns.map(({ title, group }) => (group ? `${group}: ${title}` : title));
  const rows = Array.from({ length: count }, (_, row) => columns.map((_, column) => value(row, column)));
  return csvText([heading, ...rows]);
}

/** A table from rows that are there already. */
export const tableOf = (
  columns: readonly TableDataColumn[],
  rows: readonly (readonly (string | number | null)[])[],
): TableData => ({ columns, count: rows.length, value: (row, column) => rows[row][column] ?? null });
