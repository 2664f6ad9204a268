import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { plural, quoted, shortList } from "../core/text.js";
import { Matrix } from "../numeric/matrix.js";
import { findColumn } from "./find-column.js";
import { featurePlaces } from "./need-features.js";
import type { RawArrays } from "./readers/reader.js";
import type { ReadOptions } from "./reading-options.js";
import { type Column, type NominalColumn, type NominalLevels, recode, type Table } from "./table.js";

/** Tells the target, the ids and the features of a table apart. */
export function tableToArrays(table: Table, options: ReadOptions): RawArrays {
  const findNamed = (role: "target" | "idColumn") => {
    const wanted = options[role];
    if (wanted === undefined) return -1;
    return options.optional?.includes(role)
      ? findOptional(table.names, role, options)
      : findColumn(table.names, wanted, role);
  };
  const target = findNamed("target");
  const id = findNamed("idColumn");
  // With a file of labels the groups are there.
  const group =
    options.labels || options.rowGroups === undefined
      ? -1
      : findColumn(table.names, options.rowGroups, "rowGroups");
  const clash = target < 0 ? null : target === id ? "ids" : target === group ? "groups" : null;
  if (clash)
    throw new InputError(
      "options-conflict",
      `column "${table.names[target]}" cannot be both the target and the ${clash}`,
      { facts: { column: table.names[target] } },
    );
  const dropped = (options.drop ?? []).map((name) => findColumn(table.names, name, "drop"));
  const left = new Set([target, id, group, ...dropped]);

  const needed = options.features && new Set(options.features);
  const known = new Map(options.levels?.map(({ column, levels }) => [column, levels]));
  const levels: NominalLevels[] = [];
  const made: Feature[] = [];
  table.columns.forEach((found, j) => {
    const name = table.names[j];
    if (left.has(j)) return;
    const column = known.has(name) ? recode(name, columnText(found), known.get(name)!) : found;
    if (needed && column.kind === "text" && !needed.has(name)) return;
    if (column.kind === "nominal") levels.push({ column: name, levels: column.levels });
    made.push(...toFeatures(name, column, options));
  });
  const names = made.map(({ name }) => name);
  const features = options.features
    ? featurePlaces(options.features, names).map((place) => made[place])
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
    notices: options.nominal === undefined && !needed ? orderNotices(levels) : [],
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

function toFeatures(name: string, column: Column, options: ReadOptions): Feature[] {
  if (column.kind === "number") return [{ name, value: (i) => column.values[i] }];
  if (column.kind === "nominal") return nominalFeatures(name, column, options.nominal ?? "codes");
  const { value, line, row } = column.firstText;
  const place = line === undefined && row !== undefined ? `row ${row}, column` : "column";
  throw new InputError("text-column", `${quoted(value)} in ${place} "${name}" is not a number`, {
    facts: { line, row, column: name, given: value },
    remedies: [
      { action: "use it as the class", option: "target", value: name },
      { action: "use it as the names of the rows", option: "idColumn", value: name },
      { action: "leave it out", option: "drop", value: [name] },
    ],
  });
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

/** Levels that have numbers have an order, which nobody may have meant. */
function orderNotices(levels: readonly NominalLevels[]): Notice[] {
  const columns = levels.filter((entry) => entry.levels.length > 2).map(({ column }) => column);
  if (columns.length === 0) return [];
  return [
    notice(
      "note",
      "categorical-columns",
      `${plural(columns.length, "categorical column is", "categorical columns are")} encoded as level numbers, which methods treat as ordered: ${shortList(columns, 5)}`,
      { columns, count: columns.length },
      [{ action: "use one 0/1 column per level", option: "nominal", value: "one-hot" }],
    ),
  ];
}
