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
      new Tokenizer("", separator, counter).push(head, isWhole);
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
