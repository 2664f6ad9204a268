import type { Notice } from "../../core/notice.js";
import { inDoubles, type RowValues } from "../../numeric/float-rows.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { SparseMatrix } from "../../numeric/sparse-matrix.js";
import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import type { Column, NominalLevels, Table } from "../table.js";

/**
 * One file format. A reader is data plus one function; it throws {@link InputError} for whatever is wrong with the
 * file, and leaves targets, joins, transforms and validation to `parseDataset`. Tabular formats give a table; formats
 * made of arrays give values and labels.
 */
export type Reader = TableReader | ArrayReader;

interface Format {
  /** The name users write: `csv`, `mat`, `h5ad`. */
  readonly format: string;
  readonly title: string;
  /** File endings, with the dot, in lower case; `.gz` behind them is understood by `parseDataset`. */
  readonly extensions: readonly string[];
  /** Whether it is read from the beginning to the end, so that it need not be unpacked as a whole where it is gzipped. */
  readonly readsForward?: boolean;
  /** Whether these first bytes (up to 4096, ungzipped) can only be this format. */
  recognises?(head: Uint8Array): boolean;
  /** How large the data is, from the first bytes or the directory of the file; rows of texts are estimated. */
  sizeOf?(source: ByteSource, options: ReadOptions): Promise<DataSize>;
  /**
   * Ranges of at least so many rows, in order and all rows together, each of which `readParts` can read without what comes
   * before it; told by the file alone. Absent: the rows are read from the first one on.
   */
  rangesOf?(source: ByteSource, options: ReadOptions, leastRows: number): Promise<readonly RowRange[]>;
}

/** Some rows of a file, from `first` up to `end`. */
export interface RowRange {
  readonly first: number;
  readonly end: number;
}

/** How large the data in a file is. */
export interface DataSize {
  readonly rows: number;
  readonly columns: number;
  /** Bytes that the data takes in memory while it is read, the most of it. */
  readonly bytes: number;
}

/** A format of named columns. */
export interface TableReader extends Format {
  readonly kind: "table";
  readTable(source: ByteSource, options: ReadOptions): Promise<Table>;
  /**
   * The same table in parts, rows in order, without holding more than a part. All parts have the same names; a column that
   * is of numbers in one may be of texts in another. With a range, which is one of `rangesOf`, only these rows. Absent: the
   * format must be read whole.
   */
  readParts?(source: ByteSource, options: ReadOptions, range?: RowRange | null): AsyncIterable<Table>;
}

/** A format of arrays. */
export interface ArrayReader extends Format {
  readonly kind: "arrays";
  /** Whether `target` names what holds the labels; then `rowGroups` can name what holds the groups of rows. */
  readonly namesLabels?: boolean;
  readArrays(source: ByteSource, options: ReadOptions): Promise<RawArrays>;
  /**
   * The same in parts, rows in order, without holding more than a part. With a range, which is one of `rangesOf`, only these rows.
   * Absent: the format must be read whole.
   */
  readParts?(source: ByteSource, options: ReadOptions, range?: RowRange | null): AsyncIterable<ArrayPart>;
}

/** What an array format gives: rows are samples. */
export interface RawArrays<Values extends RowValues = Matrix | SparseMatrix> {
  readonly values: Values;
  readonly featureNames?: readonly string[];
  /** For each feature that is a category its levels; null for a number; absent where all are numbers. */
  readonly categories?: readonly (readonly string[] | null)[];
  /** One class name per row, where the file has labels; the empty string is a missing label. */
  readonly labels?: readonly string[];
  /** What the labels are called in the file. */
  readonly labelName?: string;
  /** What the column of the labels holds, where it is one of a table. */
  readonly labelKind?: Column["kind"];
  readonly rowIds?: readonly string[];
  /** The column that the ids were taken from, though nobody named it. */
  readonly idName?: string;
  /** The words behind the columns that were nominal. */
  readonly levels?: readonly NominalLevels[];
  /** The group of every row, where one was asked for; the empty string is a missing one. */
  readonly rowGroups?: readonly string[];
  /** What was done to the data on reading. */
  readonly notices?: readonly Notice[];
  /** Why labels were taken from where they are though nobody named it. */
  readonly guessed?: string | null;
  /** Numbered features that the file does not mention are zero in all rows. */
  readonly absentIsZero?: boolean;
}

/** Some rows of what an array format gives; numbers may be as wide as they are in the file. */
export type ArrayPart = RawArrays<RowValues>;

/** The same rows in 64 bits. */
export const partInDoubles = (part: ArrayPart): RawArrays => ({ ...part, values: inDoubles(part.values) });
