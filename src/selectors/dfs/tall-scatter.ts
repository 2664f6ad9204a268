import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { InputError } from "../../numeric/input-error.js";
import type { Matrix } from "../../numeric/matrix.js";
import { copyInto } from "./copy-into.js";
import type { WithinScatter } from "./within-scatter.js";

/** The tall form: Sw as a d × d matrix, and one Cholesky factorisation of M for each E. Memory 2d², whatever n is. */
export class TallScatter implements WithinScatter {
  readonly form = "tall";
  readonly features: number;
  private readonly factorOfM: Matrix;
  private diagonal: Float64Array = new Float64Array(0);

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly within: Matrix,
  ) {
    this.features = within.rows;
    this.factorOfM = workspace.matrix(within.rows, within.rows);
  }

  multiply(vectors: Matrix, out: Matrix): void {
    this.kernels.gemm(1, this.within, vectors, 0, out);
  }

  factor(diagonal: Float64Array): void {
    this.diagonal = diagonal;
    const { factorOfM, features } = this;
    factorOfM.data.set(this.within.data);
    for (let i = 0; i < features; i++) factorOfM.data[i * features + i] += diagonal[i];
    if (!this.kernels.cholesky(factorOfM))
      throw new InputError(
        "the penalised scatter is not positive definite to working precision; raise gamma or alpha, or standardise the data",
      );
  }

  restrict(features: ArrayLike<number>, workspace: Workspace): WithinScatter {
    const within = workspace.matrix(features.length, features.length);
    for (let i = 0; i < features.length; i++)
      for (let j = 0; j < features.length; j++) within.set(i, j, this.within.get(features[i], features[j]));
    return new TallScatter(this.kernels, workspace, within);
  }

  solve(right: Matrix, z: Matrix, withinZ: Matrix): void {
    copyInto(right, z);
    this.kernels.solveTriangular(this.factorOfM, z);
    this.kernels.solveTriangular(this.factorOfM, z, true);
    // M·Z = R, so Sw·Z = R − E·Z.
    for (let i = 0; i < z.rows; i++)
      for (let j = 0; j < z.columns; j++) withinZ.set(i, j, right.get(i, j) - this.diagonal[i] * z.get(i, j));
  }
}
