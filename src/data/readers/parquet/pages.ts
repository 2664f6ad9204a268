import type { CompressionCodec, DataReader, PageHeader } from "hyparquet";
import { decompressLz4Block, decompressLz4Hadoop } from "../shared/lz4.js";
import { decompressZstd } from "../shared/zstd.js";

/** One page of a column chunk: its header and its bytes as they stand in the file. */
export interface Page {
  readonly header: PageHeader;
  readonly bytes: Uint8Array;
}

/** Reads the header of a page. */
export type ReadHeader = (reader: DataReader) => PageHeader;

/** Unpacks bytes to a size that is known beforehand. */
export type Decompress = (bytes: Uint8Array, size: number) => Uint8Array;

/**
 * Lists the pages of a column chunk. Every size in the headers is held against the chunk here, because a wrong one sends
 * decoders into endless loops or makes them fill the memory; `rows` values must come out, no more and no fewer.
 */
export function listPages(chunk: Uint8Array, rows: number, readHeader: ReadHeader): Page[] {
  const pages: Page[] = [];
  const reader: DataReader = { view: new DataView(chunk.buffer, chunk.byteOffset, chunk.length), offset: 0 };
  let values = 0;
  while (values < rows) {
    const header = readHeader(reader);
    const { compressed_page_size: length } = header;
    checkPage(header, chunk.length - reader.offset);
    if (isDataPage(header)) values += valuesIn(header);
    pages.push({ header, bytes: chunk.subarray(reader.offset, reader.offset + length) });
    reader.offset += length;
  }
  if (values !== rows) throw new Error(`a column has ${values} values for ${rows} rows`);
  return pages;
}

/** Refuses sizes that cannot be; `room` is what the chunk has left behind the header. */
export function checkPage(header: PageHeader, room: number): void {
  const { compressed_page_size: length, uncompressed_page_size: size } = header;
  if (!(isCount(length) && isCount(size) && length <= room)) throw new Error("a page has an impossible size");
  if (!isCount(valuesIn(header))) throw new Error("a page has an impossible number of values");
}

/** Whether a page holds rows, not a dictionary or an index. */
export const isDataPage = ({ type }: PageHeader): boolean => type === "DATA_PAGE" || type === "DATA_PAGE_V2";

/** How many values a page holds, missing ones included. */
export function valuesIn({
  data_page_header: v1,
  data_page_header_v2: v2,
  dictionary_page_header,
}: PageHeader): number {
  return (v1 ?? v2 ?? dictionary_page_header)?.num_values ?? 0;
}

/** Decompressors by the name that Parquet gives them. The package's LZ4 and Zstandard can hang on damaged data. */
export async function loadDecompressors(): Promise<Partial<Record<CompressionCodec, Decompress>>> {
  const { compressors } = await import("hyparquet-compressors");
  return {
    ...compressors,
    UNCOMPRESSED: (bytes) => bytes,
    LZ4: decompressLz4Hadoop,
    LZ4_RAW: decompressLz4Block,
    ZSTD: decompressZstd,
  };
}

const isCount = (value: unknown) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 31;
