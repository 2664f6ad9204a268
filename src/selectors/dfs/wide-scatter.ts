import { InputError } from "../../core/input-error.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { standardise } from "../samples.js";
import { cheaperForm } from "./cheaper-form.js";
import { LazyFactor } from "./lazy-factor.js";
import { TallScatter } from "./tall-scatter.js";
import type { WithinScatter } from "./within-scatter.js";

/** How many features are scaled at a time while G is formed, so that no second copy of the data is needed. */
const blockWidth = 2048;

/**
 * The wide form: Sw = WᵀW for the n × d matrix W of samples less their class mean. With G = I + W·E⁻¹·Wᵀ (n × n),
 * M⁻¹R = E⁻¹(R − Wᵀ·G⁻¹·W·E⁻¹R), so nothing d × d is ever formed.
 */
export class WideScatter implements WithinScatter {
  readonly form = "wide";
  readonly features: number;
  readonly largest: number;
  private readonly gram: Matrix;
  private readonly block: Matrix;
  private readonly lazyFactor: LazyFactor;

  constructor(
    private readonly kernels: Kernels,
    private readonly workspace: Workspace,
    private readonly samples: Matrix,
  ) {
    this.features = samples.columns;
    const squares = new Float64Array(samples.columns);
    for (let i = 0, at = 0; i < samples.rows; i++)
      for (let j = 0; j < samples.columns; j++, at++) squares[j] += samples.data[at] * samples.data[at];
    this.largest = squares.reduce((most, x) => Math.max(most, x), 0);
    this.gram = workspace.matrix(samples.rows, samples.rows);
    this.lazyFactor = new LazyFactor((diagonal) => this.factorNow(diagonal));
    this.block = workspace.room(samples.rows, Math.min(blockWidth, samples.columns));
  }

  multiply(vectors: Matrix, out: Matrix): void {
    const projected = this.projection(vectors.columns);
    this.kernels.gemm(1, this.samples, vectors, 0, projected);
    this.kernels.gemm(1, this.samples.transposed(), projected, 0, out);
  }

  factor(diagonal: Float64Array, steady = false): void {
    this.lazyFactor.ask(diagonal, steady);
  }

  get factorAge(): number {
    return this.lazyFactor.age;
  }

  private factorNow(diagonal: Float64Array): void {
    const { samples, gram, block } = this;
    const { rows, columns } = samples;
    gram.data.fill(0);
    for (let i = 0; i < rows; i++) gram.data[i * rows + i] = 1;
    for (let start = 0; start < columns; start += block.columns) {
      const width = Math.min(block.columns, columns - start);
      const scale = diagonal.subarray(start, start + width).map((e) => 1 / Math.sqrt(e));
      const scaled = block.block(0, 0, rows, width);
      this.kernels.combineColumns(null, samples.block(0, start, rows, width), scale, scaled);
      this.kernels.syrk(1, scaled, 1, gram);
    }
    if (!this.kernels.cholesky(gram))
      throw new InputError("not-possible", "the penalised scatter is not finite", {
        remedies: [{ action: "use a larger γ", option: "gamma" }, standardise],
      });
  }

  restrict(features: ArrayLike<number>, workspace: Workspace, combinations?: Matrix): WithinScatter {
    const [few, extra] = [features.length, combinations?.columns ?? 0];
    const samples = workspace.room(this.samples.rows, few + extra);
    const [source, target] = [this.samples.data, samples.data];
    for (let i = 0; i < samples.rows; i++) {
      const row = i * this.features;
      for (let j = 0, at = i * samples.columns; j < few; j++) target[at++] = source[row + features[j]];
    }
    if (combinations)
      this.kernels.gemm(1, this.samples, combinations, 0, samples.block(0, few, samples.rows, extra));
    if (cheaperForm(samples.rows, samples.columns) === "wide")
      return new WideScatter(this.kernels, workspace, samples);
    const within = workspace.room(samples.columns, samples.columns);
    this.kernels.syrk(1, samples.transposed(), 0, within);
    return new TallScatter(this.kernels, workspace, within);
  }

  solve(right: Matrix, z: Matrix, withinZ: Matrix): void {
    const { samples, gram } = this;
    const diagonal = this.lazyFactor.use(right.columns);
    const projected = this.projection(right.columns);
    const inverse = diagonal.map((e) => 1 / e);
    this.kernels.combineRows(null, inverse, right, z);
    // U = G⁻¹·W·E⁻¹R is also W·Z, so Wᵀ·U is Sw·Z.
    this.kernels.gemm(1, samples, z, 0, projected);
    this.kernels.solveTriangular(gram, projected);
    this.kernels.solveTriangular(gram, projected, true);
    this.kernels.gemm(1, samples.transposed(), projected, 0, withinZ);
    const negative = inverse.map((factor) => -factor);
    this.kernels.combineRows(z, negative, withinZ, z);
  }

  private readonly projections = new Map<number, Matrix>();

  private projection(columns: number): Matrix {
    let matrix = this.projections.get(columns);
    if (!matrix) {
      matrix = this.workspace.matrix(this.samples.rows, columns);
      this.projections.set(columns, matrix);
    }
    return matrix;
  }
}
