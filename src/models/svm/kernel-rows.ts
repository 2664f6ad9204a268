import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { InputError } from "../../numeric/input-error.js";
import { Matrix } from "../../numeric/matrix.js";
import type { SvmKernel } from "./svm-options.js";

/** Where the solver finds the kernel values of one sample against all others: `data[rowStart(i) + j]`. */
export interface KernelRows {
  readonly data: Float64Array;
  /** Where row i begins. The rows of the last two calls are held. */
  rowStart(row: number): number;
  /** K(i, i). */
  diagonal(row: number): number;
}

/** The rows of a whole Gram matrix. */
export class GramRows implements KernelRows {
  readonly data: Float64Array;
  private readonly offset: number;
  private readonly stride: number;

  constructor(gram: Matrix) {
    if (gram.rows !== gram.columns || gram.columnStride !== 1)
      throw new InputError(
        `a Gram matrix must be square, row after row; ${gram.rows} × ${gram.columns} was given`,
      );
    this.data = gram.data;
    this.offset = gram.offset;
    this.stride = gram.rowStride;
  }

  rowStart(row: number): number {
    return this.offset + row * this.stride;
  }

  diagonal(row: number): number {
    return this.data[this.offset + row * (this.stride + 1)];
  }
}

/** Kernel rows made when asked for, for more samples than a Gram matrix can hold; those used last are kept. */
export class CachedRows implements KernelRows {
  readonly data: Float64Array;
  private readonly workspace: Workspace;
  private readonly samples: Matrix;
  private readonly squares: Float64Array;
  private readonly row: Float64Array;
  private readonly slotOf: Int32Array;
  private readonly rowOf: Int32Array;
  private readonly usedAt: Float64Array;
  private clock = 0;

  /** Holds at most this many bytes of rows; two rows at least. */
  constructor(
    private readonly kernels: Kernels,
    samples: Matrix,
    private readonly kernel: SvmKernel,
    mostBytes: number,
  ) {
    const n = samples.rows;
    const slots = Math.min(n, Math.max(2, Math.floor(mostBytes / (8 * n))));
    this.workspace = kernels.workspace();
    this.samples = this.workspace.matrix(n, samples.columns);
    for (let i = 0, at = 0; i < n; i++)
      for (let j = 0; j < samples.columns; j++) this.samples.data[this.samples.offset + at++] = samples.get(i, j);
    this.row = this.workspace.array(n);
    this.data = new Float64Array(slots * n);
    this.slotOf = new Int32Array(n).fill(-1);
    this.rowOf = new Int32Array(slots).fill(-1);
    this.usedAt = new Float64Array(slots);
    this.squares = Float64Array.from({ length: n }, (_, i) => {
      let sum = 0;
      for (let j = 0; j < samples.columns; j++) sum += samples.get(i, j) * samples.get(i, j);
      return sum;
    });
  }

  rowStart(row: number): number {
    let slot = this.slotOf[row];
    if (slot < 0) {
      slot = this.oldestSlot();
      if (this.rowOf[slot] >= 0) this.slotOf[this.rowOf[slot]] = -1;
      this.rowOf[slot] = row;
      this.slotOf[row] = slot;
      this.make(row);
      this.data.set(this.row, slot * this.samples.rows);
    }
    this.usedAt[slot] = ++this.clock;
    return slot * this.samples.rows;
  }

  diagonal(row: number): number {
    return this.kernel.name === "linear" ? this.squares[row] : 1;
  }

  release(): void {
    this.workspace.release();
  }

  private oldestSlot(): number {
    let oldest = 0;
    for (let slot = 1; slot < this.usedAt.length; slot++)
      if (this.usedAt[slot] < this.usedAt[oldest]) oldest = slot;
    return oldest;
  }

  private make(i: number): void {
    const { kernels, samples, squares, row, kernel } = this;
    const d = samples.columns;
    const start = samples.offset + i * d;
    kernels.gemv(1, samples, samples.data.slice(start, start + d), 0, row);
    if (kernel.name === "linear") return;
    for (let j = 0; j < row.length; j++) row[j] = -kernel.gamma * (squares[i] + squares[j] - 2 * row[j]);
    kernels.exp(row, row);
  }
}
