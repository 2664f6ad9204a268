import { InputError } from "../../core/input-error.js";
import { plural, shortList } from "../../core/text.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { ByteSource } from "../byte-source.js";
import { tellKind } from "../column-kinds.js";
import { findColumn } from "../find-column.js";
import { type OpenParquet, openParquet, type PlannedColumn } from "../readers/parquet/open-parquet.js";
import type { RawArrays } from "../readers/reader.js";
import { type ColumnChunk, joinTable } from "../readers/shared/column-chunks.js";
import { withPandasIndex } from "../readers/shared/pandas-index.js";
import { reading } from "../readers/shared/reading.js";
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
    const file = await openParquet(source, options);
    if (!wanted({ rows: file.rows, features: file.columns.length })) return null;
    refuseDeclarations(options);
    const named = namedColumns(file, options);
    const isFeature = ({ name, type, element }: PlannedColumn) =>
      type?.kind === "number" && element.type !== "BOOLEAN" && !named.has(name);
    const columns = file.columns.filter(isFeature);
    const others = file.columns.filter((column) => column.type !== null && !isFeature(column));
    return {
      rows: file.rows,
      features: columns.length,
      featureNames: columns.map(({ name }) => name),
      bits: columns.every(({ element }) => element.type === "FLOAT") ? 32 : 64,
      arrays: await readOthers(file, others, options),
      read: (start, out, kept) =>
        reading("Parquet", source, options, () =>
          readBlock(file, columns.slice(start, start + out.columns), out, kept),
        ),
    };
  });
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

/** The names of columns that options name for something else than features. */
function namedColumns({ columns, notes }: OpenParquet, options: ReadOptions): Set<string> {
  const names = columns.map(({ name }) => name);
  const named = new Set(notes.index);
  for (const role of ["target", "idColumn", "rowGroups"] as const) {
    const wanted = options[role];
    if (wanted !== undefined && !(role === "rowGroups" && options.labels))
      named.add(names[findColumn(names, wanted, role)]);
  }
  for (const name of options.drop ?? []) named.add(names[findColumn(names, name, "drop")]);
  return named;
}

/** Labels, ids and groups; refuses other features than numbers. */
async function readOthers(
  file: OpenParquet,
  others: readonly PlannedColumn[],
  options: ReadOptions,
): Promise<RawArrays> {
  const names = others.map(({ name }) => name);
  const allNames = file.columns.map(({ name }) => name);
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
    drop: options.drop
      ?.map((name) => allNames[findColumn(allNames, name, "drop")])
      .filter((name) => names.includes(name)),
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
  file: OpenParquet,
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
