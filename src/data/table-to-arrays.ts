import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { quoted, shortList } from "../core/text.js";
import { Matrix } from "../numeric/matrix.js";
import { type ColumnKind, declarableKinds, type ToldColumn, tellKind } from "./column-kinds.js";
import { leftOutNotices, readingNotices, subjectNotices, turnedNotices } from "./column-notices.js";
import { findColumn } from "./find-column.js";
import { featurePlaces } from "./need-features.js";
import type { RawArrays } from "./readers/reader.js";
import type { ColumnDeclaration, ReadOptions } from "./reading-options.js";
import {
  type Column,
  columnText,
  missingIn,
  type NominalColumn,
  type NominalLevels,
  recode,
  type Table,
} from "./table.js";
import { guessTarget, labelsIn, type TargetGuess } from "./target.js";

/** One column of a table: what it holds and what it is used for. */
export interface DescribedColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Why it is of this kind, as a phrase. */
  readonly why: string;
  readonly use: "feature" | "target" | "ids" | "groups" | "none";
  /** How many values are missing. */
  readonly missing: number;
  /** How many levels a category has. */
  readonly levels?: number;
}

/** How many columns there are of each kind, in words: `4 number, 1 id`. */
export function kindCounts(columns: readonly DescribedColumn[]): string {
  const counts = new Map<ColumnKind, number>();
  for (const { kind } of columns) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return Array.from(counts, ([kind, count]) => `${count} ${kind}`).join(", ");
}

/** The columns of a wide table that are worth listing: all but numbers used as features. */
export const remarkableColumns = (columns: readonly DescribedColumn[]): DescribedColumn[] =>
  columns.filter(({ kind, use }) => kind !== "number" || use !== "feature");

/** A table taken apart. */
export interface TableArrays extends RawArrays {
  readonly columns: readonly DescribedColumn[];
  readonly guessed: string | null;
}

/** What every column of a table is and what it is used for, by place; −1 where a role has no column. */
export interface TablePlan {
  readonly told: readonly ToldColumn[];
  readonly guess: TargetGuess | null;
  readonly target: number;
  readonly id: number;
  /** Whether the ids were found though nobody named them. */
  readonly idGuessed: boolean;
  readonly group: number;
  readonly features: readonly number[];
  /** Columns that could be features but hold nothing that a method can use. */
  readonly leftOut: readonly number[];
}

/** Tells the target, the ids and the features of a table apart. */
export function planTable(table: Table, options: ReadOptions): TablePlan {
  const roles = namedRoles(table, options);
  const told = tellColumns(table, options, roles.target);
  const free = table.names.map((_, j) => j).filter((j) => !roles.used.has(j));
  const mayGuess =
    roles.target < 0 &&
    options.target === undefined &&
    !options.labels &&
    options.labelPattern === undefined &&
    !options.features;
  const guess = mayGuess ? guessTarget(table, told, free) : null;
  const target = guess ? guess.column : roles.target;

  if (options.features) requireNumbers(table, told, options.features);
  const rest = free.filter((j) => j !== target);
  const features = rest.filter((j) => isFeature(told[j]));
  const leftOut = rest.filter((j) => !isFeature(told[j]));
  const firstIds = table.rowIds || options.features ? undefined : leftOut.find((j) => namesRows(told[j]));
  const id = roles.id >= 0 ? roles.id : (firstIds ?? -1);
  const idGuessed = firstIds !== undefined && id === firstIds;
  return { told, guess, target, id, idGuessed, group: roles.group, features, leftOut };
}

/** Takes a table apart. */
export function tableToArrays(table: Table, options: ReadOptions): TableArrays {
  const plan = planTable(table, options);
  const { told, guess, target, id, group, features } = plan;
  const used = new Set(features);
  const use = (j: number): DescribedColumn["use"] => {
    if (j === target) return "target";
    if (j === id) return "ids";
    if (j === group) return "groups";
    return used.has(j) ? "feature" : "none";
  };
  return {
    ...featureArrays(table, told, features, options),
    ...(target >= 0 && {
      ...labelsIn(table.columns[target], told[target]),
      labelName: table.names[target],
    }),
    ...(group >= 0 && { rowGroups: columnText(table.columns[group]) }),
    ...(plan.idGuessed && { idName: table.names[id] }),
    rowIds: id >= 0 ? columnText(table.columns[id]) : table.rowIds,
    notices: options.features
      ? [...(table.notices ?? []), ...readingNotices(table.names, told, features)]
      : tableNotices(table, plan, options),
    columns: told.map(({ kind, why, column }, j) => ({
      name: table.names[j],
      kind,
      why,
      use: use(j),
      missing: missingIn(column),
      ...(column.kind === "nominal" && { levels: column.levels.length }),
    })),
    guessed: guess?.reason ?? null,
  };
}

/** What was told of a table, and what is not used of it. */
export function tableNotices(
  table: Table,
  { told, guess, target, id, features, leftOut }: TablePlan,
  options: ReadOptions,
): Notice[] {
  return [
    ...(table.notices ?? []),
    ...turnedNotices(table, told, features, target, options),
    ...(guess?.notices ?? []),
    ...leftOutNotices(table.names, told, leftOut, id),
    ...(target >= 0 ? subjectNotices(table, [...features, ...leftOut]) : []),
    ...readingNotices(table.names, told, target >= 0 ? [...features, target] : features),
  ];
}

/** The columns that options name for something else than features; −1 where there is none. */
function namedRoles(table: Table, options: ReadOptions) {
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
  return { target, id, group, used: new Set([target, id, group, ...dropped]) };
}

/** By name; ids also by their place, unless a feature that is needed stands there. */
function findOptional(names: readonly string[], role: "target" | "idColumn", options: ReadOptions): number {
  const wanted = String(options[role]);
  const named = names.indexOf(wanted);
  if (named >= 0 || role === "target") return named;
  const place = wanted === "first" ? 0 : wanted === "last" ? names.length - 1 : Number(wanted) - 1;
  return place in names && !options.features?.includes(names[place]) ? place : -1;
}

/** The kind of every column. Columns whose levels are known are categories with these levels first. */
function tellColumns(table: Table, options: ReadOptions, target: number): ToldColumn[] {
  const known = new Map(options.levels?.map(({ column, levels }) => [column, levels]));
  const own = (options.columns ?? []).filter((one) => !options.join?.includes(splitDeclaration(one).pattern));
  const declared = declarations(own, table.names, options.features !== undefined);
  const keeps = keepsCategories(options);
  const needed = options.features && new Set(options.features);
  return table.columns.map((column, j): ToldColumn => {
    const name = table.names[j];
    const levels = known.get(name);
    if (levels) {
      const recoded = recode(name, columnText(column), levels, keeps);
      // What a program gives as true or false has no spelling.
      const isTruth = column.kind === "number" && column.isBoolean;
      return { kind: "category", why: "known levels", ...recoded, ...(isTruth && { spellings: [] }) };
    }
    return tellKind(name, column, {
      declared: declared[j],
      decimalMark: table.decimalMark,
      mayBeId: j !== target && !needed?.has(name),
    });
  });
}

/** What the user declares each column to be; the last declaration counts. A lenient one need not match any column. */
function declarations(given: readonly ColumnDeclaration[], names: readonly string[], lenient: boolean) {
  const found: (ReturnType<typeof splitDeclaration>["kind"] | undefined)[] = names.map(() => undefined);
  for (const declaration of given) {
    const { pattern, kind } = splitDeclaration(declaration);
    const exact = names.indexOf(pattern);
    const like = exact < 0 && pattern.includes("*") ? placesLike(pattern, names) : [];
    if (exact >= 0) found[exact] = kind;
    else if (like.length > 0) for (const j of like) found[j] = kind;
    else if (!lenient) found[findDeclared(pattern, names)] = kind;
  }
  return found;
}

function splitDeclaration(declaration: ColumnDeclaration) {
  const at = declaration.lastIndexOf("=");
  const kind = declarableKinds.find((one) => one === declaration.slice(at + 1))!;
  return { pattern: declaration.slice(0, at), kind };
}

function placesLike(pattern: string, names: readonly string[]): number[] {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  const expression = new RegExp(`^${escaped}$`, "su");
  return names.map((_, j) => j).filter((j) => expression.test(names[j]));
}

/** A column by its number, first or last; refuses a name and a pattern that no column has. */
function findDeclared(pattern: string, names: readonly string[]): number {
  if (!pattern.includes("*")) return findColumn(names, pattern, "columns");
  throw new InputError(
    "unknown-name",
    `no column is called like "${pattern}"; the columns are ${shortList(names)}`,
    { facts: { option: "columns", given: pattern } },
  );
}

/** All columns of a sheet beside the data as features: what each was told to be, and their values. */
export function tableFeatures(
  table: Table,
  options: ReadOptions,
): { readonly told: readonly ToldColumn[]; readonly features: FeatureArrays } {
  // Whoever names a column wants it, so that it is not taken for ids; declarations of other columns are about the data.
  const told = tellColumns(table, { ...options, join: [], features: table.names }, -1);
  const places = told.flatMap((one, j) => (isFeature(one) ? [j] : []));
  return { told, features: featureArrays(table, told, places, { ...options, features: undefined }) };
}

/** Whether methods can use what a column holds. */
export const isFeature = ({ kind }: ToldColumn) =>
  kind === "number" || kind === "category" || kind === "yes-no";

/** Refuses texts in columns that are known to hold numbers; known categories have known levels. */
function requireNumbers(table: Table, told: readonly ToldColumn[], features: readonly string[]): void {
  const needed = new Set(features);
  table.columns.forEach((column, j) => {
    const name = table.names[j];
    if (column.kind !== "text" || !needed.has(name)) return;
    if (told[j].kind === "number" || told[j].why === "known levels") return;
    const { value, line, row } = column.firstText;
    const place = line === undefined && row !== undefined ? `row ${row}, column` : "column";
    throw new InputError("text-column", `${quoted(value)} in ${place} "${name}" is not a number`, {
      facts: { line, row, column: name, given: value },
    });
  });
}

/** Whether a column of ids can name the rows: texts that all differ, none missing. */
const namesRows = ({ kind, column }: ToldColumn): boolean =>
  kind === "id" && column.kind !== "number" && missingIn(column) === 0 && allDiffer(columnText(column));

const allDiffer = (texts: readonly string[]) => new Set(texts).size === texts.length;

/** Whether categories stay categories in the data. */
const keepsCategories = ({ nominal = "categories" }: ReadOptions) => nominal === "categories";

interface Feature {
  readonly name: string;
  readonly value: (row: number) => number;
  readonly levels: readonly string[] | null;
}

/** The features of a table, their names and levels. */
export interface FeatureArrays extends Pick<RawArrays, "featureNames" | "categories" | "levels"> {
  readonly values: Matrix;
}

function featureArrays(
  table: Table,
  told: readonly ToldColumn[],
  places: readonly number[],
  options: ReadOptions,
): FeatureArrays {
  const made = places.flatMap((j) => toFeatures(table.names[j], told[j].column, options));
  const names = made.map(({ name }) => name);
  const features = options.features
    ? featurePlaces(options.features, names, options.join).map((place) => made[place])
    : made;
  const values = Matrix.zeros(table.rows, features.length);
  features.forEach(({ value }, j) => {
    for (let i = 0, at = j; i < table.rows; i++, at += features.length) values.data[at] = value(i);
  });
  const levels = places.flatMap((j): NominalLevels[] => {
    const { column } = told[j];
    return column.kind === "nominal" ? [{ column: table.names[j], levels: column.levels }] : [];
  });
  return {
    values,
    featureNames: features.map(({ name }) => name),
    ...(features.some((feature) => feature.levels) && {
      categories: features.map((feature) => feature.levels),
    }),
    ...(levels.length > 0 && { levels }),
  };
}

function toFeatures(name: string, column: Column, options: ReadOptions): Feature[] {
  if (column.kind === "number") return [{ name, value: (i) => column.values[i], levels: null }];
  if (column.kind === "nominal") return nominalFeatures(name, column, options.nominal ?? "categories");
  return [];
}

/** Two levels need one 0/1 column in either form of numbers. */
function nominalFeatures(
  name: string,
  { codes, levels }: NominalColumn,
  form: NonNullable<ReadOptions["nominal"]>,
): Feature[] {
  const code = (i: number) => (codes[i] < 0 ? Number.NaN : codes[i]);
  if (form === "categories") return [{ name, value: code, levels }];
  if (form === "codes" || levels.length <= 2) return [{ name, value: code, levels: null }];
  return levels.map((level, place) => ({
    name: `${name}=${level}`,
    value: (i) => (codes[i] < 0 ? Number.NaN : Number(codes[i] === place)),
    levels: null,
  }));
}
