import { Matrix } from "./matrix.js";
import type { SparseMatrix } from "./sparse-matrix.js";

/** Rows of numbers of 32 bits, one after the other, as a file has them; they are widened where they are computed with. */
export class FloatRows {
  constructor(
    readonly data: Float32Array,
    readonly rows: number,
    readonly columns: number,
  ) {}

  /** These rows, in this order, as a copy. */
  selectRows(rows: ArrayLike<number>): FloatRows {
    const { columns } = this;
    const data = new Float32Array(rows.length * columns);
    for (let i = 0; i < rows.length; i++)
      data.set(this.data.subarray(rows[i] * columns, (rows[i] + 1) * columns), i * columns);
    return new FloatRows(data, rows.length, columns);
  }

  /** These columns, in this order, as a copy. */
  selectColumns(columns: ArrayLike<number>): FloatRows {
    const width = columns.length;
    const data = new Float32Array(this.rows * width);
    for (let i = 0, at = 0; i < this.rows; i++)
      for (let j = 0; j < width; j++, at++) data[at] = this.data[i * this.columns + columns[j]];
    return new FloatRows(data, this.rows, width);
  }

  /** The same numbers in 64 bits. */
  toDense(): Matrix {
    return new Matrix(Float64Array.from(this.data), this.rows, this.columns);
  }
}

/** Rows as they may come from a file in parts. */
export type RowValues = Matrix | SparseMatrix | FloatRows;

/** The same rows in 64 bits. */
export const inDoubles = (values: RowValues): Matrix | SparseMatrix =>
  values instanceof FloatRows ? values.toDense() : values;
