import type { CompressionCodec, RowGroup, SchemaElement, SchemaTree } from "hyparquet";
import { InputError } from "../../core/input-error.js";
import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import type { Table } from "../table.js";
import { ColumnCursor } from "./parquet/column-cursor.js";
import { type LogicalType, logicalType } from "./parquet/logical-type.js";
import { type Decompress, listPages, loadDecompressors, type ReadHeader } from "./parquet/pages.js";
import { PageDecoder, readColumnChunk } from "./parquet/read-column-chunk.js";
import type { TableReader } from "./reader.js";
import { type ColumnChunk, joinTable, nominalFromTexts, otherColumn } from "./shared/column-chunks.js";
import { type PandasNotes, pandasNotes, withPandasIndex } from "./shared/pandas-index.js";
import { checkPlausibleSize, readExactly, reading, readingParts } from "./shared/reading.js";

/**
 * Apache Parquet. hyparquet reads the footer and the page headers, and brings the decompressors. The pages are decoded
 * here: hyparquet's own decoding believes the run lengths and counts that it finds, so that one wrong byte in a file
 * can fill the memory, and it makes an array of objects of what becomes plain columns here.
 */
export const parquetReader: TableReader = {
  kind: "table",
  format: "parquet",
  title: "Parquet",
  extensions: [".parquet", ".pq"],
  recognises: (head) => startsWith(head, "PAR1") || startsWith(head, "PARE"),
  readTable: (source, options) => reading("Parquet", source, options, () => readParquet(source, options)),
  readParts: (source, options) => readingParts("Parquet", source, options, readParts(source, options)),
  sizeOf: (source, options) =>
    reading("Parquet", source, options, async () => {
      const { rows, columns } = await openParquet(source, options);
      return { rows, columns: columns.length, bytes: 2 * 8 * rows * columns.length };
    }),
};

/** A file whose footer has been read. */
interface OpenParquet {
  readonly source: ByteSource;
  readonly columns: readonly PlannedColumn[];
  readonly groups: readonly RowGroup[];
  readonly rows: number;
  readonly notes: PandasNotes;
  readonly readHeader: ReadHeader;
  readonly decompressors: Partial<Record<CompressionCodec, Decompress>>;
}

async function openParquet(source: ByteSource, options: ReadOptions): Promise<OpenParquet> {
  if (source.size < 12) throw new Error("it is too short");
  if (startsWith(await source.read(source.size - 4, source.size), "PARE"))
    throw new InputError(
      "unreadable-file",
      `encrypted Parquet files are not supported; save the file without encryption`,
    );
  const [{ parquetMetadataAsync, parquetSchema }, { parquetHeader }, decompressors] = await Promise.all([
    import("hyparquet"),
    import("hyparquet/src/column.js"),
    loadDecompressors(),
  ]);
  const file = {
    byteLength: source.size,
    slice: async (start: number, end = source.size) => copyOf(await readExactly(source, start, end)),
  };
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  const columns = planColumns(parquetSchema(metadata), options);
  const notes = pandasNotes(metadata.key_value_metadata?.find(({ key }) => key === "pandas")?.value);
  const rows = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (rows !== Number(metadata.num_rows)) throw new Error(`it holds ${rows} of ${metadata.num_rows} rows`);
  checkPlausibleSize(rows, columns.length, source.size);
  return {
    source,
    columns,
    groups: metadata.row_groups,
    rows,
    notes,
    readHeader: parquetHeader,
    decompressors,
  };
}

async function readParquet(source: ByteSource, options: ReadOptions): Promise<Table> {
  const file = await openParquet(source, options);
  const { columns, groups, notes } = file;
  const chunks: ColumnChunk[][] = columns.map(() => []);
  for (const [g, group] of groups.entries())
    await readGroup(file, group, options, (j, chunk) => {
      chunks[j].push(chunk);
      options.onProgress?.((g + (j + 1) / columns.length) / groups.length);
    });
  return withPandasIndex(tableOf(file, chunks, file.rows), notes, options);
}

const tableOf = ({ columns }: OpenParquet, chunks: ColumnChunk[][], rows: number): Table =>
  joinTable(
    columns.map(({ name }) => name),
    chunks,
    rows,
  );

/** Decodes a whole row group, column by column. */
async function readGroup(
  file: OpenParquet,
  group: RowGroup,
  { signal }: ReadOptions,
  onChunk: (column: number, chunk: ColumnChunk) => void,
): Promise<void> {
  const { columns, source, readHeader } = file;
  const rows = Number(group.num_rows);
  const places = columns.map((column) => findChunk(group, column));
  const readBytes = await nearbyReads(source, places);
  for (const [j, column] of columns.entries()) {
    signal?.throwIfAborted();
    if (column.type === null || rows === 0) continue;
    const decompress = decompressorOf(file, column, places[j]);
    const pages = listPages(await readBytes(places[j]), rows, readHeader);
    const { chunk, dictionary } = readColumnChunk(pages, rows, column.element, column.type, decompress);
    onChunk(j, declared(file, column, chunk, dictionary));
  }
}

/** What the file says of a column beside its type: that it is a category of pandas, or yes or no. */
function declared(
  { notes }: OpenParquet,
  { name, element }: PlannedColumn,
  chunk: ColumnChunk,
  dictionary: readonly string[],
): ColumnChunk {
  if (chunk.kind === "text" && notes.categorical.has(name)) return nominalFromTexts(chunk.values, dictionary);
  return chunk.kind === "number" && element.type === "BOOLEAN" ? { ...chunk, isBoolean: true } : chunk;
}

function decompressorOf({ decompressors }: OpenParquet, { name }: PlannedColumn, { codec }: ChunkPlace) {
  const decompress = decompressors[codec];
  if (decompress) return decompress;
  throw new InputError(
    "unreadable-file",
    `the compression ${codec} of column "${name}" is not supported; use Snappy, Zstandard, gzip, Brotli or LZ4`,
  );
}

/** Row groups of more bytes are read page by page, in parts of about so many bytes. */
const wholeGroup = 2 ** 26;
const partBytes = 2 ** 24;

async function* readParts(source: ByteSource, options: ReadOptions): AsyncGenerator<Table> {
  const file = await openParquet(source, options);
  const { columns, groups, notes, rows } = file;
  let done = 0;
  const partRows = Math.max(1, Math.floor(partBytes / (8 * columns.length)));
  for (const group of groups) {
    const groupRows = Number(group.num_rows);
    const cursors =
      8 * groupRows * columns.length > wholeGroup
        ? columns.map((column) => cursorOf(file, group, column))
        : null;
    for (let first = 0; first < groupRows; ) {
      options.signal?.throwIfAborted();
      const count = cursors ? Math.min(partRows, groupRows - first) : groupRows;
      const chunks: ColumnChunk[][] = columns.map(() => []);
      if (!cursors) await readGroup(file, group, options, (j, chunk) => chunks[j].push(chunk));
      else
        for (const [j, cursor] of cursors.entries()) {
          const { type } = columns[j];
          if (!cursor || !type) continue;
          const chunk = { kind: type.kind, values: await cursor.read(count) } as ColumnChunk;
          chunks[j].push(declared(file, columns[j], chunk, []));
        }
      first += count;
      done += count;
      yield withPandasIndex(tableOf(file, chunks, count), notes, options);
      options.onProgress?.(done / rows);
    }
  }
}

function cursorOf(file: OpenParquet, group: RowGroup, column: PlannedColumn): ColumnCursor | null {
  const { type, element } = column;
  if (!type) return null;
  const place = findChunk(group, column);
  const decoder = new PageDecoder(element, type, decompressorOf(file, column, place));
  return new ColumnCursor(file.source, place.start, place.end, type, decoder, file.readHeader);
}

interface ChunkPlace {
  readonly start: number;
  readonly end: number;
  readonly codec: CompressionCodec;
}

function findChunk(group: RowGroup, { name, chunkIndex }: PlannedColumn): ChunkPlace {
  const chunk = group.columns[chunkIndex];
  const found = chunk?.meta_data;
  if (!found || found.path_in_schema[0] !== name)
    throw new Error(`column "${name}" is missing in a row group`);
  if (chunk.file_path) throw new Error(`column "${name}" lies in another file`);
  const dictionary = Number(found.dictionary_page_offset ?? 0);
  const data = Number(found.data_page_offset);
  const start = dictionary > 0 && dictionary < data ? dictionary : data;
  return { start, end: start + Number(found.total_compressed_size), codec: found.codec };
}

/** One read for a whole row group of moderate size: wide files have tens of thousands of tiny chunks. */
async function nearbyReads(source: ByteSource, places: readonly ChunkPlace[]) {
  const start = places.reduce((least, place) => Math.min(least, place.start), source.size);
  const end = places.reduce((most, place) => Math.max(most, place.end), start);
  if (end - start > 64 << 20) return (place: ChunkPlace) => readExactly(source, place.start, place.end);
  const bytes = await readExactly(source, start, end);
  return async (place: ChunkPlace) => bytes.subarray(place.start - start, place.end - start);
}

const startsWith = (bytes: Uint8Array, magic: string) =>
  [...magic].every((c, i) => bytes[i] === c.charCodeAt(0));

function copyOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** A column of the file and how it is read. */
interface PlannedColumn {
  readonly name: string;
  readonly element: SchemaElement;
  /** The place of its (first) chunk among the column chunks of a row group. */
  readonly chunkIndex: number;
  /** Null for a column that the user leaves out: it is not decoded. */
  readonly type: LogicalType | null;
}

/** Decides for every column what its values are; refuses those that are neither numbers nor text. */
function planColumns({ children }: SchemaTree, { drop = [] }: ReadOptions): PlannedColumn[] {
  let chunkIndex = 0;
  return children.map((column) => {
    const { element } = column;
    const planned = { name: element.name, element, chunkIndex };
    chunkIndex += leaves(column);
    if (drop.includes(element.name)) return { ...planned, type: null };
    const isNested = column.children.length > 0 || element.repetition_type === "REPEATED";
    const type = isNested ? "lists or records" : logicalType(element);
    if (typeof type === "string") throw otherColumn(element.name, type);
    return { ...planned, type };
  });
}

function leaves({ children }: SchemaTree): number {
  return children.length === 0 ? 1 : children.reduce((sum, child) => sum + leaves(child), 0);
}
