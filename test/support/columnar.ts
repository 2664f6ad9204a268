import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ByteSource, bytesSource } from "../../src/data/byte-source.js";
import type { Column, Table } from "../../src/data/table.js";

/** The bytes of a fixture below test/fixtures/readers. */
export function fixtureBytes(path: string): Uint8Array {
  return new Uint8Array(readFileSync(fileURLToPath(new URL(`../fixtures/readers/${path}`, import.meta.url))));
}

/** A fixture as a source. */
export function fixture(path: string): ByteSource {
  return bytesSource(fixtureBytes(path), path.split("/").at(-1)!);
}

/** The column of that name; the test fails where there is none. */
export function column(table: Table, name: string): Column {
  const place = table.names.indexOf(name);
  if (place < 0) throw new Error(`there is no column "${name}" among ${table.names.join(", ")}`);
  return table.columns[place];
}

/** A column's values as plain numbers and texts, null where they are missing. */
export function plainValues(column: Column): (number | string | null)[] {
  if (column.kind === "number") return Array.from(column.values, (x) => (Number.isNaN(x) ? null : x));
  if (column.kind === "text") return column.values.map((text) => (text === "" ? null : text));
  return Array.from(column.codes, (code) => (code < 0 ? null : column.levels[code]));
}
