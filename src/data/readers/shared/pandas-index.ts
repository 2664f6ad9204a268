import type { ReadOptions } from "../../reading-options.js";
import { columnText, type Table } from "../../table.js";

/** What pandas notes about the columns of a Parquet or Feather file that it writes. */
export interface PandasNotes {
  /** The columns that are the index; pandas calls an index without a name `__index_level_0__`. */
  readonly index: ReadonlySet<string>;
  readonly categorical: ReadonlySet<string>;
}

/** Reads the JSON that stands under the key `pandas`; whatever it does not understand it ignores. */
export function pandasNotes(json: string | undefined): PandasNotes {
  const index = new Set<string>();
  const categorical = new Set<string>();
  try {
    const notes = JSON.parse(json ?? "{}") as {
      index_columns?: unknown[];
      columns?: Record<string, unknown>[];
    };
    for (const name of notes.index_columns ?? []) if (typeof name === "string") index.add(name);
    for (const column of notes.columns ?? [])
      if (column.pandas_type === "categorical") categorical.add(String(column.field_name ?? column.name));
  } catch {
    // Notes for pandas that pandas itself could not read say nothing about the data.
  }
  return { index, categorical };
}

/** Takes the index out of the columns and makes it the row ids, unless the user speaks of it as a column. */
export function withPandasIndex(
  table: Table,
  { index }: PandasNotes,
  { target, idColumn, rowGroups, drop = [] }: ReadOptions,
): Table {
  const named = new Set([target, idColumn, rowGroups, ...drop].map(String));
  const isIndex = table.names.map((name) => index.has(name) && !named.has(name));
  const parts = table.columns.filter((_, j) => isIndex[j]).map(columnText);
  if (parts.length === 0) return table;
  return {
    ...table,
    names: table.names.filter((_, j) => !isIndex[j]),
    columns: table.columns.filter((_, j) => !isIndex[j]),
    rowIds: parts.length === 1 ? parts[0] : parts[0].map((_, i) => parts.map((part) => part[i]).join("/")),
  };
}
