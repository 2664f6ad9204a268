import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { leadingEigen } from "../../kernels/leading-eigen.js";
import { Matrix } from "../../numeric/matrix.js";
import { type Classes, type Margin, marginMatrix, type Remaining, type Vectors, wantedOf } from "./margin.js";

/** With no more features than samples: Sb − Sw itself, of which rows and columns are deleted as features go. */
export class TallMargin implements Margin {
  private matrix: Matrix;
  private counts: Int32Array;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    classes: Classes,
    { samples, counts }: Remaining,
  ) {
    this.matrix = workspace.matrix(samples.columns, samples.columns);
    this.counts = counts;
    marginMatrix(kernels, samples, classes, this.matrix);
  }

  /** m copies of a column act like one that is √m times as long, and share its entry. */
  async solve(most: number, onlyPositive: boolean, pause: () => Promise<void>): Promise<Vectors> {
    const roots = Float64Array.from(this.counts, Math.sqrt);
    const plain = roots.every((root) => root === 1);
    const matrix = plain ? this.matrix : scaled(this.matrix, roots);
    const wanted = wantedOf(matrix, most, onlyPositive);
    const { values, vectors } = await leadingEigen(this.kernels, matrix, wanted, pause);
    if (!plain)
      for (let i = 0; i < vectors.rows; i++)
        for (let k = 0; k < vectors.columns; k++) vectors.set(i, k, vectors.get(i, k) / roots[i]);
    return { values, vectors };
  }

  subtract(leaving: Int32Array): void {
    const { data, rows } = this.matrix;
    const kept = Array.from(leaving.keys()).filter((i) => leaving[i] < this.counts[i]);
    let to = 0;
    for (const i of kept) for (const j of kept) data[to++] = data[i * rows + j];
    this.matrix = new Matrix(data, kept.length, kept.length);
  }

  settle({ counts }: Remaining): void {
    this.counts = counts;
  }
}

function scaled(a: Matrix, by: Float64Array): Matrix {
  const result = Matrix.zeros(a.rows, a.columns);
  for (let i = 0, at = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++, at++) result.data[at] = by[i] * by[j] * a.data[at];
  return result;
}
