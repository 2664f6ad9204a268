import { decodeText } from "../shared/decode-text.js";
import { type CellSink, Tokenizer } from "./tokenizer.js";

/** The first rows of a table as text. */
export interface Sample {
  readonly rows: readonly (readonly string[])[];
  /** Where the first row ends in the bytes, and the line that follows it. */
  readonly firstRowEnd: number;
  readonly nextLine: number;
}

/** Splits up to `limit` complete rows off the first bytes of a table. */
export function sampleRows(
  name: string,
  head: Uint8Array,
  isWhole: boolean,
  separator: number,
  firstLine: number,
  limit = 100,
): Sample {
  const rows: string[][] = [];
  let row: string[] = [];
  let firstRowEnd = 0;
  let nextLine = firstLine;
  const sink: CellSink = {
    cell(bytes, start, end) {
      if (rows.length < limit) row.push(decodeText(bytes, start, end));
    },
    endRow() {
      if (rows.length >= limit) return;
      if (rows.length === 0) {
        firstRowEnd = tokenizer.rowEnd;
        nextLine = tokenizer.line;
      }
      rows.push(row);
      row = [];
    },
    blankLine() {},
  };
  const tokenizer = new Tokenizer(name, separator, sink, firstLine);
  tokenizer.push(head, isWhole);
  return { rows, firstRowEnd, nextLine };
}
