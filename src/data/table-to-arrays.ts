import { InputError } from "../core/input-error.js";
import { Matrix } from "../numeric/matrix.js";
import { findColumn } from "./find-column.js";
import { featurePlaces } from "./need-features.js";
import type { RawArrays } from "./readers/reader.js";
import type { ReadOptions } from "./reading-options.js";
import { type Column, type NominalColumn, type NominalLevels, recode, type Table } from "./table.js";

/** Tells the target, the ids and the features of a table apart. */
export function tableToArrays(table: Table, options: ReadOptions, source: string): RawArrays {
  const find = (wanted: string | number, what: string) => findColumn(table.names, wanted, what, source);
  const findNamed = (role: "target" | "idColumn", what: string) => {
    const wanted = options[role];
    if (wanted === undefined) return -1;
    return options.optional?.includes(role) ? findOptional(table.names, role, options) : find(wanted, what);
  };
  const target = findNamed("target", "target");
  const id = findNamed("idColumn", "id column");
  if (target >= 0 && target === id)
    throw new InputError(
      "text-column",
      `${source}: column "${table.names[id]}" cannot be both the target and the ids`,
    );
  // With a file of labels the groups are there.
  const group = options.labels || options.rowGroups === undefined ? -1 : find(options.rowGroups, "groups");
  if (group >= 0 && group === target)
    throw new InputError(
      "text-column",
      `${source}: column "${table.names[group]}" cannot be both the target and the groups`,
    );
  const left = new Set([
    target,
    id,
    group,
    ...(options.drop ?? []).map((name) => find(name, "column to drop")),
  ]);

  const needed = options.features && new Set(options.features);
  const known = new Map(options.levels?.map(({ column, levels }) => [column, levels]));
  const levels: NominalLevels[] = [];
  const made: Feature[] = [];
  table.columns.forEach((found, j) => {
    const name = table.names[j];
    if (left.has(j)) return;
    const column = known.has(name) ? recode(name, columnText(found), known.get(name)!, source) : found;
    if (needed && column.kind === "text" && !needed.has(name)) return;
    if (column.kind === "nominal") levels.push({ column: name, levels: column.levels });
    made.push(...toFeatures(name, column, options, source));
  });
  const names = made.map(({ name }) => name);
  const features = options.features
    ? featurePlaces(options.features, names, source).map((place) => made[place])
    : made;
  const values = Matrix.zeros(table.rows, features.length);
  features.forEach(({ value }, j) => {
    for (let i = 0, at = j; i < table.rows; i++, at += features.length) values.data[at] = value(i);
  });
  return {
    values,
    featureNames: features.map(({ name }) => name),
    ...(target >= 0 && { labels: columnText(table.columns[target]), labelName: table.names[target] }),
    ...(group >= 0 && { rowGroups: columnText(table.columns[group]) }),
    rowIds: id >= 0 ? columnText(table.columns[id]) : table.rowIds,
    ...(levels.length > 0 && { levels }),
  };
}

/** By name; ids also by their place, unless a feature that is needed stands there. */
function findOptional(names: readonly string[], role: "target" | "idColumn", options: ReadOptions): number {
  const wanted = String(options[role]);
  const named = names.indexOf(wanted);
  if (named >= 0 || role === "target") return named;
  const place = wanted === "first" ? 0 : wanted === "last" ? names.length - 1 : Number(wanted) - 1;
  return place in names && !options.features?.includes(names[place]) ? place : -1;
}

/** A column's values as text; what is missing is the empty string. */
export function columnText(column: Column): readonly string[] {
  if (column.kind === "text") return column.values;
  if (column.kind === "number") return Array.from(column.values, (x) => (Number.isNaN(x) ? "" : String(x)));
  return Array.from(column.codes, (code) => (code < 0 ? "" : column.levels[code]));
}

interface Feature {
  readonly name: string;
  readonly value: (row: number) => number;
}

function toFeatures(name: string, column: Column, options: ReadOptions, source: string): Feature[] {
  if (column.kind === "number") return [{ name, value: (i) => column.values[i] }];
  if (column.kind === "nominal") return nominalFeatures(name, column, options.nominal ?? "codes");
  const { place, value } = column.firstText;
  throw new InputError(
    "text-column",
    `${source}, ${place}: "${shorten(value)}" in column "${name}" is not a number; if it is the class use --target, if it names the rows use --id-column, otherwise leave it out with --drop`,
  );
}

/** Two levels need one 0/1 column in either form. */
function nominalFeatures(
  name: string,
  { codes, levels }: NominalColumn,
  form: "codes" | "one-hot",
): Feature[] {
  if (form === "codes" || levels.length <= 2)
    return [{ name, value: (i) => (codes[i] < 0 ? Number.NaN : codes[i]) }];
  return levels.map((level, code) => ({
    name: `${name}=${level}`,
    value: (i) => (codes[i] < 0 ? Number.NaN : Number(codes[i] === code)),
  }));
}

const shorten = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
