import type { Column } from "../../table.js";
import { decodeText } from "../shared/decode-text.js";
import { parseNumber } from "../shared/parse-number.js";
import { lineError } from "../shared/reading.js";
import type { TableLayout } from "./table-layout.js";
import type { CellSink } from "./tokenizer.js";

const none = new Float64Array(0);

/** Ids are kept as text even where all of them are numbers. */
const noText = { line: 1, value: "" };

/**
 * The columns of a table as they are read. Which ones are text must be known beforehand, because text once parsed as
 * numbers cannot be had back: where a column of numbers turns out to hold text, it is added to `textColumns`,
 * `isComplete` turns false, and the caller reads the table again.
 */
export class ColumnStore implements CellSink {
  rows = 0;
  isComplete = true;
  private readonly columns: number;
  private readonly decimalMark: number;
  private readonly textColumns: Set<number>;
  private readonly idColumn: number;
  private capacity: number;
  private blankLines = 0;
  private readonly numbers: Float64Array[] = [];
  private readonly texts: (string[] | undefined)[] = [];
  private readonly firstTexts = new Map<number, { line: number; value: string }>();

  constructor(
    { columns, dialect, textColumns, idColumn, expectedRows }: TableLayout,
    private readonly currentLine: () => number,
  ) {
    this.columns = columns;
    this.decimalMark = dialect.decimalMark;
    this.textColumns = textColumns;
    this.idColumn = idColumn;
    this.capacity = expectedRows;
    for (let column = 0; column < columns; column++) {
      const isText = textColumns.has(column);
      this.numbers.push(new Float64Array(isText ? 0 : expectedRows));
      this.texts.push(isText ? [] : undefined);
    }
  }

  cell(bytes: Uint8Array, start: number, end: number, column: number): void {
    if (column >= this.columns) return; // told at the row's end
    const value = parseNumber(bytes, start, end, this.decimalMark);
    const texts = this.texts[column];
    if (texts === undefined) {
      if (value !== undefined) this.numbers[column][this.rows] = value;
      else {
        this.textColumns.add(column);
        this.isComplete = false;
      }
      return;
    }
    const isMissing = value !== undefined && Number.isNaN(value) && column !== this.idColumn;
    texts.push(isMissing ? "" : decodeText(bytes, start, end));
    if (value === undefined && !this.firstTexts.has(column))
      this.firstTexts.set(column, { line: this.currentLine(), value: texts[texts.length - 1] });
  }

  endRow(cells: number, line: number): void {
    if (cells !== this.columns)
      throw lineError(
        line,
        `there ${cells === 1 ? "is 1 cell" : `are ${cells} cells`} where ${this.columns} are expected; every line must have the same number of cells`,
      );
    this.blankLines = 0;
    this.nextRow();
  }

  /** In a table of one column a blank line is a missing value, except at the end. */
  blankLine(): void {
    if (this.columns > 1) return;
    this.blankLines++;
    if (this.texts[0]) this.texts[0].push("");
    else this.numbers[0][this.rows] = Number.NaN;
    this.nextRow();
  }

  /** What has been read; the store is empty afterwards. Blank lines are left out at the end of the file only. */
  finish(isEnd = true): Column[] {
    if (isEnd) this.rows -= this.blankLines;
    return this.texts.map((texts, column): Column => {
      const values = this.numbers[column];
      this.numbers[column] = none;
      if (!texts)
        return { kind: "number", values: values.length === this.rows ? values : values.slice(0, this.rows) };
      texts.length = this.rows;
      return { kind: "text", values: texts, firstText: this.firstTexts.get(column) ?? noText };
    });
  }

  private nextRow(): void {
    if (++this.rows < this.capacity) return;
    this.capacity = Math.ceil(this.capacity * 1.5) + 16;
    for (let column = 0; column < this.columns; column++) {
      if (this.texts[column]) continue;
      const grown = new Float64Array(this.capacity);
      grown.set(this.numbers[column]);
      this.numbers[column] = grown;
    }
  }
}
