import { InputError } from "../../../numeric/input-error.js";
import { Matrix } from "../../../numeric/matrix.js";
import { decodeText } from "../shared/decode-text.js";
import { lineError, quoted } from "../shared/line-error.js";
import { parseNumber } from "../shared/parse-number.js";
import type { MatrixHeader } from "./parse-header.js";

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
    private readonly name: string,
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
      throw lineError(
        this.name,
        line,
        `there are more values than the ${this.expected} that the size asks for`,
      );
    const value = parseNumber(bytes, start, end);
    if (value === undefined)
      throw lineError(
        this.name,
        line,
        `a number is expected; ${quoted(decodeText(bytes, start, end))} was found`,
      );
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
        `${this.name}: the file ends after ${this.read} of the ${this.expected} values that the size asks for; it is cut off`,
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
