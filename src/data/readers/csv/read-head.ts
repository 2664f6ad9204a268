import type { ByteSource } from "../../byte-source.js";

const [lineFeed, carriageReturn, hash] = [10, 13, 35];

/** The first bytes of a table, after the comments before it. */
export interface Head {
  readonly bytes: Uint8Array;
  /** Where they start in the file, and in which line. */
  readonly start: number;
  readonly line: number;
  /** Whether they reach the end of the file. */
  readonly isWhole: boolean;
}

/** Reads up to `size` bytes, and passes over blank lines and lines that start with `#`. */
export async function readHead(source: ByteSource, size: number): Promise<Head> {
  const bytes = await source.read(0, Math.min(size, source.size));
  let start = 0;
  let line = 1;
  while (start < bytes.length) {
    if (bytes[start] === hash) {
      while (start < bytes.length && bytes[start] !== lineFeed && bytes[start] !== carriageReturn) start++;
    } else if (bytes[start] === lineFeed || bytes[start] === carriageReturn) {
      if (bytes[start] === carriageReturn && bytes[start + 1] === lineFeed) start++;
      start++;
      line++;
    } else break;
  }
  return { bytes: bytes.subarray(start), start, line, isWhole: bytes.length >= source.size };
}

/** How many lines these bytes hold. */
export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] === lineFeed || (bytes[at] === carriageReturn && bytes[at + 1] !== lineFeed)) count++;
  return count;
}
