import { InputError } from "../../../core/input-error.js";
import type { Notice } from "../../../core/notice.js";
import { quoted } from "../../../core/text.js";
import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";
import { decodeText } from "../shared/decode-text.js";
import { parseNumber } from "../shared/parse-number.js";
import { titlesLeftOut } from "../shared/title-rows.js";
import { countTitles } from "./count-titles.js";
import {
  type CellKind,
  countLines,
  type Dialect,
  guessDialect,
  guessHeader,
  namesRows,
  readHead,
} from "./guess-dialect.js";
import { type CellSink, Tokenizer } from "./tokenizer.js";

/** What the first lines of a table, or the options, say about the others. */
export interface TableLayout {
  readonly dialect: Dialect;
  readonly samplesInColumns: boolean;
  /** Where the first row of data starts, in bytes and as a line. */
  readonly start: number;
  readonly firstLine: number;
  /** How many cells each row must have. */
  readonly columns: number;
  /** The names above the columns, the id column left out; none where the table has no header. */
  readonly names?: readonly string[];
  /** The column that names the rows; −1 where there is none. */
  readonly idColumn: number;
  /** The columns that are to be read as text; more may come up. */
  readonly textColumns: Set<number>;
  readonly expectedRows: number;
  /** What was passed over above the table. */
  readonly notices: readonly Notice[];
}

const firstHeadSize = 1 << 18;
const headSizeLimit = 1 << 26;

/** More columns than this are surely not meant. */
const columnLimit = 1 << 21;

/** Looks at the first lines of a table. */
export async function tableLayout(source: ByteSource, options: ReadOptions): Promise<TableLayout> {
  const given = givenDialect(options);
  for (let size = firstHeadSize; ; size *= 2) {
    const head = await readHead(source, size);
    const dialect = guessDialect(head.bytes, head.isWhole, given);
    const sample = sampleRows(head.bytes, head.isWhole, dialect.separator, head.line);
    const kindOf = (cell: string) => cellKind(cell, dialect.decimalMark);
    // Who says whether the first line names the columns says that it is part of the table.
    const titles = options.header === undefined ? countTitles(sample.rows, kindOf) : 0;
    const rows = sample.rows.slice(titles);
    // A title and a header could also be two rows of different length: a third one tells.
    const enough = titles === 0 && sample.rows[0]?.length !== sample.rows[1]?.length ? 3 : 2;
    if (rows.length < enough && !head.isWhole && size < headSizeLimit) continue;
    if (rows.length === 0) throw new InputError("unreadable-file", `the file has no rows`);

    const hasHeader = options.header ?? guessHeader(rows, kindOf);
    const before = titles + (hasHeader ? 1 : 0);
    const data = hasHeader ? rows.slice(1) : rows;
    const first = rows[0];
    const hasRowNames = hasHeader && namesRows(rows);
    const columns = first.length + (hasRowNames ? 1 : 0);
    if (columns > columnLimit)
      throw new InputError(
        "unreadable-file",
        `there are ${columns} columns; at most ${columnLimit} can be read`,
      );
    const textColumns = new Set<number>();
    for (const row of data)
      for (let j = 0; j < row.length; j++) if (kindOf(row[j]) === "text") textColumns.add(j);

    const samplesInColumns = options.samplesIn === "columns";
    const lacksFirstName = hasHeader && first.length > 1 && first[0] === "" && !first.includes("", 1);
    const hasIds = hasRowNames || lacksFirstName || (samplesInColumns && (hasHeader || textColumns.has(0)));
    if (hasIds) textColumns.add(0);
    const lines = Math.max(1, countLines(head.bytes));
    return {
      dialect,
      samplesInColumns,
      start: head.start + (before > 0 ? sample.ends[before - 1].byte : 0),
      firstLine: before > 0 ? sample.ends[before - 1].line : head.line,
      columns,
      ...(hasHeader && { names: hasIds && !hasRowNames ? first.slice(1) : first }),
      idColumn: hasIds ? 0 : -1,
      textColumns,
      expectedRows: Math.ceil((source.size / head.bytes.length) * lines * 1.02) + 1,
      notices: titlesLeftOut(sample.rows.slice(0, titles).map(titleText)),
    };
  }
}

function cellKind(cell: string, decimalMark: number): CellKind {
  const bytes = encoder.encode(cell);
  const value = parseNumber(bytes, 0, bytes.length, decimalMark);
  return value === undefined ? "text" : Number.isNaN(value) ? "missing" : "number";
}

const encoder = new TextEncoder();

/** What a row above the table says. */
const titleText = (row: readonly string[]): string => row.filter((cell) => cell.trim() !== "").join(" ");

function givenDialect({ separator, decimal }: ReadOptions): Partial<Dialect> {
  const dialect: { separator?: number; decimalMark?: number } = {};
  if (decimal !== undefined) {
    if (decimal !== "." && decimal !== ",")
      throw new InputError(
        "option-value",
        `the decimal mark must be "." or ","; ${quoted(String(decimal))} was given`,
        { facts: { option: "decimal", given: String(decimal), allowed: '"." or ","' } },
      );
    dialect.decimalMark = decimal.charCodeAt(0);
  }
  if (separator !== undefined) {
    const character = separator === "tab" || separator === "\\t" ? "\t" : separator;
    if (!/^[\t -!#-*/:-@[-`{-~,;]$/.test(character) || character === decimal)
      throw new InputError(
        "option-value",
        `the column separator must be one character such as "," or ";" or "tab", and not the decimal mark; ${quoted(separator)} was given`,
        { facts: { option: "separator", given: separator } },
      );
    dialect.separator = character.charCodeAt(0);
  }
  return dialect;
}

/** The first rows of a table as text. */
interface Sample {
  readonly rows: readonly (readonly string[])[];
  /** Where each row ends in the bytes, and the line that follows it. */
  readonly ends: readonly { readonly byte: number; readonly line: number }[];
}

/** Splits up to `limit` complete rows off the first bytes of a table. */
function sampleRows(
  head: Uint8Array,
  isWhole: boolean,
  separator: number,
  firstLine: number,
  limit = 100,
): Sample {
  const rows: string[][] = [];
  let row: string[] = [];
  const ends: { byte: number; line: number }[] = [];
  const sink: CellSink = {
    cell(bytes, start, end) {
      if (rows.length < limit) row.push(decodeText(bytes, start, end));
    },
    endRow() {
      if (rows.length >= limit) return;
      rows.push(row);
      ends.push({ byte: tokenizer.rowEnd, line: tokenizer.line });
      row = [];
    },
    blankLine() {},
  };
  const tokenizer = new Tokenizer(separator, sink, firstLine);
  tokenizer.push(head, isWhole);
  return { rows, ends };
}
