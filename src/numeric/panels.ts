/** How many columns a panel has: as many as the innermost product of the kernels takes at once. */
const width = 4;

/**
 * A matrix in panels of four columns, as the kernels multiply it: the four numbers of a row side by side, row after row, panel after
 * panel. The last panel has zeros where there are no columns.
 */
export class Panels {
  /** `room`: how many rows a panel could have. */
  constructor(
    readonly data: Float64Array,
    readonly rows: number,
    readonly columns: number,
    readonly room = rows,
  ) {}

  /** How many numbers it takes. */
  static size(room: number, columns: number): number {
    return room * width * Math.ceil(columns / width);
  }

  static zeros(rows: number, columns: number): Panels {
    return new Panels(new Float64Array(Panels.size(rows, columns)), rows, columns);
  }

  get(row: number, column: number): number {
    return this.data[this.place(row, column)];
  }

  set(row: number, column: number, value: number): void {
    this.data[this.place(row, column)] = value;
  }

  /** The first rows, over the same numbers. */
  first(rows: number): Panels {
    return new Panels(this.data, rows, this.columns, this.room);
  }

  /** Multiplies every row by its factor. */
  multiplyRows(factors: ArrayLike<number>): void {
    const { data, rows, room } = this;
    for (let start = 0; start < data.length; start += room * width)
      for (let i = 0, at = start; i < rows; i++)
        for (const end = at + width; at < end; at++) data[at] *= factors[i];
  }

  private place(row: number, column: number): number {
    const inside = column % width;
    return (column - inside) * this.room + row * width + inside;
  }
}
