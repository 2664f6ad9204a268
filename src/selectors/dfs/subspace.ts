import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { copyInto } from "./copy-into.js";
import { smallPencil } from "./small-pencil.js";
import type { WithinScatter } from "./within-scatter.js";

/** A vector that a step would turn by less than this has converged. */
const settled = 1e-6;

/**
 * Above this ratio in E the product Sw·Z that a solve gives for free is no longer exact enough, once the part of Z that
 * V holds already has been taken away; it is then computed.
 */
const uneven = 1e6;

/**
 * The dominant vectors of S·a = θ·M·a, kept from one outer step to the next, where S = Sw + BᵀB + αI and M = Sw + E.
 * They are scaled to VᵀSV = I, largest θ first. A step looks for the best vectors in the span of V and M⁻¹SV; V itself
 * stays in the basis, so no θ ever falls.
 */
export class Subspace {
  /** How many vectors there are; directions outside the range of S are left out. */
  size: number;
  theta: Float64Array;
  /** [V | Z] and Sw·[V | Z]. */
  private readonly basis: Matrix;
  private readonly withinBasis: Matrix;
  private readonly scratch: Matrix;
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
   * One inner step for M with this diagonal E, which `within` has factored. Gives the largest relative distance of the
   * first `wanted` vectors from M⁻¹S mapping them onto themselves; θ is wrong by about its square.
   */
  step(diagonal: Float64Array, wanted: number): number {
    const { size, vectors, withinVectors, kernels } = this;
    const d = vectors.rows;
    const z = this.basis.block(0, size, d, size);
    const withinZ = this.withinBasis.block(0, size, d, size);
    const right = this.right.block(0, 0, d, size);
    this.multiplyByS(vectors, withinVectors, right);
    this.within.solve(right, z, withinZ);
    const distance = this.removeKnown(z, withinZ, diagonal, wanted);
    if (isUneven(diagonal)) this.within.multiply(z, withinZ);

    const both = this.basis.block(0, 0, d, 2 * size);
    const withinBoth = this.withinBasis.block(0, 0, d, 2 * size);
    const { gramS, gramM } = this.grams(both, withinBoth, diagonal);
    const { theta, combinations } = smallPencil(kernels, gramS, gramM, size);
    this.replace(both, combinations, this.basis);
    this.replace(withinBoth, combinations, this.withinBasis);
    this.size = theta.length;
    this.theta = theta;
    return distance;
  }

  /** out ← S·V from V and Sw·V. */
  private multiplyByS(vectors: Matrix, withinVectors: Matrix, out: Matrix): void {
    const projected = Matrix.zeros(this.between.rows, vectors.columns);
    this.kernels.gemm(1, this.between, vectors, 0, projected);
    copyInto(withinVectors, out);
    this.kernels.gemm(1, this.between.transposed(), projected, 1, out);
    if (this.alpha === 0) return;
    for (let i = 0; i < out.rows; i++)
      for (let j = 0; j < out.columns; j++) out.set(i, j, out.get(i, j) + this.alpha * vectors.get(i, j));
  }

  /** Z ← Z − V·diag(q) with q the quotients vᵀSv / vᵀMv, which V holds already. */
  private removeKnown(z: Matrix, withinZ: Matrix, diagonal: Float64Array, wanted: number): number {
    const { vectors, withinVectors, right, size } = this;
    const top = new Float64Array(size);
    const bottom = new Float64Array(size);
    for (let i = 0; i < z.rows; i++)
      for (let j = 0; j < size; j++) {
        const v = vectors.get(i, j);
        top[j] += v * right.get(i, j);
        bottom[j] += v * (withinVectors.get(i, j) + diagonal[i] * v);
      }
    const rest = new Float64Array(size);
    for (let i = 0; i < z.rows; i++)
      for (let j = 0; j < size; j++) {
        const quotient = top[j] / bottom[j];
        z.set(i, j, z.get(i, j) - quotient * vectors.get(i, j));
        withinZ.set(i, j, withinZ.get(i, j) - quotient * withinVectors.get(i, j));
        rest[j] += z.get(i, j) * (withinZ.get(i, j) + diagonal[i] * z.get(i, j));
      }
    let largest = 0;
    for (let j = 0; j < size; j++) {
      const distance = Math.sqrt(Math.max(0, rest[j]) / bottom[j]) / (top[j] / bottom[j]);
      if (j < wanted) largest = Math.max(largest, distance);
      // What is left of a vector that has converged is rounding, and rounding must not enter the basis.
      if (!(distance > settled))
        for (let i = 0; i < z.rows; i++) {
          z.set(i, j, 0);
          withinZ.set(i, j, 0);
        }
    }
    return largest;
  }

  private grams(both: Matrix, withinBoth: Matrix, diagonal: Float64Array): { gramS: Matrix; gramM: Matrix } {
    const { kernels, between, alpha } = this;
    const n = both.columns;
    const [gramS, gramM] = [Matrix.zeros(n, n), Matrix.zeros(n, n)];
    kernels.gemm(1, both.transposed(), withinBoth, 0, gramM);
    gramS.data.set(gramM.data);
    const scaled = this.scratch.block(0, 0, both.rows, n);
    for (let i = 0; i < both.rows; i++)
      for (let j = 0; j < n; j++) scaled.set(i, j, diagonal[i] * both.get(i, j));
    kernels.gemm(1, both.transposed(), scaled, 1, gramM);
    const projected = Matrix.zeros(between.rows, n);
    kernels.gemm(1, between, both, 0, projected);
    kernels.gemm(1, projected.transposed(), projected, 1, gramS);
    if (alpha > 0) kernels.gemm(alpha, both.transposed(), both, 1, gramS);
    return { gramS, gramM };
  }

  /** The first columns of `target` become `from`·combinations. */
  private replace(from: Matrix, combinations: Matrix, target: Matrix): void {
    const result = this.scratch.block(0, 0, from.rows, combinations.columns);
    this.kernels.gemm(1, from, combinations, 0, result);
    copyInto(result, target.block(0, 0, from.rows, combinations.columns));
  }
}

function isUneven(diagonal: Float64Array): boolean {
  let smallest = Number.POSITIVE_INFINITY;
  let largest = 0;
  for (const e of diagonal) {
    if (e < smallest) smallest = e;
    if (e > largest) largest = e;
  }
  return largest > uneven * smallest;
}

/** What {@link Subspace.save} gives. */
export interface SavedSubspace {
  readonly vectors: Matrix;
  readonly withinVectors: Matrix;
  readonly theta: Float64Array;
}
