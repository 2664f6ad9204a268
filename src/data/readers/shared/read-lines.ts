import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";
import { consumeText } from "./consume-text.js";
import { openText } from "./open-text.js";

const [lineFeed, carriageReturn] = [10, 13];

/** Takes one line: the bytes from `start` to `end`, without the line end, and the line's number from 1. */
export type LineHandler = (bytes: Uint8Array, start: number, end: number, line: number) => void;

/** Reads a text file line by line; lines end with LF, CR LF or CR. */
export async function readLines(
  source: ByteSource,
  options: Pick<ReadOptions, "onProgress" | "signal">,
  onLine: LineHandler,
): Promise<void> {
  let line = 0;
  await consumeText(await openText(source), options, (bytes, isLast) => {
    const { length } = bytes;
    for (let start = 0; ; ) {
      let end = start;
      while (end < length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end++;
      // A carriage return that ends the chunk may have its line feed in the next one.
      if (end + 1 >= length && !isLast) return start;
      if (start >= length) return length;
      onLine(bytes, start, end, ++line);
      start = end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1);
    }
  });
}
