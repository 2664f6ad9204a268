import { InputError } from "../../core/input-error.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { standardise } from "../samples.js";
import { LazyFactor } from "./lazy-factor.js";
import type { WithinScatter } from "./within-scatter.js";

/** The tall form: Sw as a d × d matrix, and a Cholesky factorisation of M whenever E has moved. Memory 2d², whatever n is. */
export class TallScatter implements WithinScatter {
  readonly form = "tall";
  readonly features: number;
  readonly largest: number;
  private readonly factorOfM: Matrix;
  private readonly lazyFactor: LazyFactor;
  private readonly ones: Float64Array;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly within: Matrix,
  ) {
    this.features = within.rows;
    let largest = 0;
    for (let i = 0; i < within.rows; i++) largest = Math.max(largest, within.get(i, i));
    this.largest = largest;
    this.factorOfM = workspace.room(within.rows, within.rows);
    this.ones = workspace.array(within.rows).fill(1);
    this.lazyFactor = new LazyFactor((diagonal) => this.factorNow(diagonal));
  }

  multiply(vectors: Matrix, out: Matrix): void {
    this.kernels.gemm(1, this.within, vectors, 0, out);
  }

  /** out ← out − Sw */
  subtractFrom(out: Matrix): void {
    for (let at = 0; at < out.data.length; at++) out.data[at] -= this.within.data[at];
  }

  factor(diagonal: Float64Array, steady = false): void {
    this.lazyFactor.ask(diagonal, steady);
  }

  get factorAge(): number {
    return this.lazyFactor.age;
  }

  private factorNow(diagonal: Float64Array): void {
    const { factorOfM, features } = this;
    factorOfM.data.set(this.within.data);
    for (let i = 0; i < features; i++) factorOfM.data[i * features + i] += diagonal[i];
    if (!this.kernels.cholesky(factorOfM))
      throw new InputError(
        "not-possible",
        "the penalised scatter is not positive definite to working precision",
        {
          remedies: [
            { action: "use a larger γ", option: "gamma" },
            { action: "add more to its diagonal", option: "alpha" },
            standardise,
          ],
        },
      );
  }

  restrict(features: ArrayLike<number>, workspace: Workspace, combinations?: Matrix): WithinScatter {
    const [few, extra] = [features.length, combinations?.columns ?? 0];
    const within = workspace.room(few + extra, few + extra);
    const [from, to] = [this.within.data, within.data];
    for (let i = 0; i < few; i++) {
      const row = features[i] * this.features;
      for (let j = 0, at = i * within.columns; j < few; j++) to[at++] = from[row + features[j]];
    }
    if (combinations) {
      const image = workspace.matrix(this.features, extra);
      this.multiply(combinations, image);
      this.kernels.gemm(1, combinations.transposed(), image, 0, within.block(few, few, extra, extra));
      for (let i = 0; i < few; i++)
        for (let j = 0; j < extra; j++) {
          within.set(i, few + j, image.get(features[i], j));
          within.set(few + j, i, image.get(features[i], j));
        }
    }
    return new TallScatter(this.kernels, workspace, within);
  }

  solve(right: Matrix, z: Matrix, withinZ: Matrix): void {
    const diagonal = this.lazyFactor.use(right.columns);
    this.kernels.combineRows(null, this.ones, right, z);
    this.kernels.solveTriangular(this.factorOfM, z);
    this.kernels.solveTriangular(this.factorOfM, z, true);
    // M·Z = R, so Sw·Z = R − E·Z; with an older factor both are those of its E, and Sw·Z is as exact.
    this.kernels.combineRows(right, negative(diagonal), z, withinZ);
  }
}

const negative = (numbers: Float64Array) => numbers.map((x) => -x);
