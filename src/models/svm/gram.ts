import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";

/** The most samples for which a whole Gram matrix is held: 128 MB. */
export const largestGram = 4096;

/**
 * The Gram matrix X·Xᵀ of a set of features that grows: adding columns costs only their own products. It lies in the
 * memory of the kernels until `release()`.
 */
export class GrowingGram {
  /** Samples × samples. */
  readonly values: Matrix;
  private readonly workspace: Workspace;
  private held = 0;

  constructor(
    private readonly kernels: Kernels,
    rows: number,
  ) {
    this.workspace = kernels.workspace();
    this.values = this.workspace.matrix(rows, rows);
  }

  /** How many columns it has been given. */
  get features(): number {
    return this.held;
  }

  /** Adds columns: one row per sample. */
  add(columns: Matrix): void {
    this.kernels.syrk(1, columns, this.held === 0 ? 0 : 1, this.values);
    this.held += columns.columns;
  }

  /** Forgets all columns. */
  clear(): void {
    this.held = 0;
    const { data, offset, rows } = this.values;
    data.fill(0, offset, offset + rows * rows);
  }

  release(): void {
    this.workspace.release();
  }
}

/**
 * out ← exp(−γ·|xᵢ − xⱼ|²) from the Gram matrix of the samples, whose diagonal and products give the squared distances.
 * `out` may be the Gram matrix itself.
 */
export function rbfGram(kernels: Kernels, gram: Matrix, gamma: number, out: Matrix): void {
  const n = gram.rows;
  const squares = Float64Array.from({ length: n }, (_, i) => gram.get(i, i));
  const row = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) row[j] = -gamma * (squares[i] + squares[j] - 2 * gram.get(i, j));
    kernels.exp(row, row);
    for (let j = 0; j < n; j++) out.set(i, j, row[j]);
  }
}
