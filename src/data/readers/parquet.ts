import type { CompressionCodec, RowGroup, SchemaElement, SchemaTree } from "hyparquet";
import { InputError } from "../../core/input-error.js";
import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import type { Table } from "../table.js";
import { type LogicalType, logicalType } from "./parquet/logical-type.js";
import { listPages, loadDecompressors } from "./parquet/pages.js";
import { readColumnChunk } from "./parquet/read-column-chunk.js";
import type { TableReader } from "./reader.js";
import { type ColumnChunk, joinTable, nominalFromTexts, otherColumn } from "./shared/column-chunks.js";
import { pandasNotes, withPandasIndex } from "./shared/pandas-index.js";
import { checkPlausibleSize, readExactly, reading } from "./shared/reading.js";

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
};

async function readParquet(source: ByteSource, options: ReadOptions): Promise<Table> {
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

  const chunks: ColumnChunk[][] = columns.map(() => []);
  for (const [g, group] of metadata.row_groups.entries()) {
    const groupRows = Number(group.num_rows);
    const places = columns.map((column) => findChunk(group, column));
    const readBytes = await nearbyReads(source, places);
    for (const [j, { name, element, type }] of columns.entries()) {
      options.signal?.throwIfAborted();
      if (type === null || groupRows === 0) continue;
      const decompress = decompressors[places[j].codec];
      if (!decompress)
        throw new InputError(
          "unreadable-file",
          `the compression ${places[j].codec} of column "${name}" is not supported; use Snappy, Zstandard, gzip, Brotli or LZ4`,
        );
      const pages = listPages(await readBytes(places[j]), groupRows, parquetHeader);
      const { chunk, dictionary } = readColumnChunk(pages, groupRows, element, type, decompress);
      const isNominal = chunk.kind === "text" && notes.categorical.has(name);
      const isBoolean = chunk.kind === "number" && element.type === "BOOLEAN";
      chunks[j].push(
        isNominal
          ? nominalFromTexts(chunk.values, dictionary)
          : isBoolean
            ? { ...chunk, isBoolean: true }
            : chunk,
      );
      options.onProgress?.((g + (j + 1) / columns.length) / metadata.row_groups.length);
    }
  }
  const table = joinTable(
    columns.map(({ name }) => name),
    chunks,
    rows,
  );
  return withPandasIndex(table, notes, options);
}

/** Where the chunk of a column lies. */
export interface ChunkPlace {
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
export async function nearbyReads(source: ByteSource, places: readonly ChunkPlace[]) {
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
export interface PlannedColumn {
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
