import type { ByteSource } from "../../byte-source.js";
import { parseNumber } from "../shared/parse-number.js";
import { type CellSink, Tokenizer } from "./tokenizer.js";

/** What separates the cells, and what stands before the decimals; both as bytes. */
export interface Dialect {
  readonly separator: number;
  readonly decimalMark: number;
}

const [tab, semicolon, comma, bar, space, point] = [9, 59, 44, 124, 32, 46];

/**
 * The dialect of a table from its first lines. Each separator is tried; the one wins that gives the most lines the same
 * number of cells (two at least) and makes the most cells numbers. A space separates only where that makes most cells
 * numbers: names and labels have spaces too. The decimal mark is a comma where that makes more cells numbers.
 */
export function guessDialect(head: Uint8Array, isWhole: boolean, given: Partial<Dialect>): Dialect {
  const separators = given.separator ? [given.separator] : [tab, semicolon, comma, bar, space];
  let best: Dialect = { separator: separators[0], decimalMark: given.decimalMark ?? point };
  if (!given.separator) best = { ...best, separator: best.decimalMark === comma ? semicolon : comma };
  let bestScore = 0;
  for (const separator of separators) {
    const counter = new CellCounter();
    try {
      new Tokenizer(separator, counter).push(head, isWhole);
    } catch {
      counter.endRow(0); // its quotes make no sense; if they do with no separator, the reader will say so
    }
    const evenness = given.separator ? 1 : counter.evenness();
    if (evenness === 0) continue;
    for (const decimalMark of [point, comma]) {
      if (decimalMark === separator || decimalMark !== (given.decimalMark ?? decimalMark)) continue;
      const numbers = counter.share(decimalMark === comma);
      const score = 2 * evenness + numbers;
      if (score <= bestScore || (separator === space && !given.separator && numbers <= 0.5)) continue;
      bestScore = score;
      best = { separator, decimalMark };
    }
  }
  return best;
}

/** Counts cells per line, and how many cells below the first line are numbers with a point and with a comma. */
class CellCounter implements CellSink {
  private readonly counts: number[] = [];
  private cells = 0;
  private withPoint = 0;
  private withComma = 0;

  cell(bytes: Uint8Array, start: number, end: number): void {
    if (this.counts.length === 0 || this.counts.length >= 100) return;
    this.cells++;
    if (parseNumber(bytes, start, end, point) !== undefined) this.withPoint++;
    if (parseNumber(bytes, start, end, comma) !== undefined) this.withComma++;
  }

  endRow(cells: number): void {
    this.counts.push(cells);
  }

  blankLine(): void {}

  /** The share of numbers among the cells. */
  share(decimalComma: boolean): number {
    return this.cells === 0 ? 0 : (decimalComma ? this.withComma : this.withPoint) / this.cells;
  }

  /** The share of lines that have as many cells as most lines; 0 where that is a single cell. */
  evenness(): number {
    const tally = new Map<number, number>();
    for (const count of this.counts) tally.set(count, (tally.get(count) ?? 0) + 1);
    let [common, lines] = [1, 0];
    for (const [count, times] of tally)
      if (times > lines || (times === lines && count > common)) [common, lines] = [count, times];
    if (common < 2) return 0;
    const namesOnly = this.counts[0] === common - 1 ? 1 : 0; // R writes no name above the row names
    return (lines + namesOnly) / this.counts.length;
  }
}

/** A cell of the sample: a number, missing, or text. */
export type CellKind = "number" | "missing" | "text";

/**
 * Whether the first line of a table names the columns.
 *
 * - It does where each later line has one cell more: R's row names have no name.
 * - Where the lines below have columns of numbers, it does if it has text over one of them, or if it numbers them:
 *   different whole numbers over columns that hold fractions, and beside them a word that never comes again.
 * - Otherwise (all text) it does if its cells are there, differ, and none occurs again below it in its column.
 * - A single line is data if it has a number.
 */
export function guessHeader(
  rows: readonly (readonly string[])[],
  kindOf: (cell: string) => CellKind,
): boolean {
  const [first, ...below] = rows;
  if (below.length === 0) return !first.some((cell) => kindOf(cell) === "number");
  if (namesRows(rows) || countsColumns(first, below)) return true;
  const kinds = first.map((_, j) => {
    const found = new Set(below.map((row) => kindOf(row[j] ?? "")));
    return found.has("text") ? "text" : found.has("number") ? "number" : "missing";
  });
  const overNumbers = first.filter((_, j) => kinds[j] === "number");
  const isNew = (cell: string, j: number) => cell !== "" && below.every((row) => row[j] !== cell);
  if (overNumbers.length > 0)
    return overNumbers.some((cell) => kindOf(cell) === "text") || numbersColumns(first, below, kinds, isNew);
  return new Set(first).size === first.length && first.every(isNew);
}

/** Whether the first line is 0, 1, 2, … or 1, 2, 3, …, as pandas writes columns without names; a row index may come before. */
function countsColumns(first: readonly string[], below: readonly (readonly string[])[]): boolean {
  const names = first[0] === "" ? first.slice(1) : first;
  const start = Number(names[0]);
  if (names.length < 3 || (start !== 0 && start !== 1)) return false;
  const counts = (row: readonly string[]) => row.every((cell, j) => cell.trim() === String(start + j));
  const isWhole = (cell: string) => /^-?\d+$/.test(cell.trim());
  // A short first sample may happen to count; whole numbers below make that likelier.
  const isSure = names.length >= 8 || below.some((row) => row.some((cell) => cell !== "" && !isWhole(cell)));
  return counts(names) && isSure && !below.some((row) => counts(row.slice(first.length - names.length)));
}

/** With fewer lines below it, a first line of whole numbers may well be data. */
const enough = 4;

/** Names such as 1, 2, 3, class, which are what features without names are written with. */
function numbersColumns(
  first: readonly string[],
  below: readonly (readonly string[])[],
  kinds: readonly CellKind[],
  isNew: (cell: string, j: number) => boolean,
): boolean {
  const places = first.map((_, j) => j);
  const numbered = places.filter((j) => kinds[j] === "number");
  const words = places.filter((j) => kinds[j] === "text");
  const isWhole = (cell: string) => /^\d+$/.test(cell.trim());
  return (
    below.length >= enough &&
    words.length > 0 &&
    words.every((j) => isNew(first[j], j)) &&
    numbered.every((j) => isWhole(first[j]) && below.some((row) => !isWhole(row[j] ?? ""))) &&
    new Set(numbered.map((j) => first[j])).size === numbered.length
  );
}

/** Whether the first line is one cell shorter than every other: the first cell of those names the row. */
export function namesRows([first, ...below]: readonly (readonly string[])[]): boolean {
  return below.length > 0 && below.every((row) => row.length === first.length + 1);
}

const [lineFeed, carriageReturn, hash] = [10, 13, 35];

/** The first bytes of a table, after the comments before it. */
interface Head {
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
