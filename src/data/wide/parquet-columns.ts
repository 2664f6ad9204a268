import type { SchemaElement } from "hyparquet";
import { InputError } from "../../core/input-error.js";
import { plural, shortList } from "../../core/text.js";
import type { Matrix } from "../../numeric/matrix.js";
import { upTo } from "../../numeric/up-to.js";
import type { ByteSource } from "../byte-source.js";
import { tellKind } from "../column-kinds.js";
import { findColumn } from "../find-column.js";
import { type CompactFooter, readCompactFooter } from "../readers/parquet/compact-footer.js";
import { type LogicalType, logicalType } from "../readers/parquet/logical-type.js";
import { groupReader, type PlannedColumn, type ReadGroup } from "../readers/parquet/read-groups.js";

import type { RawArrays } from "../readers/reader.js";
import { type ColumnChunk, joinTable, otherColumn } from "../readers/shared/column-chunks.js";
import { type PandasNotes, pandasNotes, withPandasIndex } from "../readers/shared/pandas-index.js";
import { checkPlausibleSize, reading } from "../readers/shared/reading.js";
import type { ReadOptions } from "../reading-options.js";
import { tableToArrays } from "../table-to-arrays.js";
import type { StoredColumns } from "./stored-columns.js";

/**
 * The columns of numbers of a Parquet file, read in blocks; null where they are not `wanted` so. The other columns, and those
 * that options name, are read at once: they may hold labels, ids and groups, but no features.
 */
export function parquetColumns(
  source: ByteSource,
  options: ReadOptions,
  wanted: (shape: { readonly rows: number; readonly features: number }) => boolean,
): Promise<StoredColumns | null> {
  return reading("Parquet", source, options, async () => {
    // Whatever is wrong with a footer, the reader of whole files says it.
    const footer = await readCompactFooter(source).catch(() => null);
    if (!footer || !wanted({ rows: footer.rows, features: footer.names.length })) return null;
    checkPlausibleSize(footer.rows, footer.names.length, source.size);
    refuseDeclarations(options);
    const file = await openPlain(source, footer, options);
    const { named, dropped } = namedColumns(file, options);
    const all = upTo(footer.names.length).filter((column) => !dropped.has(footer.names[column]));
    const isFeature = (column: number) => !named.has(footer.names[column]) && file.isNumber(column);
    const columns = all.filter(isFeature);
    const others = Array.from(
      all.filter((column) => !isFeature(column)),
      file.planned,
    );
    return {
      rows: footer.rows,
      features: columns.length,
      featureNames: Array.from(columns, (column) => footer.names[column]),
      bits: columns.every((column) => footer.elementOf(column).type === "FLOAT") ? 32 : 64,
      arrays: await readOthers(file, others, options),
      read: (start, out, kept) =>
        reading("Parquet", source, options, () =>
          readBlock(file, Array.from(columns.subarray(start, start + out.columns), file.planned), out, kept),
        ),
    };
  });
}

/** A file of plain columns. */
interface PlainParquet {
  readonly names: readonly string[];
  readonly notes: PandasNotes;
  readonly rows: number;
  /** The rows of each row group. */
  readonly groups: readonly number[];
  /** How a column is read. Made when asked for: a million of them would take more than their names. */
  readonly planned: (column: number) => PlannedColumn;
  isNumber(column: number): boolean;
  readonly readGroup: ReadGroup;
}

async function openPlain(
  source: ByteSource,
  { names, elementOf, rows, groups, pandas }: CompactFooter,
  options: ReadOptions,
): Promise<PlainParquet> {
  const notes = pandasNotes(pandas);
  const types = new Map<SchemaElement, LogicalType>();
  const typeOf = (column: number) => {
    const element = elementOf(column);
    const known = types.get(element);
    if (known) return known;
    const type = logicalType(element);
    if (typeof type === "string") throw otherColumn(names[column], type);
    types.set(element, type);
    return type;
  };
  const places = groups.map((group) => ({
    rows: group.rows,
    placeOf: ({ chunkIndex }: PlannedColumn) => ({
      start: group.starts[chunkIndex],
      end: group.starts[chunkIndex] + group.lengths[chunkIndex],
      codec: group.codecOf(chunkIndex),
    }),
  }));
  return {
    names,
    notes,
    rows,
    groups: groups.map((group) => group.rows),
    planned: (column) => ({
      name: names[column],
      element: elementOf(column),
      chunkIndex: column,
      type: typeOf(column),
    }),
    isNumber: (column) => elementOf(column).type !== "BOOLEAN" && typeOf(column).kind === "number",
    readGroup: (await groupReader(source, options, notes, places)).readGroup,
  };
}

/** Refuses to be told what columns hold: here numbers are features and nothing else is. */
function refuseDeclarations({ columns = [] }: ReadOptions): void {
  if (columns.length === 0) return;
  throw new InputError(
    "not-possible",
    "in data that is larger than memory columns of numbers are features, and nothing else can be declared; leave out columns that are none",
    {
      facts: { option: "columns", given: columns.join(", ") },
      remedies: [{ action: "leave them out", option: "drop" }],
    },
  );
}

/** The names of columns that options name for something else than features, and of those to leave out. */
function namedColumns({ names, notes }: PlainParquet, options: ReadOptions) {
  const named = new Set(notes.index);
  for (const role of ["target", "idColumn", "rowGroups"] as const) {
    const wanted = options[role];
    if (wanted !== undefined && !(role === "rowGroups" && options.labels))
      named.add(names[findColumn(names, wanted, role)]);
  }
  const dropped = new Set(options.drop?.map((name) => names[findColumn(names, name, "drop")]));
  return { named, dropped };
}

/** Labels, ids and groups; refuses other features than numbers. */
async function readOthers(
  file: PlainParquet,
  others: readonly PlannedColumn[],
  options: ReadOptions,
): Promise<RawArrays> {
  const names = others.map(({ name }) => name);
  const allNames = file.names;
  const chunks: ColumnChunk[][] = others.map(() => []);
  for (const g of file.groups.keys())
    await file.readGroup(g, others, (j, chunk) => {
      chunks[j].push(chunk);
    });
  const byName = (role: "target" | "idColumn" | "rowGroups") =>
    options[role] === undefined || (role === "rowGroups" && options.labels)
      ? options[role]
      : allNames[findColumn(allNames, options[role], role)];
  const own: ReadOptions = {
    ...options,
    target: byName("target"),
    idColumn: byName("idColumn"),
    rowGroups: byName("rowGroups"),
    drop: undefined,
  };
  const table = withPandasIndex(joinTable(names, chunks, file.rows), file.notes, own);
  const { columns, guessed: _, ...arrays } = tableToArrays(table, own);
  const features = columns.filter(({ use }) => use === "feature").map(({ name }) => name);
  if (features.length === 0) return arrays;
  throw new InputError(
    "not-possible",
    `${plural(features.length, "column holds", "columns hold")} no numbers: ${shortList(features, 5)}; data that is larger than memory must have numbers as features`,
    {
      facts: { columns: features },
      remedies: [{ action: "leave them out", option: "drop", value: features }],
    },
  );
}

async function readBlock(
  file: PlainParquet,
  columns: readonly PlannedColumn[],
  out: Matrix,
  kept: Int32Array,
): Promise<void> {
  let first = 0;
  for (const [g, count] of file.groups.entries()) {
    const from = kept.findIndex((row) => row >= first);
    const after = kept.findIndex((row) => row >= first + count);
    const [begin, end] = [from < 0 ? kept.length : from, after < 0 ? kept.length : after];
    const start = first;
    await file.readGroup(g, columns, (j, chunk) => {
      if (chunk.kind !== "number") throw new Error("a column of numbers holds something else");
      for (let i = begin; i < end; i++) out.data[i * out.columns + j] = chunk.values[kept[i] - start];
    });
    first += count;
  }
  const values = new Float64Array(out.rows);
  columns.forEach(({ name }, j) => {
    for (let i = 0; i < out.rows; i++) values[i] = out.data[i * out.columns + j];
    const { kind, why } = tellKind(name, { kind: "number", values }, { mayBeId: true });
    if (kind === "id")
      throw new InputError(
        "unusable-data",
        `column "${name}" seems to hold ids (${why}), which are no feature`,
        { facts: { column: name }, remedies: [{ action: "leave it out", option: "drop", value: [name] }] },
      );
  });
}
