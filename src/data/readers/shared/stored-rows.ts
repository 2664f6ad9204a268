import type { RowValues } from "../../../numeric/float-rows.js";
import type { Matrix } from "../../../numeric/matrix.js";
import type { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import type { ArrayPart, RawArrays } from "../reader.js";

/** A matrix of a file before it is read: as a whole, or in parts of some rows each. */
export interface StoredRows {
  readonly rows: number;
  readonly columns: number;
  /** Why parts take longer than they could, and what to do about it. */
  readonly slow?: string;
  /** How many bytes it takes in memory, the most of it while it is read. */
  bytes(): Promise<number>;
  readAll(): Promise<Matrix | SparseMatrix>;
  /** The rows in order, without holding more than a part. */
  parts(): AsyncIterable<RowValues>;
}

/** The same with names and labels. */
export interface StoredArrays extends Pick<StoredRows, "rows" | "columns" | "bytes"> {
  readAll(): Promise<RawArrays>;
  parts(): AsyncIterable<ArrayPart>;
}
