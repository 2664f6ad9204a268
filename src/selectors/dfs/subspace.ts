import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { copyInto } from "./copy-into.js";
import { smallPencil } from "./small-pencil.js";
import type { WithinScatter } from "./within-scatter.js";

/** A vector that a step would turn by less than this has converged. */
const settled = 1e-6;

/**
 * Where Sw is so many times larger than E, M is nearly Sw, and the product Sw·Z that a solve gives for free is what is
 * left of a difference; it is then computed.
 */
const nearlyScatter = 1e4;

/**
 * The dominant vectors of S·a = θ·M·a, kept from one outer step to the next, where S = Sw + BᵀB + αI and M = Sw + E.
 * They are scaled to VᵀSV = I, largest θ first. A step looks for the best vectors in the span of V and Z = M⁻¹(SV − MVq),
 * with the quotients q that V has now: the span of V and M⁻¹SV, without what V holds already. V itself stays in the basis,
 * so no θ ever falls, however rough M⁻¹ is.
 */
export class Subspace {
  /** How many vectors there are; directions outside the range of S are left out. */
  size: number;
  theta: Float64Array;
  /** [V | Z] and Sw·[V | Z]; the three take turns, so that a new V is never copied. */
  private basis: Matrix;
  private withinBasis: Matrix;
  private scratch: Matrix;
  private readonly right: Matrix;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly within: WithinScatter,
    private readonly between: Matrix,
    private readonly alpha: number,
    size: number,
  ) {
    const d = within.features;
    this.size = size;
    this.basis = workspace.matrix(d, 2 * size);
    this.withinBasis = workspace.matrix(d, 2 * size);
    this.scratch = workspace.matrix(d, 2 * size);
    this.right = workspace.matrix(d, size);
    this.theta = new Float64Array(size);
  }

  /** The vectors V, one row per feature. */
  get vectors(): Matrix {
    return this.basis.block(0, 0, this.basis.rows, this.size);
  }

  /** Sw·V. */
  get withinVectors(): Matrix {
    return this.withinBasis.block(0, 0, this.basis.rows, this.size);
  }

  /** Random combinations of the class means, where the wanted vectors begin, and a little of everything else. */
  start(random: Random): void {
    const { between, vectors } = this;
    const mix = Matrix.zeros(between.rows, this.size);
    for (let at = 0; at < mix.data.length; at++) mix.data[at] = random.normal();
    this.kernels.gemm(1, between.transposed(), mix, 0, vectors);
    let scale = 0;
    for (const x of between.data) scale = Math.max(scale, Math.abs(x));
    for (let i = 0; i < vectors.rows; i++)
      for (let j = 0; j < vectors.columns; j++)
        vectors.set(i, j, vectors.get(i, j) + 1e-3 * scale * random.normal());
    this.refresh();
    this.theta.fill(0);
  }

  /** Vectors of a fit nearby; where there are fewer than before, the block is smaller. */
  begin(vectors: Matrix): void {
    this.size = Math.min(vectors.columns, this.right.columns);
    copyInto(vectors.block(0, 0, vectors.rows, this.size), this.vectors);
    this.refresh();
  }

  /** The vectors as they are, for {@link restore}. */
  save(): SavedSubspace {
    return { vectors: this.vectors.copy(), withinVectors: this.withinVectors.copy(), theta: this.theta };
  }

  /** Back to what {@link save} gave. */
  restore({ vectors, withinVectors, theta }: SavedSubspace): void {
    this.size = vectors.columns;
    copyInto(vectors, this.vectors);
    copyInto(withinVectors, this.withinVectors);
    this.theta = theta;
  }

  /** Computes Sw·V anew, which keeps rounding from adding up. */
  refresh(): void {
    this.within.multiply(this.vectors, this.withinVectors);
  }

  /**
   * One inner step for M with this diagonal E, which `within` was told. Says how far the first `wanted` vectors were
   * off before it. The residual is formed before it is solved for, so what rounding does to Z and Sw·Z shrinks with them.
   */
  step(diagonal: Float64Array, wanted: number): StepError {
    const { size, vectors, withinVectors, kernels } = this;
    const d = vectors.rows;
    const z = this.basis.block(0, size, d, size);
    const withinZ = this.withinBasis.block(0, size, d, size);
    const right = this.right.block(0, 0, d, size);
    this.multiplyByS(vectors, withinVectors, right);
    const residual = this.scratch.block(0, 0, d, size);
    const { quotients, lengths } = this.residuals(diagonal, residual);
    this.within.solve(residual, z, withinZ);
    if (isNearlyScatter(diagonal, this.within.largest)) this.within.multiply(z, withinZ);
    const error = this.leaveOutSettled(diagonal, quotients, lengths, wanted);

    const { gramS, gramM } = this.grams(diagonal);
    const { theta, combinations } = smallPencil(kernels, gramS, gramM, size);
    this.replace(combinations);
    this.size = theta.length;
    this.theta = theta;
    return error;
  }

  /** out ← S·V from V and Sw·V. */
  private multiplyByS(vectors: Matrix, withinVectors: Matrix, out: Matrix): void {
    const projected = Matrix.zeros(this.between.rows, vectors.columns);
    this.kernels.gemm(1, this.between, vectors, 0, projected);
    addMultiple(withinVectors, this.alpha, vectors, out);
    this.kernels.gemm(1, this.between.transposed(), projected, 1, out);
  }

  /** out ← S·V − M·V·diag(q) with the quotients q = vᵀSv / vᵀMv; lengths are vᵀMv. */
  private residuals(diagonal: Float64Array, out: Matrix): { quotients: Float64Array; lengths: Float64Array } {
    const { size } = this;
    const d = this.basis.rows;
    const [basis, withinBasis, right, target] = [
      this.basis.data,
      this.withinBasis.data,
      this.right.data,
      out.data,
    ];
    const stride = this.basis.rowStride;
    const rightStride = this.right.rowStride;
    const quotients = new Float64Array(size);
    const lengths = new Float64Array(size);
    for (let i = 0; i < d; i++) {
      const e = diagonal[i];
      for (let j = 0, at = i * stride, from = i * rightStride; j < size; j++, at++, from++) {
        const v = basis[at];
        quotients[j] += v * right[from];
        lengths[j] += v * (withinBasis[at] + e * v);
      }
    }
    for (let j = 0; j < size; j++) quotients[j] /= lengths[j];
    for (let i = 0; i < d; i++) {
      const e = diagonal[i];
      for (let j = 0, at = i * stride, from = i * rightStride; j < size; j++, at++, from++)
        target[at] = right[from] - quotients[j] * (withinBasis[at] + e * basis[at]);
    }
    return { quotients, lengths };
  }

  /** Empties the columns of Z whose vectors have converged, and says how far the wanted ones were off. */
  private leaveOutSettled(
    diagonal: Float64Array,
    quotients: Float64Array,
    lengths: Float64Array,
    wanted: number,
  ): StepError {
    const { size } = this;
    const d = this.basis.rows;
    const [basis, withinBasis] = [this.basis.data, this.withinBasis.data];
    const stride = this.basis.rowStride;
    const squares = new Float64Array(size);
    for (let i = 0; i < d; i++) {
      const e = diagonal[i];
      for (let j = 0, z = i * stride + size; j < size; j++, z++)
        squares[j] += basis[z] * (withinBasis[z] + e * basis[z]);
    }
    let largest = 0;
    let surrogate = 0;
    for (let j = 0; j < size; j++) {
      const distance = Math.sqrt(Math.max(0, squares[j]) / lengths[j]) / quotients[j];
      if (j < wanted) {
        largest = Math.max(largest, distance * distance);
        surrogate += (distance * distance) / quotients[j];
      }
      // What is left of a vector that has converged is rounding, and rounding must not enter the basis.
      if (!(distance > settled))
        for (let i = 0, z = size + j; i < d; i++, z += stride) {
          basis[z] = 0;
          withinBasis[z] = 0;
        }
    }
    return { theta: largest, surrogate };
  }

  /** The lower triangles of [V | Z]ᵀ·S·[V | Z] and of the same with M; S·V is in `right` already. */
  private grams(diagonal: Float64Array): { gramS: Matrix; gramM: Matrix } {
    const { kernels, between, alpha, size } = this;
    const d = this.basis.rows;
    const part = (whole: Matrix, column: number) => whole.block(0, column, d, size);
    const both = this.basis.block(0, 0, d, 2 * size).transposed();
    const [z, withinZ, product] = [
      part(this.basis, size),
      part(this.withinBasis, size),
      part(this.scratch, 0),
    ];
    const [gramS, gramM] = [Matrix.zeros(2 * size, 2 * size), Matrix.zeros(2 * size, 2 * size)];
    const left = (gram: Matrix) => gram.block(0, 0, 2 * size, size);
    const corner = (gram: Matrix) => gram.block(size, size, size, size);

    kernels.gemm(1, both, part(this.right, 0), 0, left(gramS));
    addMultiple(this.withinVectors, diagonal, this.vectors, product);
    kernels.gemm(1, both, product, 0, left(gramM));
    addMultiple(withinZ, diagonal, z, product);
    kernels.gemm(1, z.transposed(), product, 0, corner(gramM));
    const projected = Matrix.zeros(between.rows, size);
    kernels.gemm(1, between, z, 0, projected);
    kernels.gemm(1, projected.transposed(), projected, 0, corner(gramS));
    if (alpha > 0) addMultiple(withinZ, alpha, z, product);
    kernels.gemm(1, z.transposed(), alpha > 0 ? product : withinZ, 1, corner(gramS));
    return { gramS, gramM };
  }

  /** V ← [V | Z]·combinations, and Sw·V alike. */
  private replace(combinations: Matrix): void {
    const { kernels, basis, withinBasis, scratch } = this;
    const whole = (matrix: Matrix) => matrix.block(0, 0, matrix.rows, combinations.rows);
    const first = (matrix: Matrix) => matrix.block(0, 0, matrix.rows, combinations.columns);
    kernels.gemm(1, whole(basis), combinations, 0, first(scratch));
    kernels.gemm(1, whole(withinBasis), combinations, 0, first(basis));
    [this.basis, this.withinBasis, this.scratch] = [scratch, basis, withinBasis];
  }
}

/** out ← A + diag(factor)·B, where columns lie side by side. */
function addMultiple(a: Matrix, factor: number | Float64Array, b: Matrix, out: Matrix): void {
  const [from, plus, to] = [a.data, b.data, out.data];
  const { rows, columns } = out;
  const [fromStride, plusStride, toStride] = [a.rowStride, b.rowStride, out.rowStride];
  const multiples = typeof factor === "number" ? new Float64Array(rows).fill(factor) : factor;
  let [x, y, z] = [a.offset, b.offset, out.offset];
  for (let i = 0; i < rows; i++, x += fromStride, y += plusStride, z += toStride) {
    const multiple = multiples[i];
    for (let j = 0; j < columns; j++) to[z + j] = from[x + j] + multiple * plus[y + j];
  }
}

function isNearlyScatter(diagonal: Float64Array, scatter: number): boolean {
  let smallest = Number.POSITIVE_INFINITY;
  for (const e of diagonal) if (e < smallest) smallest = e;
  return scatter > nearlyScatter * smallest;
}

/** How far vectors are off: the square of the distance that M⁻¹S moves them, relative to their length. */
export interface StepError {
  /** The largest of them, which is about the relative error of that θ. */
  readonly theta: number;
  /** Their sum over θ, which is about the error of the surrogate Σλ, since λ = 1/θ − 1. */
  readonly surrogate: number;
}

/** What {@link Subspace.save} gives. */
export interface SavedSubspace {
  readonly vectors: Matrix;
  readonly withinVectors: Matrix;
  readonly theta: Float64Array;
}
