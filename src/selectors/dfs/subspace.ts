import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { copyInto } from "./copy-into.js";
import { SmallPencil } from "./small-pencil.js";
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
  /** [V | Z] and Sw·[V | Z], and room for M·[Z | V]; the three take turns, so that a new V is never copied. */
  private basis: Matrix;
  private withinBasis: Matrix;
  private scratch: Matrix;
  private readonly right: Matrix;
  private readonly gramS: Matrix;
  private readonly gramM: Matrix;
  private readonly pencil: SmallPencil;
  /** Whether Sw·V was computed from V, and not combined by the step that found it. */
  private isRefreshed = false;
  /** α for each row. */
  private readonly alphas: Float64Array;
  /** Room for B·V. */
  private readonly projected: Matrix;

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
    this.gramS = workspace.matrix(2 * size, 2 * size);
    this.gramM = workspace.matrix(2 * size, 2 * size);
    this.pencil = new SmallPencil(kernels, workspace, 2 * size);
    this.right = workspace.matrix(d, size);
    this.alphas = workspace.array(d).fill(alpha);
    this.projected = workspace.matrix(between.rows, size);
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
    addNoise(vectors, 1e-3 * scale, random);
    this.isRefreshed = false;
    this.refresh();
    this.theta.fill(0);
  }

  /** Vectors of a fit nearby; where there are fewer than before, the block is smaller. */
  begin(vectors: Matrix): void {
    this.size = Math.min(vectors.columns, this.right.columns);
    copyInto(vectors.block(0, 0, vectors.rows, this.size), this.vectors);
    this.isRefreshed = false;
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
    this.isRefreshed = false;
    this.theta = theta;
  }

  /** Computes Sw·V anew, which keeps rounding from adding up. */
  refresh(): void {
    if (this.isRefreshed) return;
    this.within.multiply(this.vectors, this.withinVectors);
    this.isRefreshed = true;
  }

  /**
   * One inner step for M with this diagonal E, which `within` was told. The vectors before `first` are good already: they stay in
   * the basis, but no Z is found for them. Gives how far each vector was off before the step, from `first` on: the square of
   * the distance that M⁻¹S moves it, relative to its length, which is about the relative error of its θ. The residual is formed
   * before it is solved for, so what rounding does to Z and Sw·Z shrinks with them.
   */
  step(diagonal: Float64Array, first = 0): Float64Array {
    const { size, vectors, withinVectors, kernels } = this;
    const d = vectors.rows;
    const rest = size - first;
    const part = (whole: Matrix, column: number, columns: number) => whole.block(0, column, d, columns);
    const [z, withinZ] = [part(this.basis, size, rest), part(this.withinBasis, size, rest)];
    const [right, imageV] = [part(this.right, 0, size), part(this.scratch, size, size)];
    this.multiplyByS(vectors, withinVectors, right);
    kernels.combineRows(withinVectors, diagonal, vectors, imageV);
    const lengths = kernels.columnProducts(vectors, imageV);
    const quotients = kernels.columnProducts(vectors, right).map((product, j) => product / lengths[j]);
    // S·V − M·V·diag(q)
    const residual = part(this.scratch, 0, rest);
    kernels.combineColumns(
      part(right, first, rest),
      part(imageV, first, rest),
      quotients.subarray(first).map((quotient) => -quotient),
      residual,
    );
    this.within.solve(residual, z, withinZ);
    if (isNearlyScatter(diagonal, this.within.largest)) this.within.multiply(z, withinZ);
    const imageZ = residual;
    kernels.combineRows(withinZ, diagonal, z, imageZ);
    const squares = kernels.columnProducts(z, imageZ);
    const errors = new Float64Array(size);
    for (let j = first; j < size; j++) {
      const distance = Math.sqrt(Math.max(0, squares[j - first]) / lengths[j]) / quotients[j];
      errors[j] = distance * distance;
      // What is left of a vector that has converged is rounding, and rounding must not enter the basis.
      if (!(distance > settled)) for (const block of [z, withinZ, imageZ]) fillColumn(block, j - first, 0);
    }

    const { gramS, gramM } = this.grams(rest);
    const { theta, combinations } = this.pencil.solve(gramS, gramM, size);
    this.replace(combinations);
    this.size = theta.length;
    this.theta = theta;
    return errors;
  }

  /** out ← S·V from V and Sw·V. */
  private multiplyByS(vectors: Matrix, withinVectors: Matrix, out: Matrix): void {
    const projected = this.projected.block(0, 0, this.between.rows, vectors.columns);
    this.kernels.gemm(1, this.between, vectors, 0, projected);
    this.kernels.combineRows(withinVectors, this.alphas, vectors, out);
    this.kernels.gemm(1, this.between.transposed(), projected, 1, out);
  }

  /**
   * [V | Z]ᵀ·S·[V | Z], and the lower triangle of the same with M, for as many columns of Z as are given. S·V is in `right` already,
   * M·Z and M·V are in the two halves of `scratch`.
   */
  private grams(rest: number): { gramS: Matrix; gramM: Matrix } {
    const { kernels, between, size } = this;
    const d = this.basis.rows;
    const all = size + rest;
    const part = (whole: Matrix, column: number, columns: number) => whole.block(0, column, d, columns);
    const both = part(this.basis, 0, all).transposed();
    const [z, withinZ] = [part(this.basis, size, rest), part(this.withinBasis, size, rest)];
    const [gramS, gramM] = [this.gramS.block(0, 0, all, all), this.gramM.block(0, 0, all, all)];
    const left = (gram: Matrix) => gram.block(0, 0, all, size);
    const corner = (gram: Matrix) => gram.block(size, size, rest, rest);

    kernels.gemm(1, both, part(this.right, 0, size), 0, left(gramS));
    kernels.gemm(1, both, part(this.scratch, size, size), 0, left(gramM));
    kernels.gemm(1, z.transposed(), part(this.scratch, 0, rest), 0, corner(gramM));
    const projected = this.projected.block(0, 0, between.rows, rest);
    kernels.gemm(1, between, z, 0, projected);
    kernels.gemm(1, projected.transposed(), projected, 0, corner(gramS));
    const shifted = part(this.scratch, size, rest);
    if (this.alpha > 0) kernels.combineRows(withinZ, this.alphas, z, shifted);
    kernels.gemm(1, z.transposed(), this.alpha > 0 ? shifted : withinZ, 1, corner(gramS));
    copyInto(gramS.block(size, 0, rest, size), gramS.block(0, size, size, rest).transposed());
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
    this.isRefreshed = false;
  }
}

/** Adds random numbers of this deviation. Normal ones would do no better here, and take longer. */
function addNoise(
  { data, rows, columns, rowStride, offset }: Matrix,
  deviation: number,
  random: Random,
): void {
  const width = Math.sqrt(12) * deviation;
  for (let i = 0, row = offset; i < rows; i++, row += rowStride)
    for (let at = row; at < row + columns; at++) data[at] += width * (random.uniform() - 0.5);
}

function fillColumn({ data, rows, rowStride, offset }: Matrix, column: number, value: number): void {
  for (let i = 0, at = offset + column; i < rows; i++, at += rowStride) data[at] = value;
}

function isNearlyScatter(diagonal: Float64Array, scatter: number): boolean {
  let smallest = Number.POSITIVE_INFINITY;
  for (const e of diagonal) if (e < smallest) smallest = e;
  return scatter > nearlyScatter * smallest;
}

/** What {@link Subspace.save} gives. */
export interface SavedSubspace {
  readonly vectors: Matrix;
  readonly withinVectors: Matrix;
  readonly theta: Float64Array;
}
