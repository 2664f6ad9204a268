import type { Matrix } from "../../numeric/matrix.js";
import type { RawArrays } from "../readers/reader.js";
import type { NumberType } from "../readers/shared/typed-numbers.js";

/** The columns of numbers of a file, which can be read in blocks. */
export interface StoredColumns {
  /** How many rows the file has; some may be left out. */
  readonly rows: number;
  readonly features: number;
  /** `1`, `2`, … where the file has none. */
  readonly featureNames?: readonly string[];
  /** How many bits hold every value exactly. */
  readonly bits: 32 | 64;
  /** What the file holds beside these columns: labels, ids of rows, what was done on reading; `values` has no columns. */
  readonly arrays: RawArrays;
  /** Reads the columns from `start` on into `out`, row after row without gaps: one row for each that is kept. */
  read(start: number, out: Matrix, kept: Int32Array): Promise<void>;
}

/** Whether 32-bit numbers hold every number of this type. */
export const exactIn32Bits = (type: NumberType): boolean =>
  ["int8", "uint8", "int16", "uint16", "float16", "float32"].includes(type);
