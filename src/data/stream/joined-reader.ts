import { InputError } from "../../core/input-error.js";
import { shortList } from "../../core/text.js";
import type { ByteSource } from "../byte-source.js";
import type { ArrayPart, ArrayReader, DataSize, RawArrays, Reader, TableReader } from "../readers/reader.js";
import { inFile } from "../readers/shared/reading.js";
import type { ReadOptions } from "../reading-options.js";
import type { Table } from "../table.js";
import { joinArrays, joinTables } from "./join-parts.js";

/** A file and what reads it. */
export interface OpenedFile {
  readonly reader: Reader;
  readonly plain: ByteSource;
}

/** Reads several files of the same format and columns as one: their rows in the order of the files. */
export function joinedReader(files: readonly OpenedFile[]): Reader {
  const [{ reader: first }] = files;
  for (const file of files) requireSameFormat(files[0], file);
  const sizeOf = async (_: ByteSource, options: ReadOptions): Promise<DataSize> => {
    const sizes: DataSize[] = [];
    for (const { reader, plain } of files)
      sizes.push(await inFile(plain.name, async () => reader.sizeOf!(plain, options)));
    const total = (key: "rows" | "bytes") => sizes.reduce((sum, size) => sum + size[key], 0);
    return { rows: total("rows"), columns: sizes[0].columns, bytes: total("bytes") };
  };
  // Ranges of rows are those of one file; `RowSource` takes them from each.
  const { rangesOf: _, ...rest } = first;
  const shared = { ...rest, ...(first.sizeOf && { sizeOf }), extensions: [] };
  if (shared.kind === "table") {
    const { readTable, readParts } = first as TableReader;
    return {
      ...shared,
      readTable: async (_, options) => {
        const tables: Table[] = [];
        await eachFile(files, options, async (plain, own) => {
          tables.push(sameColumns(await readTable(plain, own), plain.name, tables[0], files[0].plain.name));
        });
        return joinTables(tables);
      },
      ...(readParts && {
        readParts: (_: ByteSource, options: ReadOptions) =>
          inTurn(files, options, readParts, (part, name, before) =>
            sameColumns(part, name, before, files[0].plain.name),
          ),
      }),
    };
  }
  const { readArrays, readParts } = first as ArrayReader;
  return {
    ...shared,
    readArrays: async (_, options) => {
      const arrays: RawArrays[] = [];
      await eachFile(files, options, async (plain, own) => {
        arrays.push(sameWidth(await readArrays(plain, own), plain.name, arrays[0], files[0].plain.name));
      });
      return joinArrays(arrays);
    },
    ...(readParts && {
      readParts: (_: ByteSource, options: ReadOptions) =>
        inTurn(files, options, readParts, (part, name, before) =>
          sameWidth(part, name, before, files[0].plain.name),
        ),
    }),
  };
}

/** Refuses a file of another format than the first one has. */
export function requireSameFormat(first: OpenedFile, other: OpenedFile): void {
  if (other.reader.format === first.reader.format) return;
  throw new InputError(
    "data-mismatch",
    `${first.plain.name} is ${first.reader.title}, but ${other.plain.name} is ${other.reader.title}; files that are read as one must have the same format`,
  );
}

/** The options for the file at this place: its progress is a part of the whole. */
const optionsFor = (options: ReadOptions, place: number, count: number): ReadOptions => ({
  ...options,
  onProgress: options.onProgress && ((fraction) => options.onProgress!((place + fraction) / count)),
});

async function eachFile(
  files: readonly OpenedFile[],
  options: ReadOptions,
  read: (plain: ByteSource, options: ReadOptions) => Promise<void>,
): Promise<void> {
  for (const [place, { plain }] of files.entries())
    await inFile(plain.name, () => read(plain, optionsFor(options, place, files.length)));
}

/** The parts of one file after those of the other, each checked against the first of all. */
async function* inTurn<Part>(
  files: readonly OpenedFile[],
  options: ReadOptions,
  readParts: (source: ByteSource, options: ReadOptions) => AsyncIterable<Part>,
  check: (part: Part, name: string, first: Part | undefined) => Part,
): AsyncGenerator<Part> {
  let first: Part | undefined;
  for (const [place, { plain }] of files.entries()) {
    try {
      for await (const part of readParts(plain, optionsFor(options, place, files.length))) {
        yield check(part, plain.name, first);
        first ??= part;
      }
    } catch (error) {
      throw error instanceof InputError ? error.with({ file: plain.name }) : error;
    }
  }
}

/** What the parts of files that are read as one must have in common. */
export type Shape = Pick<Table, "names"> | Pick<ArrayPart, "featureNames" | "values">;

/** Refuses a part of a file whose columns or features are not those of the first file. */
export function requireSameShape(
  part: Table | ArrayPart,
  name: string,
  first: Shape,
  firstName: string,
): void {
  if ("rows" in part) sameColumns(part, name, first as Table, firstName);
  else sameWidth(part, name, first as ArrayPart, firstName);
}

function sameColumns(table: Table, name: string, first: Table | undefined, firstName: string): Table {
  if (
    !first ||
    (table.names.length === first.names.length && table.names.every((one, j) => one === first.names[j]))
  )
    return table;
  const extra = table.names.filter((one) => !first.names.includes(one));
  const lacking = first.names.filter((one) => !table.names.includes(one));
  const what =
    extra.length > 0
      ? `it also has ${shortList(extra, 3)}`
      : lacking.length > 0
        ? `it lacks ${shortList(lacking, 3)}`
        : "they are in another order";
  throw new InputError(
    "data-mismatch",
    `the columns are not those of ${firstName}: ${what}; files that are read as one must have the same columns`,
    { facts: { file: name } },
  );
}

function sameWidth<Part extends ArrayPart>(
  part: Part,
  name: string,
  first: ArrayPart | undefined,
  firstName: string,
): Part {
  const names = part.featureNames ?? [];
  const [here, there] = [part, first ?? part].map(({ values }) => values.columns);
  if (!first || (here === there && names.every((one, j) => one === first.featureNames?.[j]))) return part;
  throw new InputError(
    "data-mismatch",
    `the features are not those of ${firstName} (${here} and ${there} of them); files that are read as one must have the same features`,
    { facts: { file: name } },
  );
}
