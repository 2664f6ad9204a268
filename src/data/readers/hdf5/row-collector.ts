import { Matrix } from "../../../numeric/matrix.js";
import { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import { allocateNumbers } from "../shared/typed-numbers.js";

/** Smaller matrices stay dense whatever they hold: 32 MiB of doubles. */
const largeSize = 2 ** 22;

/**
 * Collects the rows of a matrix that a file stores in full. A large one that is mostly zeros, like counts of single
 * cells, never exists in full here: it is kept sparse as long as less than a third of it is not zero.
 */
export class RowCollector {
  private readonly rows: number;
  private readonly columns: number;
  private readonly entryLimit: number;
  private dense: Float64Array | null;
  private readonly rowStarts: Int32Array;
  private indices: Int32Array = new Int32Array(0);
  private values: Float64Array = new Float64Array(0);
  private row = 0;
  private count = 0;

  constructor(rows: number, columns: number) {
    this.rows = rows;
    this.columns = columns;
    const size = rows * columns;
    this.entryLimit = Math.min(Math.floor(size / 3), 2 ** 31 - 2);
    this.dense = size < largeSize ? allocateNumbers(size) : null;
    this.rowStarts = new Int32Array(rows + 1);
  }

  /** About how many bytes such a matrix takes, whose first values are these. */
  static bytesFor(rows: number, columns: number, first: Float32Array | Float64Array): number {
    const size = rows * columns;
    let entries = 0;
    for (const value of first) if (value !== 0) entries++;
    const share = entries / first.length;
    return size < largeSize || share > 1 / 3 ? 8 * size : 12 * share * size + 4 * rows;
  }

  /** Takes the next rows; `block` holds them one after the other and may be used again afterwards. */
  append(block: Float64Array): void {
    const { columns } = this;
    let at = 0;
    for (; at < block.length && !this.dense; at += columns) this.appendSparse(block, at);
    if (this.dense && at < block.length) {
      this.dense.set(block.subarray(at), this.row * columns);
      this.row += (block.length - at) / columns;
    }
  }

  /** The matrix, once all rows have been taken. */
  result(): Matrix | SparseMatrix {
    const { rows, columns } = this;
    if (this.dense) return new Matrix(this.dense, rows, columns);
    const indices = this.indices.slice(0, this.count);
    return new SparseMatrix(rows, columns, this.rowStarts, indices, this.values.slice(0, this.count));
  }

  private appendSparse(block: Float64Array, start: number): void {
    const { columns } = this;
    this.reserve(this.count + columns);
    let count = this.count;
    for (let j = 0; j < columns; j++) {
      const value = block[start + j];
      if (value === 0) continue;
      this.indices[count] = j;
      this.values[count++] = value;
    }
    this.count = count;
    this.rowStarts[++this.row] = count;
    if (count > this.entryLimit) this.becomeDense();
  }

  private reserve(size: number): void {
    if (size <= this.values.length) return;
    const grown = Math.max(size, Math.ceil(this.values.length * 1.5));
    const values = allocateNumbers(grown);
    values.set(this.values.subarray(0, this.count));
    const indices = new Int32Array(grown);
    indices.set(this.indices.subarray(0, this.count));
    this.values = values;
    this.indices = indices;
  }

  private becomeDense(): void {
    const { rows, columns, rowStarts, indices, values } = this;
    const dense = allocateNumbers(rows * columns);
    for (let i = 0; i < this.row; i++)
      for (let k = rowStarts[i]; k < rowStarts[i + 1]; k++) dense[i * columns + indices[k]] = values[k];
    this.dense = dense;
    this.indices = new Int32Array(0);
    this.values = new Float64Array(0);
  }
}
