import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";

/** With no more directions than this, products are made one direction at a time: gemv reads the data in place. */
export const fewDirections = 8;
/** A pivot of AᵀMA below this part of the largest: the directions are no longer independent. */
const singular = 1e-13;

/**
 * What separates the classes, g(A) = −tr((AᵀMA)⁻¹AᵀSbA) with M = Sw + αI. It does not change when A is multiplied by
 * any invertible matrix from the right. Transformations are kept as Aᵀ, so that a direction is contiguous.
 */
export class Criterion {
  readonly features: number;
  private readonly withinA: Matrix;
  private readonly projected: Matrix | null;
  private readonly centres: Matrix;

  /**
   * `samples` holds the samples less their class means, Sw = WᵀW, or where that is smaller `within` is Sw itself; Sb is
   * BᵀB.
   */
  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly scatter: { readonly samples: Matrix } | { readonly within: Matrix },
    private readonly between: Matrix,
    private readonly alpha: number,
    readonly l: number,
  ) {
    this.features = between.columns;
    this.withinA = workspace.matrix(l, this.features);
    this.projected = "samples" in scatter ? workspace.matrix(l, scatter.samples.rows) : null;
    this.centres = workspace.matrix(l, between.rows);
  }

  /** g(A), and ∇g = 2·MA·P⁻¹QP⁻¹ − 2·SbA·P⁻¹ with P = AᵀMA and Q = AᵀSbA. Infinite where P is singular. */
  evaluate(a: Matrix, gradient: Matrix): number {
    const { kernels, l, between, withinA, centres } = this;
    this.multiplyWithin(a);
    const p = Matrix.zeros(l, l);
    kernels.gemm(1, a, withinA.transposed(), 0, p);
    const inverse = inverted(kernels, p);
    if (!inverse) return Number.POSITIVE_INFINITY;
    kernels.gemm(1, a, between.transposed(), 0, centres);
    const q = Matrix.zeros(l, l);
    kernels.gemm(1, centres, centres.transposed(), 0, q);
    const quotient = Matrix.zeros(l, l);
    kernels.gemm(1, inverse, q, 0, quotient);
    const left = Matrix.zeros(l, l);
    kernels.gemm(1, quotient, inverse, 0, left);
    kernels.gemm(2, left, withinA, 0, gradient);
    const right = Matrix.zeros(l, between.rows);
    kernels.gemm(1, inverse, centres, 0, right);
    kernels.gemm(-2, right, between, 1, gradient);
    let trace = 0;
    for (let j = 0; j < l; j++) trace += quotient.get(j, j);
    return -trace;
  }

  /** withinA ← (M·A)ᵀ */
  private multiplyWithin(a: Matrix): void {
    const { withinA, projected } = this;
    if ("within" in this.scatter) this.multiply(a, this.scatter.within, withinA);
    else {
      this.multiply(a, this.scatter.samples.transposed(), projected!);
      this.multiply(projected!, this.scatter.samples, withinA);
    }
    for (let at = 0; at < withinA.data.length; at++) withinA.data[at] += this.alpha * a.data[at];
  }

  /** out ← a·matrix */
  private multiply(a: Matrix, matrix: Matrix, out: Matrix): void {
    if (this.l > fewDirections) {
      this.kernels.gemm(1, a, matrix, 0, out);
      return;
    }
    for (let j = 0; j < this.l; j++)
      this.kernels.gemv(1, matrix.transposed(), direction(a, j), 0, direction(out, j));
  }
}

const direction = (a: Matrix, j: number) => a.data.subarray(j * a.columns, (j + 1) * a.columns);

/** The inverse of a small positive definite matrix, null where it is none to working precision. */
function inverted(kernels: Kernels, matrix: Matrix): Matrix | null {
  const factor = matrix.copy();
  if (!factor.data.every(Number.isFinite) || !kernels.cholesky(factor)) return null;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (let j = 0; j < factor.rows; j++) {
    const pivot = factor.get(j, j) * factor.get(j, j);
    least = Math.min(least, pivot);
    most = Math.max(most, pivot);
  }
  if (!(least > singular * most)) return null;
  const inverse = Matrix.identity(factor.rows);
  kernels.solveTriangular(factor, inverse);
  kernels.solveTriangular(factor, inverse, true);
  return inverse;
}
