import { InputError } from "../../../core/input-error.js";
import { quoted } from "../../../core/text.js";
import { Matrix } from "../../../numeric/matrix.js";
import { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import { decodeText } from "../shared/decode-text.js";
import { parseNumber } from "../shared/parse-number.js";
import { lineError } from "../shared/reading.js";
import type { MatrixHeader } from "./header.js";

/** The entries of a sparse matrix: lines of `row column value`, counted from 1, in any order; equal places are added. */
export class CoordinateEntries {
  private rowIndices = new Int32Array(0);
  private columnIndices = new Int32Array(0);
  private values = new Float64Array(0);
  private read = 0;
  /** Off the diagonal of a symmetric matrix each entry is stored twice. */
  private stored = 0;
  private readonly tokenEnds = new Int32Array(3);

  constructor(
    private readonly header: MatrixHeader,
    private readonly size: { readonly rows: number; readonly columns: number },
    readonly expected: number,
  ) {}

  /** Makes room for the entries; apart from the constructor, so that their number can be checked first. */
  allocate(): void {
    const length = this.header.symmetry === "general" ? this.expected : 2 * this.expected;
    this.rowIndices = new Int32Array(length);
    this.columnIndices = new Int32Array(length);
    this.values = new Float64Array(length);
  }

  add(bytes: Uint8Array, start: number, end: number, line: number): void {
    if (this.read++ === this.expected)
      throw lineError(line, `there are more than the ${this.expected} declared entries`);
    const { symmetry, hasValues } = this.header;
    const ends = this.tokenEnds;
    const wanted = hasValues ? 3 : 2;
    if (splitTokens(bytes, start, end, ends) !== wanted) throw this.malformed(bytes, start, end, line);
    const row = parseNumber(bytes, start, ends[0]);
    const column = parseNumber(bytes, ends[0], ends[1]);
    const value = hasValues ? parseNumber(bytes, ends[1], ends[2]) : 1;
    if (row === undefined || column === undefined || value === undefined)
      throw this.malformed(bytes, start, end, line);
    const { rows, columns } = this.size;
    if (!isPlace(row, rows) || !isPlace(column, columns))
      throw lineError(
        line,
        `row ${row}, column ${column} is outside the matrix, which is ${rows} × ${columns}`,
      );
    this.store(row - 1, column - 1, value);
    if (symmetry !== "general" && row !== column)
      this.store(column - 1, row - 1, symmetry === "symmetric" ? value : -value);
  }

  finish(isTransposed: boolean): SparseMatrix {
    if (this.read < this.expected)
      throw new InputError(
        "unreadable-file",
        `the file ends after ${this.read} of the ${this.expected} declared entries; it is cut off`,
      );
    const { rows, columns } = this.size;
    const down = this.rowIndices.subarray(0, this.stored);
    const across = this.columnIndices.subarray(0, this.stored);
    const values = this.values.subarray(0, this.stored);
    return isTransposed
      ? SparseMatrix.fromTriplets(columns, rows, across, down, values)
      : SparseMatrix.fromTriplets(rows, columns, down, across, values);
  }

  private store(row: number, column: number, value: number): void {
    this.rowIndices[this.stored] = row;
    this.columnIndices[this.stored] = column;
    this.values[this.stored++] = value;
  }

  private malformed(bytes: Uint8Array, start: number, end: number, line: number): InputError {
    const form = this.header.hasValues ? "a row, a column and a value" : "a row and a column";
    return lineError(line, `${form} are expected; ${quoted(decodeText(bytes, start, end))} was found`);
  }
}

/** Writes where each blank-separated token ends, and gives how many there are; more than fit count as one more. */
function splitTokens(bytes: Uint8Array, start: number, end: number, ends: Int32Array): number {
  let count = 0;
  for (let at = start; ; ) {
    while (at < end && bytes[at] <= 32) at++;
    if (at === end) return count;
    while (at < end && bytes[at] > 32) at++;
    if (count === ends.length) return count + 1;
    ends[count++] = at;
  }
}

function isPlace(index: number, size: number): boolean {
  return index >= 1 && index <= size && Number.isInteger(index);
}

/**
 * The values of a dense matrix, one per line, column after column; of a symmetric one only those on and below the
 * diagonal, of a skew-symmetric one only those below it.
 */
export class ArrayEntries {
  readonly expected: number;
  private data = new Float64Array(0);
  private read = 0;
  private row = 0;
  private column = 0;

  constructor(
    private readonly header: MatrixHeader,
    private readonly size: { readonly rows: number; readonly columns: number },
  ) {
    const { rows, columns } = size;
    const triangle = (rows * (rows + 1)) / 2;
    const counts = { general: rows * columns, symmetric: triangle, "skew-symmetric": triangle - rows };
    this.expected = counts[header.symmetry];
    this.row = this.firstRow();
  }

  /** Makes room for the values; apart from the constructor, so that their number can be checked first. */
  allocate(): void {
    this.data = new Float64Array(this.size.rows * this.size.columns);
  }

  add(bytes: Uint8Array, start: number, end: number, line: number): void {
    if (this.read++ === this.expected)
      throw lineError(line, `there are more than the ${this.expected} declared values`);
    const value = parseNumber(bytes, start, end);
    if (value === undefined)
      throw lineError(line, `a number is expected; ${quoted(decodeText(bytes, start, end))} was found`);
    const { rows, columns } = this.size;
    const { symmetry } = this.header;
    this.data[this.row * columns + this.column] = value;
    if (symmetry !== "general" && this.row !== this.column)
      this.data[this.column * columns + this.row] = symmetry === "symmetric" ? value : -value;
    if (++this.row === rows) {
      this.column++;
      this.row = this.firstRow();
    }
  }

  finish(isTransposed: boolean): Matrix {
    if (this.read < this.expected)
      throw new InputError(
        "unreadable-file",
        `the file ends after ${this.read} of the ${this.expected} declared values; it is cut off`,
      );
    const matrix = new Matrix(this.data, this.size.rows, this.size.columns);
    return isTransposed ? matrix.transposed().copy() : matrix;
  }

  /** The first row that the file gives of a column. */
  private firstRow(): number {
    if (this.header.symmetry === "general") return 0;
    return this.header.symmetry === "symmetric" ? this.column : this.column + 1;
  }
}
