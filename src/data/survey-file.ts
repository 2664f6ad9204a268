import type { ByteSource } from "./byte-source.js";
import type { Dataset } from "./dataset.js";
import { guessTarget } from "./guess-target.js";
import { finishDataset, openReader, parseDataset } from "./parse-dataset.js";
import type { ReadOptions } from "./read-options.js";
import type { Table } from "./table.js";
import { tableToArrays } from "./table-to-arrays.js";

/** What a file holds, read with as few demands as possible. */
export interface Survey {
  readonly data: Dataset;
  /** How many columns of each kind a table has; null for formats of arrays. */
  readonly columns: { readonly number: number; readonly text: number; readonly nominal: number } | null;
  /** Why a column was taken as the target though nobody named it; null where it was named or there is none. */
  readonly guessed: string | null;
  /** Columns of text that no method can use as features. */
  readonly leftOut: readonly string[];
}

/** Reads a file to look it over: a target is guessed where none is named, and columns of text are left out, not refused. */
export async function surveyFile(source: ByteSource, options: ReadOptions = {}): Promise<Survey> {
  const { reader, plain } = await openReader(source, options);
  if (reader.kind === "arrays")
    return { data: await parseDataset(source, options), columns: null, guessed: null, leftOut: [] };
  const table = await reader.readTable(plain, options);
  const guess =
    options.target === undefined && !options.labels && options.labelPattern === undefined
      ? guessTarget(table)
      : null;
  const chosen = guess ? { ...options, target: table.names[guess.column] } : options;
  const leftOut = table.names.filter(
    (name, j) => table.columns[j].kind === "text" && !isNamed(chosen, table, name, j),
  );
  const arrays = tableToArrays(
    table,
    { ...chosen, drop: [...(options.drop ?? []), ...leftOut] },
    source.name,
  );
  const kinds = table.columns.map(({ kind }) => kind);
  const count = (kind: string) => kinds.filter((other) => other === kind).length;
  return {
    data: await finishDataset(arrays, chosen, source.name, reader.format),
    columns: { number: count("number"), text: count("text"), nominal: count("nominal") },
    guessed: guess?.reason ?? null,
    leftOut,
  };
}

function isNamed(options: ReadOptions, table: Table, name: string, column: number): boolean {
  const named = [options.target, options.idColumn, options.groups, ...(options.drop ?? [])].map(String);
  return (
    named.includes(name) ||
    named.includes(String(column + 1)) ||
    (column === 0 && named.includes("first")) ||
    (column === table.names.length - 1 && named.includes("last"))
  );
}
