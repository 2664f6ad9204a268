import { notice } from "../../../core/notice.js";
import { plural, shortList } from "../../../core/text.js";
import type { Table } from "../../table.js";
import type { RawArrays } from "../reader.js";

/**
 * The names of a table's columns made unique, those without one named by their number; a notice says which. `first` is the number of
 * the first of them.
 */
export function namedColumns(written: readonly string[], first = 1): Pick<Table, "names" | "notices"> {
  const given = written.map(onOneLine);
  const filled = given.map((name, j) => name || String(j + first));
  const names = uniqueNames(filled);
  const columns = names.filter((name, j) => name !== given[j]);
  if (columns.length === 0) return { names };
  const text = `${plural(columns.length, "column has", "columns have")} a new name, as the file gives none or gives one twice: ${shortList(columns, 5)}`;
  return { names, notices: [notice("note", "columns-renamed", text, { columns, count: columns.length })] };
}

/** Spreadsheets break long headings; in messages, lists and commands a name is one line. */
const onOneLine = (name: string): string =>
  name.includes("\n") || name.includes("\r") ? name.replace(/\s*[\r\n]\s*/g, " ").trim() : name;

/** The names of features made unique, and a notice where some had to change; nothing without names. */
export function namedFeatures(
  names: readonly string[] | undefined,
): Pick<RawArrays, "featureNames" | "notices"> {
  if (names === undefined) return {};
  const featureNames = uniqueNames(names);
  const columns = featureNames.filter((name, j) => name !== names[j]);
  if (columns.length === 0) return { featureNames };
  const text = `${plural(columns.length, "feature has", "features have")} a new name, because names in the file are repeated: ${shortList(columns, 5)}`;
  return {
    featureNames,
    notices: [notice("note", "columns-renamed", text, { columns, count: columns.length })],
  };
}

/**
 * Names made unique as AnnData and Scanpy do it: the first of several equal names stays, the others get `-1`, `-2`, …;
 * a number whose name is already taken is passed over.
 */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  if (taken.size === names.length) return [...names];
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let count = counts.get(name) ?? 0;
    let candidate: string;
    do candidate = `${name}-${++count}`;
    while (taken.has(candidate));
    counts.set(name, count);
    taken.add(candidate);
    return candidate;
  });
}
