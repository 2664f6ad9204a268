import { InputError } from "../../core/input-error.js";
import type { Kernels } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Problem } from "./descend.js";

/** Features in the order in which they were dropped, and what each lost as a part of the most that one could lose then. */
export interface Drops {
  readonly dropped: Int32Array;
  readonly parts: Float64Array;
}

/** Each diagonal element of St is raised by this part of itself, so that features that depend on others do no harm. */
const jitter = 1e-10;

/**
 * Drops features one at a time, each time the one that tr((St + αI)⁻¹Sb) loses least by: that is the most that
 * tr(AᵀSbA) can be with these rows alone, so this is the penalty's limit p → 0, taken greedily. With P = (St + αI)⁻¹ and
 * Q = P·Bᵀ, dropping row i loses ‖qⁱ‖²/Pᵢᵢ, and P and Q of the others are one step of elimination away: m² operations for
 * m features. With fewer directions than the classes allow, the l strongest count, as they are before the drop.
 */
export function dropByLoss({ kernels, within, between }: Problem, alpha: number, l: number): Drops {
  const m = within.features;
  const { inverse, image } = invert(kernels, totalScatter({ kernels, within, between }), between, alpha);
  const left = Array.from({ length: m }, (_, i) => i);
  const dropped = new Int32Array(m);
  const parts = new Float64Array(m);
  for (let at = 0; at < m; at++) {
    const strengths = l < between.rows - 1 ? strongest(kernels, between, image, l) : image;
    const losses = left.map((i) => squaredRow(strengths, i) / inverse.get(i, i));
    let least = 0;
    // Of equal losses the later feature goes first.
    for (let j = 1; j < losses.length; j++) if (losses[j] <= losses[least]) least = j;
    const most = losses.reduce((largest, loss) => Math.max(largest, loss), 0);
    dropped[at] = left[least];
    parts[at] = most > 0 ? losses[least] / most : 0;
    left.splice(least, 1);
    eliminateRow(inverse, image, dropped[at], left);
  }
  return { dropped, parts };
}

function totalScatter({ kernels, within, between }: Problem): Matrix {
  const m = within.features;
  const workspace = kernels.workspace();
  const [identity, product] = [workspace.matrix(m, m), workspace.matrix(m, m)];
  for (let i = 0; i < m; i++) identity.set(i, i, 1);
  within.multiply(identity, product);
  const total = product.copy();
  workspace.release();
  kernels.gemm(1, between.transposed(), between, 1, total);
  return total;
}

/** P = (St + αI)⁻¹ and Q = P·Bᵀ. */
function invert(kernels: Kernels, total: Matrix, between: Matrix, alpha: number) {
  const m = total.rows;
  for (let i = 0; i < m; i++) total.set(i, i, (1 + jitter) * total.get(i, i) + alpha);
  if (!kernels.cholesky(total))
    throw new InputError(
      "not-possible",
      "the total scatter is not finite; standardise the data, or scale it down",
    );
  const inverse = Matrix.zeros(m, m);
  for (let i = 0; i < m; i++) inverse.set(i, i, 1);
  kernels.solveTriangular(total, inverse);
  kernels.solveTriangular(total, inverse, true);
  const image = Matrix.zeros(m, between.rows);
  kernels.gemm(1, inverse, between.transposed(), 0, image);
  return { inverse, image };
}

/** The l combinations of Q's columns that carry most of tr(BQ). Rows that were dropped are zero in Q. */
function strongest(kernels: Kernels, between: Matrix, image: Matrix, l: number): Matrix {
  const c = between.rows;
  const gram = Matrix.zeros(c, c);
  kernels.gemm(1, between, image, 0, gram);
  const { vectors } = kernels.symmetricEigen(gram);
  const result = Matrix.zeros(image.rows, l);
  kernels.gemm(1, image, vectors.block(0, c - l, c, l), 0, result);
  return result;
}

function squaredRow(a: Matrix, i: number): number {
  let sum = 0;
  for (let j = 0; j < a.columns; j++) sum += a.get(i, j) * a.get(i, j);
  return sum;
}

/** Makes P and Q those of the features left. */
function eliminateRow(inverse: Matrix, image: Matrix, gone: number, left: readonly number[]): void {
  const pivot = inverse.get(gone, gone);
  for (const i of left) {
    const factor = inverse.get(i, gone) / pivot;
    for (const j of left) inverse.set(i, j, inverse.get(i, j) - factor * inverse.get(gone, j));
    for (let j = 0; j < image.columns; j++) image.set(i, j, image.get(i, j) - factor * image.get(gone, j));
  }
  for (let j = 0; j < image.columns; j++) image.set(gone, j, 0);
}
