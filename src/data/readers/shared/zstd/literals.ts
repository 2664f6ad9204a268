import { type HuffmanTable, readHuffmanStream, readHuffmanTable } from "./huffman.js";

/** The literals of a block, the table for the next one that repeats it, and where they end. */
export interface Literals {
  readonly bytes: Uint8Array;
  readonly table: HuffmanTable | null;
  readonly end: number;
}

/** Reads the literals section of a block (RFC 8878, 3.1.1.3.1). */
export function readLiterals(
  bytes: Uint8Array,
  limit: number,
  previous: HuffmanTable | null,
  mostBytes: number,
): Literals {
  const type = bytes[0] & 3;
  const format = (bytes[0] >> 2) & 3;
  if (type < 2) {
    const width = format % 2 === 0 ? 1 : format === 1 ? 2 : 3;
    const size =
      width === 1 ? bytes[0] >> 3 : (bytes[0] >> 4) | (bytes[1] << 4) | (width === 3 ? bytes[2] << 12 : 0);
    const end = width + (type === 0 ? size : 1);
    if (size > mostBytes || end > limit) throw new Error("Zstandard literals are cut off");
    const literals = type === 0 ? bytes.slice(width, end) : new Uint8Array(size).fill(bytes[width]);
    return { bytes: literals, table: previous, end };
  }
  const width = format < 2 ? 3 : format + 2;
  const sizeBits = [10, 10, 14, 18][format];
  const header =
    bytes[0] +
    bytes[1] * 2 ** 8 +
    bytes[2] * 2 ** 16 +
    (width > 3 ? bytes[3] * 2 ** 24 : 0) +
    (width > 4 ? bytes[4] * 2 ** 32 : 0);
  const size = Math.floor(header / 16) % 2 ** sizeBits;
  const end = width + (Math.floor(header / 2 ** (4 + sizeBits)) % 2 ** sizeBits);
  if (size > mostBytes || end > limit) throw new Error("Zstandard literals are cut off");
  let start = width;
  let table = previous;
  if (type === 2) ({ table, end: start } = readHuffmanTable(bytes, start, end));
  if (!table) throw new Error("Zstandard literals repeat a missing table");
  const literals = new Uint8Array(size);
  if (format === 0) readHuffmanStream(bytes, start, end, table, literals);
  else readFourStreams(bytes, start, end, table, literals);
  return { bytes: literals, table, end };
}

function readFourStreams(
  bytes: Uint8Array,
  start: number,
  end: number,
  table: HuffmanTable,
  literals: Uint8Array,
): void {
  const part = (literals.length + 3) >> 2;
  let from = start + 6;
  for (let i = 0; i < 4; i++) {
    const to = i === 3 ? end : from + (bytes[start + 2 * i] | (bytes[start + 2 * i + 1] << 8));
    if (to > end || 3 * part > literals.length) throw new Error("Zstandard literals are cut off");
    readHuffmanStream(
      bytes,
      from,
      to,
      table,
      literals.subarray(i * part, i === 3 ? literals.length : (i + 1) * part),
    );
    from = to;
  }
}
