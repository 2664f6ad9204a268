import type { RowGroup, SchemaTree } from "hyparquet";
import { InputError } from "../../../core/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";
import { otherColumn } from "../shared/column-chunks.js";
import { type PandasNotes, pandasNotes } from "../shared/pandas-index.js";
import { checkPlausibleSize, readExactly } from "../shared/reading.js";
import { logicalType } from "./logical-type.js";
import {
  type ChunkPlace,
  groupReader,
  type OpenGroup,
  type PlannedColumn,
  type ReadGroup,
} from "./read-groups.js";

/** A Parquet file whose footer has been read. */
export interface OpenParquet {
  readonly columns: readonly PlannedColumn[];
  readonly notes: PandasNotes;
  readonly rows: number;
  /** The rows of each row group. */
  readonly groups: readonly number[];
  readonly readGroup: ReadGroup;
  readonly openGroup: OpenGroup;
}

/** Reads the footer with hyparquet. */
export async function openParquet(source: ByteSource, options: ReadOptions): Promise<OpenParquet> {
  if (source.size < 12) throw new Error("it is too short");
  if (startsWith(await source.read(source.size - 4, source.size), "PARE"))
    throw new InputError(
      "unreadable-file",
      `encrypted Parquet files are not supported; save the file without encryption`,
    );
  const { parquetMetadataAsync, parquetSchema } = await import("hyparquet");
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
  const groups = metadata.row_groups.map((group) => ({
    rows: Number(group.num_rows),
    placeOf: (column: PlannedColumn) => findChunk(group, column),
  }));
  return {
    columns,
    notes,
    rows,
    groups: groups.map((group) => group.rows),
    ...(await groupReader(source, options, notes, groups)),
  };
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

/** Whether bytes begin with these letters. */
export const startsWith = (bytes: Uint8Array, magic: string) =>
  [...magic].every((c, i) => bytes[i] === c.charCodeAt(0));

function copyOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
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
