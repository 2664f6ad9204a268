import { decodeText } from "../shared/decode-text.js";
import { parseNumber } from "../shared/parse-number.js";
import { lineError } from "../shared/reading.js";

const [backslash, single, double, questionMark] = [92, 39, 34, 63];
const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t" };

/** Reads one line of an ARFF file value by value; values may stand in single or double quotes, with escapes. */
export class ValueScanner {
  /** Where the scanner stands. */
  at = 0;
  /** The bytes of the last value, without quotes; escapes are still in them. */
  start = 0;
  end = 0;
  isQuoted = false;
  private bytes: Uint8Array = new Uint8Array(0);
  private lineEnd = 0;
  private line = 0;

  /** Starts a new line. */
  open(bytes: Uint8Array, start: number, end: number, line: number): void {
    this.bytes = bytes;
    this.at = start;
    this.lineEnd = end;
    this.line = line;
  }

  /** The next byte that is not blank, 0 at the end of the line; the scanner stands on it afterwards. */
  peek(): number {
    while (this.at < this.lineEnd && this.bytes[this.at] <= 32) this.at++;
    return this.at < this.lineEnd ? this.bytes[this.at] : 0;
  }

  /** Reads up to one of the bytes that `stops` marks; the scanner stands on that byte afterwards. */
  next(stops: Uint8Array): void {
    const { bytes, lineEnd } = this;
    const first = this.peek();
    this.isQuoted = first === single || first === double;
    if (this.isQuoted) {
      this.start = ++this.at;
      while (this.at < lineEnd && bytes[this.at] !== first) this.at += bytes[this.at] === backslash ? 2 : 1;
      if (this.at >= lineEnd)
        throw lineError(
          this.line,
          "the quote that opens here is not closed on the same line; close or remove it",
        );
      this.end = this.at++;
      return;
    }
    this.start = this.at;
    while (this.at < lineEnd && stops[bytes[this.at]] === 0) this.at++;
    this.end = this.at;
    while (this.end > this.start && bytes[this.end - 1] <= 32) this.end--;
  }

  /** Whether the last value is a bare question mark, or nothing at all. */
  isMissing(): boolean {
    if (this.isQuoted || this.end - this.start > 1) return false;
    return this.end === this.start || this.bytes[this.start] === questionMark;
  }

  /** The last value as a number, NaN where it is missing, undefined where it is text. */
  number(): number | undefined {
    return parseNumber(this.bytes, this.start, this.end);
  }

  /** The last value as text. */
  text(): string {
    const text = decodeText(this.bytes, this.start, this.end);
    return this.isQuoted && text.includes("\\")
      ? text.replace(/\\(.)/gs, (_, letter) => escapes[letter] ?? letter)
      : text;
  }
}

/** Marks bytes for {@link ValueScanner.next}. */
export function stopBytes(characters: string): Uint8Array {
  const stops = new Uint8Array(256);
  for (const character of characters) stops[character.charCodeAt(0)] = 1;
  return stops;
}
