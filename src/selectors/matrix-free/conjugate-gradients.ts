import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { notFinite } from "../samples.js";

/** A·X = B for a symmetric positive definite A that is known by what it does to vectors. */
export interface LinearSystem {
  /** out ← A·V */
  multiply(vectors: Matrix, out: Matrix): void;
  /** The diagonal of A. */
  readonly diagonal: Float64Array;
  readonly right: Matrix;
  /** How small residuals must be, as a part of the right-hand sides. */
  readonly tolerance: number;
  /** It gives up after so many steps. */
  readonly mostSteps: number;
}

/** A direction that has lost all but this part of itself to the others says nothing new. */
const independence = 1e-10;

/**
 * Block conjugate gradients with the diagonal as preconditioner: all right-hand sides are solved for in the space that their
 * search directions span together, which takes far fewer products with A than one by one. Directions that depend on others
 * are left out. `x` is where to begin, and afterwards the solution. Gives the number of steps, and whether the tolerance was met.
 */
export async function solveByConjugateGradients(
  kernels: Kernels,
  system: LinearSystem,
  x: Matrix,
  pause: () => Promise<void>,
): Promise<{ readonly steps: number; readonly converged: boolean }> {
  const workspace = kernels.workspace();
  try {
    return await new BlockSolver(kernels, workspace, system, x).run(pause);
  } finally {
    workspace.release();
  }
}

class BlockSolver {
  private readonly residual: Matrix;
  private readonly allDirections: Matrix;
  private readonly allImages: Matrix;
  /** The next directions. Each lies in one piece, which is what making them orthogonal wants. */
  private readonly next: Matrix;
  private readonly along: Float64Array;
  private readonly limits: Float64Array;
  /** Columns × columns: the factor of the last directions' products, and coefficients. */
  private readonly products: Matrix;
  private readonly coefficients: Matrix;
  /** The directions of the last step, and A times them. */
  private directions!: Matrix;
  private images!: Matrix;

  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    private readonly system: LinearSystem,
    private readonly x: Matrix,
  ) {
    const { rows, columns } = x;
    [this.residual, this.allDirections, this.allImages] = [0, 1, 2].map(() =>
      workspace.matrix(rows, columns),
    );
    this.next = workspace.matrix(columns, rows).transposed();
    this.along = workspace.array(columns);
    this.products = workspace.matrix(columns, columns);
    this.coefficients = workspace.matrix(columns, columns);
    const { right, tolerance } = system;
    this.limits = columnNorms(right).map((norm) => tolerance * norm);
    system.multiply(x, this.residual);
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) this.residual.set(i, j, right.get(i, j) - this.residual.get(i, j));
  }

  async run(pause: () => Promise<void>): Promise<{ steps: number; converged: boolean }> {
    for (let steps = 0; ; steps++) {
      const norms = columnNorms(this.residual);
      if (!norms.every(Number.isFinite)) throw notFinite();
      if (norms.every((norm, j) => norm <= this.limits[j])) return { steps, converged: true };
      if (steps === this.system.mostSteps || !this.choose(steps === 0)) return { steps, converged: false };
      this.step();
      await pause();
    }
  }

  /** The next directions: the preconditioned residuals, conjugate to the last directions. False where nothing is left. */
  private choose(isFirst: boolean): boolean {
    const { kernels, next, residual, system, allDirections } = this;
    for (let i = 0; i < next.rows; i++)
      for (let j = 0; j < next.columns; j++) next.set(i, j, residual.get(i, j) / system.diagonal[i]);
    if (!isFirst) {
      kernels.gemm(-1, this.directions, this.solveFor(this.images, next), 1, next);
    }
    const rank = orthonormalise(kernels, next, this.along);
    if (rank === 0) return false;
    for (let i = 0; i < next.rows; i++)
      for (let j = 0; j < rank; j++) allDirections.set(i, j, next.get(i, j));
    this.directions = allDirections.block(0, 0, next.rows, rank);
    this.images = this.allImages.block(0, 0, next.rows, rank);
    return true;
  }

  private step(): void {
    const { kernels, directions, images, residual, x } = this;
    this.system.multiply(directions, images);
    const factor = this.factor();
    kernels.gemm(1, directions.transposed(), images, 0, factor);
    if (!kernels.cholesky(factor)) throw notFinite();
    const lengths = this.solveFor(directions, residual);
    kernels.gemm(1, directions, lengths, 1, x);
    kernels.gemm(-1, images, lengths, 1, residual);
  }

  private factor(): Matrix {
    const { columns } = this.directions;
    return this.products.block(0, 0, columns, columns);
  }

  /** (PᵀAP)⁻¹·Lᵀ·R for the last directions P. */
  private solveFor(left: Matrix, right: Matrix): Matrix {
    const { kernels } = this;
    const result = this.coefficients.block(0, 0, left.columns, right.columns);
    kernels.gemm(1, left.transposed(), right, 0, result);
    const factor = this.factor();
    kernels.solveTriangular(factor, result);
    kernels.solveTriangular(factor, result, true);
    return result;
  }
}

/**
 * Makes the columns orthonormal, which lie in one piece each, moving those that say something new to the front; gives their number. `along`
 * has room for a number for each.
 */
function orthonormalise(kernels: Kernels, a: Matrix, along: Float64Array): number {
  const { rows, columns } = a;
  const sizes = columnNorms(a);
  const column = (j: number) => a.data.subarray(a.offset + j * rows, a.offset + (j + 1) * rows);
  let rank = 0;
  for (let j = 0; j < columns; j++) {
    const own = column(j);
    const found = a.block(0, 0, rows, rank);
    // Twice: what rounding leaves the first time goes the second time.
    for (let pass = 0; pass < 2 && rank > 0; pass++) {
      kernels.gemv(1, found.transposed(), own, 0, along.subarray(0, rank));
      kernels.gemv(-1, found, along.subarray(0, rank), 1, own);
    }
    const size = columnNorm(a, j);
    if (!(size > independence * sizes[j])) continue;
    const to = column(rank++);
    for (let i = 0; i < rows; i++) to[i] = own[i] / size;
  }
  return rank;
}

const columnNorms = (a: Matrix): Float64Array =>
  Float64Array.from({ length: a.columns }, (_, j) => columnNorm(a, j));

function columnNorm(a: Matrix, j: number): number {
  let sum = 0;
  for (let i = 0; i < a.rows; i++) sum += a.get(i, j) * a.get(i, j);
  return Math.sqrt(sum);
}
