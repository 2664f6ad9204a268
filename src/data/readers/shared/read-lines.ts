import { InputError } from "../../../core/input-error.js";
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
  const cutter = new LineCutter();
  await consumeText(await openText(source), options, (bytes, isLast) => cutter.lines(bytes, isLast, onLine));
}

/** A line must fit into this many bytes. */
const longestLine = 1 << 28;

/** Cuts chunks of text into lines. */
export class LineCutter {
  /** How many bytes the next chunk should have. */
  size = 1 << 20;
  private line = 0;

  /** Hands over the complete lines of a chunk, and gives where the first incomplete one starts. */
  lines(bytes: Uint8Array, isLast: boolean, onLine: LineHandler): number {
    const { length } = bytes;
    for (let start = 0; ; ) {
      let end = start;
      while (end < length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end++;
      // A carriage return that ends the chunk may have its line feed in the next one.
      if (end + 1 >= length && !isLast) return start;
      if (start >= length) return length;
      onLine(bytes, start, end, ++this.line);
      start = end + (bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? 2 : 1);
    }
  }

  /** The same for chunks that the caller reads; asks for a longer chunk where none of its lines was complete. */
  cut(bytes: Uint8Array, isLast: boolean, onLine: LineHandler): number {
    const used = this.lines(bytes, isLast, onLine);
    if (used > 0 || isLast) return isLast ? bytes.length : used;
    if (this.size >= longestLine)
      throw new InputError("unreadable-file", `a line of more than ${longestLine} bytes is too long`);
    this.size *= 2;
    return 0;
  }
}
