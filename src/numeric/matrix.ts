import { InputError } from "../core/input-error.js";

/**
 * A dense matrix over a flat Float64Array. Element (i, j) is `data[offset + i * rowStride + j * columnStride]`, so a
 * transpose or a block is a view on the same memory and never a copy.
 */
export class Matrix {
  readonly data: Float64Array;
  readonly rows: number;
  readonly columns: number;
  readonly rowStride: number;
  readonly columnStride: number;
  readonly offset: number;

  constructor(
    data: Float64Array,
    rows: number,
    columns: number,
    { rowStride = columns, columnStride = 1, offset = 0 }: Layout = {},
  ) {
    const last = rows && columns ? offset + (rows - 1) * rowStride + (columns - 1) * columnStride : -1;
    if (last >= data.length)
      throw new InputError(
        "unusable-data",
        `a ${rows} × ${columns} matrix needs ${last + 1} numbers; ${data.length} were given`,
      );
    this.data = data;
    this.rows = rows;
    this.columns = columns;
    this.rowStride = rowStride;
    this.columnStride = columnStride;
    this.offset = offset;
  }

  /** A matrix of zeros, row after row. */
  static zeros(rows: number, columns: number): Matrix {
    return new Matrix(new Float64Array(rows * columns), rows, columns);
  }

  /** The n × n identity. */
  static identity(n: number): Matrix {
    const result = Matrix.zeros(n, n);
    for (let i = 0; i < n; i++) result.data[i * n + i] = 1;
    return result;
  }

  /** From an array of rows of equal length. */
  static fromRows(rows: readonly ArrayLike<number>[]): Matrix {
    const columns = rows[0]?.length ?? 0;
    const result = Matrix.zeros(rows.length, columns);
    rows.forEach((row, i) => {
      if (row.length !== columns)
        throw new InputError(
          "unusable-data",
          `row ${i + 1} has ${row.length} values, but the first row has ${columns}`,
        );
      result.data.set(row, i * columns);
    });
    return result;
  }

  /** True if rows follow each other without gaps: `data` can be read straight through. */
  get isRowMajor(): boolean {
    return this.columnStride === 1 && (this.rowStride === this.columns || this.rows <= 1);
  }

  get(row: number, column: number): number {
    return this.data[this.offset + row * this.rowStride + column * this.columnStride];
  }

  set(row: number, column: number, value: number): void {
    this.data[this.offset + row * this.rowStride + column * this.columnStride] = value;
  }

  /** The transpose, as a view. */
  transposed(): Matrix {
    return new Matrix(this.data, this.columns, this.rows, {
      rowStride: this.columnStride,
      columnStride: this.rowStride,
      offset: this.offset,
    });
  }

  /** The block that starts at (row, column), as a view. */
  block(row: number, column: number, rows: number, columns: number): Matrix {
    return new Matrix(this.data, rows, columns, {
      rowStride: this.rowStride,
      columnStride: this.columnStride,
      offset: this.offset + row * this.rowStride + column * this.columnStride,
    });
  }

  /** These rows, in this order, as a copy. */
  selectRows(rows: ArrayLike<number>): Matrix {
    const result = Matrix.zeros(rows.length, this.columns);
    for (let i = 0, at = 0; i < rows.length; i++)
      for (let j = 0; j < this.columns; j++) result.data[at++] = this.get(rows[i], j);
    return result;
  }

  /** These columns, in this order, as a copy: row after row, in a matrix that lies so where one is given. */
  selectColumns(columns: ArrayLike<number>, result = Matrix.zeros(this.rows, columns.length)): Matrix {
    const { data, columnStride } = this;
    const to = result.data;
    const runs = columnStride === 1 ? runsOf(columns) : null;
    for (let i = 0, at = result.offset; i < this.rows; i++) {
      const start = this.offset + i * this.rowStride;
      if (runs)
        for (const { from, end } of runs) {
          to.set(data.subarray(start + from, start + end), at);
          at += end - from;
        }
      else for (let j = 0; j < columns.length; j++) to[at++] = data[start + columns[j] * columnStride];
    }
    return result;
  }

  /** A copy, row after row. */
  copy(): Matrix {
    const result = Matrix.zeros(this.rows, this.columns);
    for (let i = 0, at = 0; i < this.rows; i++)
      for (let j = 0; j < this.columns; j++) result.data[at++] = this.get(i, j);
    return result;
  }
}

/** Columns that follow each other, where that makes few enough runs to be worth copying as wholes. */
function runsOf(columns: ArrayLike<number>): { from: number; end: number }[] | null {
  const runs: { from: number; end: number }[] = [];
  for (let j = 0; j < columns.length; j++) {
    const last = runs[runs.length - 1];
    if (last?.end === columns[j]) last.end++;
    else if (32 * runs.length > columns.length) return null;
    else runs.push({ from: columns[j], end: columns[j] + 1 });
  }
  return runs;
}

/** The layout of a matrix in its array; row by row by default. */
export interface Layout {
  rowStride?: number;
  columnStride?: number;
  offset?: number;
}
