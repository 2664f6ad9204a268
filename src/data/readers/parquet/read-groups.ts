import type { CompressionCodec, SchemaElement } from "hyparquet";
import { InputError } from "../../../core/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";
import { type ColumnChunk, nominalFromTexts } from "../shared/column-chunks.js";
import type { PandasNotes } from "../shared/pandas-index.js";
import { readExactly } from "../shared/reading.js";
import { ColumnCursor } from "./column-cursor.js";
import type { LogicalType } from "./logical-type.js";
import { listPages, loadDecompressors } from "./pages.js";
import { PageDecoder, readColumnChunk } from "./read-column-chunk.js";

/** A column of the file and how it is read. */
export interface PlannedColumn {
  readonly name: string;
  readonly element: SchemaElement;
  /** The place of its (first) chunk among the column chunks of a row group. */
  readonly chunkIndex: number;
  /** Null for a column that the user leaves out: it is not decoded. */
  readonly type: LogicalType | null;
}

/** Where the chunk of a column lies. */
export interface ChunkPlace {
  readonly start: number;
  readonly end: number;
  readonly codec: CompressionCodec;
}

/** A row group as the footer has it. */
export interface GroupPlaces {
  readonly rows: number;
  placeOf(column: PlannedColumn): ChunkPlace;
}

/** Tells what these columns hold in a row group; those that are left out, and all of an empty group, are not told. */
export type ReadGroup = (
  group: number,
  columns: readonly PlannedColumn[],
  tell: (place: number, chunk: ColumnChunk) => void,
) => Promise<void>;

/** Reads the next values of a column, so many rows at a time. */
export type ReadNext = (rows: number) => Promise<ColumnChunk>;

/** Opens the columns of a row group that is too large to be read as a whole; null for those that are left out. */
export type OpenGroup = (group: number, columns: readonly PlannedColumn[]) => (ReadNext | null)[];

/**
 * Reads the chunks of row groups. hyparquet reads the page headers and brings the decompressors. The pages are decoded here:
 * hyparquet's own decoding believes the run lengths and counts that it finds, so that one wrong byte in a file can fill the
 * memory, and it makes an array of objects of what becomes plain columns here.
 */
export async function groupReader(
  source: ByteSource,
  { signal }: ReadOptions,
  notes: PandasNotes,
  groups: readonly GroupPlaces[],
): Promise<{ readonly readGroup: ReadGroup; readonly openGroup: OpenGroup }> {
  const [{ parquetHeader }, decompressors] = await Promise.all([
    import("hyparquet/src/column.js"),
    loadDecompressors(),
  ]);
  const decompressorOf = ({ name }: PlannedColumn, { codec }: ChunkPlace) => {
    const decompress = decompressors[codec];
    if (decompress) return decompress;
    throw new InputError(
      "unreadable-file",
      `the compression ${codec} of column "${name}" is not supported; use Snappy, Zstandard, gzip, Brotli or LZ4`,
    );
  };
  return {
    async readGroup(g, wanted, tell) {
      const { rows } = groups[g];
      const places = wanted.map((column) => groups[g].placeOf(column));
      const readBytes = await nearbyReads(source, places);
      for (const [j, column] of wanted.entries()) {
        signal?.throwIfAborted();
        const { element, type } = column;
        if (type === null || rows === 0) continue;
        const decompress = decompressorOf(column, places[j]);
        const pages = listPages(await readBytes(places[j]), rows, parquetHeader);
        const { chunk, dictionary } = readColumnChunk(pages, rows, element, type, decompress);
        tell(j, declared(notes, column, chunk, dictionary));
      }
    },
    openGroup: (g, wanted) =>
      wanted.map((column) => {
        const { type, element } = column;
        if (type === null) return null;
        const place = groups[g].placeOf(column);
        const decoder = new PageDecoder(element, type, decompressorOf(column, place));
        const cursor = new ColumnCursor(source, place.start, place.end, type, decoder, parquetHeader);
        return async (count) => {
          const chunk = { kind: type.kind, values: await cursor.read(count) } as ColumnChunk;
          return declared(notes, column, chunk, []);
        };
      }),
  };
}

/** What the file says of a column beside its type: that it is a category of pandas, or yes or no. */
function declared(
  notes: PandasNotes,
  { name, element }: PlannedColumn,
  chunk: ColumnChunk,
  dictionary: readonly string[],
): ColumnChunk {
  if (chunk.kind === "text" && notes.categorical.has(name)) return nominalFromTexts(chunk.values, dictionary);
  return chunk.kind === "number" && element.type === "BOOLEAN" ? { ...chunk, isBoolean: true } : chunk;
}

/** One read for a whole row group of moderate size: wide files have tens of thousands of tiny chunks. */
async function nearbyReads(source: ByteSource, places: readonly ChunkPlace[]) {
  const start = places.reduce((least, place) => Math.min(least, place.start), source.size);
  const end = places.reduce((most, place) => Math.max(most, place.end), start);
  if (end - start > 64 << 20) return (place: ChunkPlace) => readExactly(source, place.start, place.end);
  const bytes = await readExactly(source, start, end);
  return async (place: ChunkPlace) => bytes.subarray(place.start - start, place.end - start);
}
