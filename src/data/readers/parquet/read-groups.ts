import { InputError } from "../../../core/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";
import { type ChunkPlace, nearbyReads, type PlannedColumn } from "../parquet.js";
import { type ColumnChunk, nominalFromTexts } from "../shared/column-chunks.js";
import type { PandasNotes } from "../shared/pandas-index.js";
import { listPages, loadDecompressors } from "./pages.js";
import { readColumnChunk } from "./read-column-chunk.js";

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

/** Reads the chunks of some columns of row groups, wherever what is known of them comes from. */
export async function groupReader(
  source: ByteSource,
  { signal }: ReadOptions,
  notes: PandasNotes,
  groups: readonly GroupPlaces[],
): Promise<ReadGroup> {
  const [{ parquetHeader }, decompressors] = await Promise.all([
    import("hyparquet/src/column.js"),
    loadDecompressors(),
  ]);
  return async (g, wanted, tell) => {
    const { rows } = groups[g];
    const places = wanted.map((column) => groups[g].placeOf(column));
    const readBytes = await nearbyReads(source, places);
    for (const [j, { name, element, type }] of wanted.entries()) {
      signal?.throwIfAborted();
      if (type === null || rows === 0) continue;
      const decompress = decompressors[places[j].codec];
      if (!decompress)
        throw new InputError(
          "unreadable-file",
          `the compression ${places[j].codec} of column "${name}" is not supported; use Snappy, Zstandard, gzip, Brotli or LZ4`,
        );
      const pages = listPages(await readBytes(places[j]), rows, parquetHeader);
      const { chunk, dictionary } = readColumnChunk(pages, rows, element, type, decompress);
      const isNominal = chunk.kind === "text" && notes.categorical.has(name);
      const isBoolean = chunk.kind === "number" && element.type === "BOOLEAN";
      tell(
        j,
        isNominal
          ? nominalFromTexts(chunk.values, dictionary)
          : isBoolean
            ? { ...chunk, isBoolean: true }
            : chunk,
      );
    }
  };
}
