import { lineError } from "../shared/reading.js";

const [lineFeed, carriageReturn, quote, space, tab] = [10, 13, 34, 32, 9];

/** A quote that is not closed within so many bytes is taken for a mistake. */
const longestQuote = 1 << 22;

/** Takes the cells of a table as they come. */
export interface CellSink {
  /** A cell's bytes, without the quotes around it; valid only during the call. */
  cell(bytes: Uint8Array, start: number, end: number, column: number): void;
  /** The row that started on this line is complete. */
  endRow(cells: number, line: number): void;
  blankLine(): void;
}

/**
 * Splits a text table into cells, straight from its bytes. Quoting is that of RFC 4180: separators and line ends within
 * quotes belong to the cell, a doubled quote stands for one. Lines end with LF, CR LF or CR. Where the separator is a
 * space, any run of spaces and tabs separates.
 */
export class Tokenizer {
  /** The line that is being read, from 1. */
  line: number;
  /** Where the last complete row ended in the bytes that are being read. */
  rowEnd = 0;
  /** The line on which the row that is being read started. */
  rowLine: number;
  private column = 0;
  /** 1 for the bytes that end a cell. */
  private readonly stops = new Uint8Array(256);
  private readonly joinsBlanks: boolean;

  constructor(
    separator: number,
    private readonly sink: CellSink,
    firstLine = 1,
  ) {
    this.line = firstLine;
    this.rowLine = firstLine;
    this.joinsBlanks = separator === space;
    for (const byte of [separator, lineFeed, carriageReturn]) this.stops[byte] = 1;
    if (this.joinsBlanks) this.stops[tab] = 1;
  }

  /** Reads the complete cells, and gives where the first incomplete one starts. In the last chunk all are complete. */
  push(bytes: Uint8Array, isLast: boolean): number {
    const { stops, sink } = this;
    const { length } = bytes;
    let at = 0;
    while (at < length) {
      const cellStart = at;
      at = this.skipBlanks(bytes, at);
      const start = at;
      const isQuoted = at < length && bytes[at] === quote;
      let close = -1;
      if (isQuoted) {
        close = this.closingQuote(bytes, start, isLast);
        if (close < 0) return cellStart;
        at = this.joinsBlanks ? close + 1 : this.skipBlanks(bytes, close + 1);
      } else while (at < length && stops[bytes[at]] === 0) at++;

      // A carriage return that ends the chunk may have its line feed in the next one.
      if (!isLast && at + 1 >= length) return cellStart;
      const stop = at < length ? bytes[at] : lineFeed;
      const endsLine = stop === lineFeed || stop === carriageReturn;
      if (isQuoted) this.quotedCell(bytes, start, close, stop);
      else if (at > start || !endsLine) sink.cell(bytes, start, at, this.column++);
      else if (this.column > 0 && !this.joinsBlanks) sink.cell(bytes, start, at, this.column++);
      at++;
      if (endsLine) {
        if (stop === carriageReturn && at < length && bytes[at] === lineFeed) at++;
        this.endLine(at);
      }
    }
    // The file ends with a separator: an empty cell follows it.
    if (isLast && this.column > 0) {
      if (!this.joinsBlanks) sink.cell(bytes, length, length, this.column++);
      this.endLine(length);
    }
    return length;
  }

  private endLine(end: number): void {
    this.rowEnd = end;
    this.line++;
    if (this.column === 0) this.sink.blankLine();
    else this.sink.endRow(this.column, this.rowLine);
    this.column = 0;
    this.rowLine = this.line;
  }

  private skipBlanks(bytes: Uint8Array, at: number): number {
    while (at < bytes.length && (bytes[at] === space || (this.joinsBlanks && bytes[at] === tab))) at++;
    return at;
  }

  /** Where the quote that opens at `open` closes; −1 where these bytes do not tell. */
  private closingQuote(bytes: Uint8Array, open: number, isLast: boolean): number {
    let at = open + 1;
    for (;;) {
      at = bytes.indexOf(quote, at);
      const isLastByte = at === bytes.length - 1;
      if (at >= 0 && !(isLastByte && !isLast)) {
        if (bytes[at + 1] !== quote || isLastByte) return at;
        at += 2;
      } else if (isLast || bytes.length - open > longestQuote)
        throw lineError(this.line, "the quote that opens here is never closed; close or remove it");
      else return -1;
    }
  }

  private quotedCell(bytes: Uint8Array, open: number, close: number, stop: number): void {
    if (this.stops[stop] === 0)
      throw lineError(
        this.line,
        `cell ${this.column + 1} continues after its closing quote; double a quote inside quotes`,
      );
    const content = bytes.subarray(open + 1, close);
    const cell = content.includes(quote) ? withSingleQuotes(content) : content;
    this.sink.cell(cell, 0, cell.length, this.column++);
    for (let at = open + 1; at < close; at++)
      if (bytes[at] === lineFeed || (bytes[at] === carriageReturn && bytes[at + 1] !== lineFeed)) this.line++;
  }
}

function withSingleQuotes(content: Uint8Array): Uint8Array {
  const result = new Uint8Array(content.length);
  let length = 0;
  for (let at = 0; at < content.length; at++) {
    result[length++] = content[at];
    if (content[at] === quote) at++;
  }
  return result.subarray(0, length);
}
