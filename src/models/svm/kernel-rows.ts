import { InputError } from "../../core/input-error.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { SvmKernel } from "./svm-options.js";

/** Where the solver takes the kernel values of one sample against others from. */
export interface KernelRows {
  /** out[at + t] ← K(sample, others[t]) for the first `count` others, rounded to single precision. */
  fill(sample: number, others: Int32Array, count: number, out: Float32Array, at: number): void;
  /** K(sample, sample). */
  diagonal(sample: number): number;
}

/** Takes them from a Gram matrix; samples are its rows. */
export class GramRows implements KernelRows {
  private readonly data: Float64Array;
  private readonly offset: number;
  private readonly stride: number;

  constructor(gram: Matrix) {
    if (gram.rows !== gram.columns || gram.columnStride !== 1)
      throw new InputError(
        "argument-type",
        `a Gram matrix must be square, row after row; ${gram.rows} × ${gram.columns} was given`,
      );
    this.data = gram.data;
    this.offset = gram.offset;
    this.stride = gram.rowStride;
  }

  fill(sample: number, others: Int32Array, count: number, out: Float32Array, at: number): void {
    const { data } = this;
    const start = this.offset + sample * this.stride;
    for (let t = 0; t < count; t++) out[at + t] = data[start + others[t]];
  }

  diagonal(sample: number): number {
    return this.data[this.offset + sample * (this.stride + 1)];
  }
}

/** Computes them when asked, for more samples than a Gram matrix can hold. Give it back with `release()`. */
export class ComputedRows implements KernelRows {
  private readonly workspace: Workspace;
  private readonly samples: Matrix;
  private readonly squares: Float64Array;
  private readonly row: Float64Array;

  constructor(
    private readonly kernels: Kernels,
    samples: Matrix,
    private readonly kernel: SvmKernel,
  ) {
    const { rows: n, columns: d } = samples;
    this.workspace = kernels.workspace();
    this.samples = this.workspace.matrix(n, d);
    this.row = this.workspace.array(n);
    this.squares = new Float64Array(n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < d; j++) {
        const x = samples.get(i, j);
        this.samples.set(i, j, x);
        this.squares[i] += x * x;
      }
  }

  fill(sample: number, others: Int32Array, count: number, out: Float32Array, at: number): void {
    const { kernels, samples, squares, row, kernel } = this;
    const d = samples.columns;
    const start = samples.offset + sample * d;
    kernels.gemv(1, samples, samples.data.slice(start, start + d), 0, row);
    if (kernel.name === "rbf") {
      for (let j = 0; j < row.length; j++)
        row[j] = -kernel.gamma * (squares[sample] + squares[j] - 2 * row[j]);
      kernels.exp(row, row);
    }
    for (let t = 0; t < count; t++) out[at + t] = row[others[t]];
  }

  diagonal(sample: number): number {
    return this.kernel.name === "linear" ? this.squares[sample] : 1;
  }

  release(): void {
    this.workspace.release();
  }
}
