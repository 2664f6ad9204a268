import type { Matrix } from "../../../numeric/matrix.js";
import type { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import type { StoredRows } from "./stored-rows.js";

/** One named array of a file: what is known of it before its content is read. */
export interface StoredArray {
  readonly name: string;
  readonly shape: readonly number[];
  readonly kind: "numbers" | "text" | "other";
  /** Why the array cannot be used, to follow its name: `holds complex numbers, which are not supported`. */
  readonly problem?: string;
  /** The matrix; asked only of arrays of numbers with two dimensions. */
  readMatrix(): Promise<Matrix | SparseMatrix>;
  /** The matrix as rows that can be read in parts, where that is possible. */
  readonly inParts?: () => StoredRows;
  /** One name per element (per row of a character matrix); asked only of lists. */
  readNames(): Promise<string[]>;
}

/** How many entries an array has as a list: `n`, `n × 1` or `1 × n`; null where it is none. */
export function listLength({ shape }: StoredArray): number | null {
  if (shape.length === 0 || shape.length > 2) return null;
  if (shape.length === 1) return shape[0];
  return shape[0] === 1 ? shape[1] : shape[1] === 1 ? shape[0] : null;
}

/** An array in words: `X (62 × 2000)`. */
export function describeArray({ name, shape, kind }: StoredArray): string {
  const size = shape.length === 0 ? "a single value" : shape.join(" × ");
  return `${name} (${kind === "text" ? `${size}, text` : size})`;
}

/** All arrays of a file in words, or that there are none. */
export function describeArrays(arrays: readonly StoredArray[], most = 20): string {
  if (arrays.length === 0) return "the file holds no arrays";
  const more = arrays.length > most ? ` and ${arrays.length - most} more` : "";
  return `the arrays are ${arrays.slice(0, most).map(describeArray).join(", ")}${more}`;
}
