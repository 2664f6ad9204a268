import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Blocks } from "../dfs/penalty.js";
import { shrinkDerivative, shrinkRows } from "./shrink-rows.js";
import type { Step } from "./step.js";

/** The multipliers are exact enough when sym(Aᵀ(Z − A)) is this part of Z − A. */
const residualPart = 0.01;
const newtonSteps = 30;
const conjugateSteps = 60;
const halvings = 12;
/** Squared residual, as a part of the first, at which a Newton direction is exact enough. */
const directionPart = 0.01;
/** Keeps the Newton system regular where every feature that it could move has vanished. */
const regularity = 1e-8;
/** Directions whose Gram matrix has an eigenvalue below this part of the largest are not independent. */
const singular = 1e-12;

/**
 * A proximal step that stays on AᵀA = I (S. Chen, S. Ma, A. M.-C. So, T. Zhang: Proximal gradient method for nonsmooth
 * optimization over the Stiefel manifold, 2020): Z minimises the linearised objective with the penalty exact, among the
 * Z for which Z − A is tangent, sym(AᵀZ) = I; then Z is made orthonormal by Z(ZᵀZ)^(−1/2), which keeps rows of zeros.
 *
 * Z is the plain proximal step with the multipliers' part of the gradient, prox(A − t∇g + 2tAΛ), and Λ (l × l,
 * symmetric) is the zero of sym(AᵀZ(Λ)) − I, found by Newton's method: Z(Λ) is piecewise linear.
 */
export class TangentStep implements Step {
  private multipliers: Matrix;
  private found: Matrix;
  private readonly moved: Matrix;
  private readonly cut: Matrix;
  private readonly change: Matrix;
  private readonly levels: Float64Array;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly l: number,
    features: number,
    private readonly blocks: Blocks | undefined,
  ) {
    this.multipliers = Matrix.zeros(l, l);
    this.found = this.multipliers;
    this.moved = workspace.matrix(l, features);
    this.cut = workspace.matrix(l, features);
    this.change = workspace.matrix(l, features);
    this.levels = new Float64Array(blocks?.weights.length ?? features);
  }

  propose(a: Matrix, gradient: Matrix, length: number, gamma: number, next: Matrix): boolean {
    const at = { a, gradient, length, gamma };
    let multipliers = this.multipliers;
    let { residual, error } = this.evaluate(at, multipliers);
    for (let step = 0; step < newtonSteps && error > residualPart * this.distance(a); step++) {
      const direction = this.newtonDirection(at, residual);
      let part = 1;
      let improved = false;
      for (let halving = 0; halving < halvings && !improved; halving++, part /= 2) {
        const tried = added(multipliers, direction, part);
        const value = this.evaluate(at, tried);
        if (value.error >= (1 - 0.1 * part) * error) continue;
        improved = true;
        multipliers = tried;
        ({ residual, error } = value);
      }
      if (improved) continue;
      this.evaluate(at, multipliers);
      break;
    }
    this.found = multipliers;
    return orthonormalise(this.kernels, this.cut, next);
  }

  accept(): void {
    this.multipliers = this.found;
  }

  reset(): void {
    this.multipliers = Matrix.zeros(this.l, this.l);
  }

  /** cut ← Z(Λ); gives AᵀZ + ZᵀA − 2I and its norm. */
  private evaluate({ a, gradient, length, gamma }: Place, multipliers: Matrix): Residual {
    const { moved, cut, l } = this;
    const turn = added(Matrix.identity(l), multipliers, 2 * length);
    for (let at = 0; at < moved.data.length; at++) moved.data[at] = -length * gradient.data[at];
    this.kernels.gemm(1, turn, a, 1, moved);
    shrinkRows(moved, length * gamma, cut, this.levels, this.blocks);
    const residual = this.symmetricProduct(a, cut);
    for (let j = 0; j < l; j++) residual.data[j * l + j] -= 2;
    return { residual, error: norm(residual) };
  }

  /** ‖Z − A‖ */
  private distance(a: Matrix): number {
    let sum = 0;
    for (let at = 0; at < a.data.length; at++) {
      const change = this.cut.data[at] - a.data[at];
      sum += change * change;
    }
    return Math.sqrt(sum);
  }

  /** Solves for the change of Λ by conjugate gradients, with the derivative of Z at the last point evaluated. */
  private newtonDirection(place: Place, residual: Matrix): Matrix {
    const { l } = this;
    const solution = Matrix.zeros(l, l);
    const rest = Matrix.zeros(l, l);
    for (let at = 0; at < rest.data.length; at++) rest.data[at] = -residual.data[at];
    let search = rest.copy();
    const first = dot(rest, rest);
    let square = first;
    for (let step = 0; step < conjugateSteps && square > directionPart * first; step++) {
      const image = this.derivative(place, search);
      const curvature = dot(search, image);
      if (!(curvature > 0)) break;
      const part = square / curvature;
      for (let at = 0; at < rest.data.length; at++) {
        solution.data[at] += part * search.data[at];
        rest.data[at] -= part * image.data[at];
      }
      const smaller = dot(rest, rest);
      search = added(rest, search, smaller / square);
      square = smaller;
    }
    return solution;
  }

  /** How AᵀZ + ZᵀA moves with Λ. */
  private derivative({ a, length }: Place, direction: Matrix): Matrix {
    const { change } = this;
    this.kernels.gemm(2 * length, direction, a, 0, change);
    shrinkDerivative(this.moved, this.levels, change, this.blocks);
    return added(this.symmetricProduct(a, change), direction, regularity * length);
  }

  private symmetricProduct(a: Matrix, b: Matrix): Matrix {
    const product = Matrix.zeros(this.l, this.l);
    this.kernels.gemm(1, a, b.transposed(), 0, product);
    return added(product, product.transposed().copy(), 1);
  }
}

/** out ← (ZᵀZ)^(−1/2)·Zᵀ for Z kept as Zᵀ; false where its directions are not independent. */
export function orthonormalise(kernels: Kernels, z: Matrix, out: Matrix): boolean {
  const l = z.rows;
  const gram = Matrix.zeros(l, l);
  kernels.gemm(1, z, z.transposed(), 0, gram);
  const { values, vectors } = kernels.symmetricEigen(gram);
  if (!(values[0] > singular * values[l - 1])) return false;
  const root = Matrix.zeros(l, l);
  for (let i = 0; i < l; i++)
    for (let j = 0; j < l; j++)
      for (let k = 0; k < l; k++)
        root.data[i * l + j] += (vectors.get(i, k) * vectors.get(j, k)) / Math.sqrt(values[k]);
  kernels.gemm(1, root, z, 0, out);
  return true;
}

interface Place {
  readonly a: Matrix;
  readonly gradient: Matrix;
  readonly length: number;
  readonly gamma: number;
}

interface Residual {
  readonly residual: Matrix;
  readonly error: number;
}

/** A + factor·B, both row after row. */
function added(a: Matrix, b: Matrix, factor: number): Matrix {
  const sum = a.copy();
  for (let at = 0; at < sum.data.length; at++) sum.data[at] += factor * b.data[at];
  return sum;
}

function dot(a: Matrix, b: Matrix): number {
  let sum = 0;
  for (let at = 0; at < a.data.length; at++) sum += a.data[at] * b.data[at];
  return sum;
}

const norm = (a: Matrix) => Math.sqrt(dot(a, a));
