import { InputError } from "../../../core/input-error.js";
import { quoted, shortList } from "../../../core/text.js";
import type { Column } from "../../table.js";
import { lineError } from "../shared/reading.js";
import type { Attribute } from "./parse-attribute.js";
import { stopBytes, type ValueScanner } from "./value-scanner.js";

const blanks = stopBytes(" \t");
const commas = stopBytes(",");
const commasAndBrace = stopBytes(",}");
const [openingBrace, closingBrace, comma] = [123, 125, 44];

/** Sparse rows are written out in full; a few kilobytes of them must not ask for more values than this (512 MiB). */
const cellLimit = 1 << 26;

/**
 * The rows of an ARFF file. Dense rows are separated by commas, or where a line has none by blanks; sparse rows are
 * `{index value, …}`. A weight in braces at the end of a row is passed over.
 */
export class DataRows {
  rows = 0;
  private capacity: number;
  private readonly builders: ColumnBuilder[];
  /** The row (from 1) that set a column last: no index may stand twice. */
  private readonly lastSet: Int32Array;

  constructor(
    private readonly attributes: readonly Attribute[],
    private readonly scanner: ValueScanner,
  ) {
    this.capacity = Math.max(4, Math.min(64, Math.floor(2 ** 22 / attributes.length)));
    this.builders = attributes.map((attribute) => columnBuilder(attribute, this.capacity));
    this.lastSet = new Int32Array(attributes.length);
  }

  /** Reads the line that the scanner has open. */
  add(hasComma: boolean, line: number): void {
    if (this.rows === this.capacity) {
      this.capacity *= 2;
      for (const builder of this.builders) builder.grow(this.capacity);
    }
    if (this.scanner.peek() === openingBrace) this.addSparse(line);
    else this.addDense(hasComma || this.attributes.length === 1, line);
    this.rows++;
  }

  finish(): Column[] {
    return this.builders.map((builder) => builder.finish(this.rows));
  }

  private addDense(byCommas: boolean, line: number): void {
    const { scanner, builders } = this;
    const expected = builders.length;
    let count = 0;
    for (;;) {
      if (count >= expected && scanner.peek() === openingBrace) break;
      scanner.next(byCommas ? commas : blanks);
      if (count < expected) builders[count].set(this.rows, scanner, line);
      count++;
      const stop = scanner.peek();
      if (stop === 0) break;
      if (stop === comma) scanner.at++;
      else if (byCommas) throw this.goesOn(line);
    }
    if (count !== expected)
      throw lineError(
        line,
        `there ${count === 1 ? "is 1 value" : `are ${count} values`} for ${expected} attributes`,
      );
  }

  private addSparse(line: number): void {
    const { scanner } = this;
    if ((this.rows + 1) * this.builders.length > cellLimit)
      throw new InputError(
        "unreadable-file",
        `these sparse rows with ${this.builders.length} attributes take more than 512 MiB as dense data; use the svmlight format, which stays sparse`,
      );
    scanner.at++;
    while (scanner.peek() !== closingBrace) {
      if (scanner.peek() === 0) throw lineError(line, "the sparse row has no closing }");
      scanner.next(blanks);
      const builder = this.builderAtIndex(line);
      scanner.next(commasAndBrace);
      builder.set(this.rows, scanner, line);
      if (scanner.peek() === comma) scanner.at++;
      else if (scanner.peek() !== closingBrace && scanner.peek() !== 0) throw this.goesOn(line);
    }
  }

  /** The column whose index the scanner has just read. */
  private builderAtIndex(line: number): ColumnBuilder {
    const { scanner } = this;
    const index = scanner.number();
    if (index === undefined || this.builders[index] === undefined)
      throw lineError(
        line,
        `${quoted(scanner.text())} is not the index of an attribute; indices run from 0 to ${this.builders.length - 1}`,
      );
    if (this.lastSet[index] === this.rows + 1) throw lineError(line, `attribute ${index} is given twice`);
    this.lastSet[index] = this.rows + 1;
    return this.builders[index];
  }

  private goesOn(line: number): InputError {
    return lineError(
      line,
      "a value continues after its closing quote; put values that contain spaces in quotes",
    );
  }
}

/** One column as its values come. What is never set is 0, the first level, or missing text: the defaults of sparse rows. */
interface ColumnBuilder {
  /** Stores the scanner's value. */
  set(row: number, scanner: ValueScanner, line: number): void;
  /** Makes room for so many rows. */
  grow(rows: number): void;
  finish(rows: number): Column;
}

/** The builder for an attribute of a file with this name. */
function columnBuilder(attribute: Attribute, rows: number): ColumnBuilder {
  if (attribute.kind === "number") return numberBuilder(attribute.name, rows);
  if (attribute.kind === "nominal") return nominalBuilder(attribute, rows);
  return textBuilder();
}

function numberBuilder(name: string, rows: number): ColumnBuilder {
  let values = new Float64Array(rows);
  return {
    set(row, scanner, line) {
      const value = scanner.isMissing() ? Number.NaN : scanner.number();
      if (value === undefined)
        throw lineError(line, `${quoted(scanner.text())} in attribute ${quoted(name)} is not a number`);
      values[row] = value;
    },
    grow(length) {
      const grown = new Float64Array(length);
      grown.set(values);
      values = grown;
    },
    finish: (length) => ({ kind: "number", values: values.slice(0, length) }),
  };
}

function nominalBuilder({ name, levels }: Attribute, rows: number): ColumnBuilder {
  let codes = new Int32Array(rows);
  const codeOf = new Map(levels.map((level, code) => [level, code]));
  return {
    set(row, scanner, line) {
      const code = scanner.isMissing() ? -1 : codeOf.get(scanner.text());
      if (code === undefined)
        throw lineError(
          line,
          `${quoted(scanner.text())} is not a value of attribute ${quoted(name)}; it allows ${shortList(levels.map((level) => level.slice(0, 40)))}`,
        );
      codes[row] = code;
    },
    grow(length) {
      const grown = new Int32Array(length);
      grown.set(codes);
      codes = grown;
    },
    finish: (length) => ({ kind: "nominal", codes: codes.slice(0, length), levels }),
  };
}

function textBuilder(): ColumnBuilder {
  const values: string[] = [];
  let firstText: { line: number; value: string } | null = null;
  return {
    set(row, scanner, line) {
      while (values.length < row) values.push("");
      const value = scanner.isMissing() ? "" : scanner.text();
      values.push(value);
      if (value !== "") firstText ??= { line, value };
    },
    grow() {},
    finish(length) {
      while (values.length < length) values.push("");
      return { kind: "text", values, firstText: firstText ?? { line: 1, value: "" } };
    },
  };
}
