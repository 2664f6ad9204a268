import type { Kernels } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import { notFinite } from "../samples.js";
import type { Problem } from "./fit.js";

/** Each diagonal element of St is raised by this part of itself, so that features that depend on others do no harm. */
const jitter = 1e-10;

/**
 * What tr((St + αI)⁻¹Sb) loses when rows go, a unit after another in the order given, as parts of what it is with all of
 * them: they add up to 1 once all are gone. With P = (St + αI)⁻¹ and Q = P·Bᵀ, dropping row i loses ‖qⁱ‖²/Pᵢᵢ, and P and Q of
 * the others are one step of elimination away.
 */
export function lossesAlong(
  { kernels, within, between }: Problem,
  alpha: number,
  units: readonly (readonly number[])[],
): Float64Array {
  const { inverse, image } = invert(kernels, totalScatter({ kernels, within, between }), between, alpha);
  const losses = new Float64Array(units.length);
  const left = new Set(Array.from({ length: within.features }, (_, i) => i));
  let sum = 0;
  units.forEach((rows, at) => {
    for (const row of rows) {
      left.delete(row);
      const pivot = inverse.get(row, row);
      // What is left of a pivot that the other rows explain wholly is rounding.
      if (!(pivot > 0)) continue;
      losses[at] += squaredRow(image, row) / pivot;
      eliminateRow(inverse, image, row, left);
    }
    sum += losses[at];
  });
  return sum > 0 ? losses.map((loss) => loss / sum) : losses;
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
  if (!kernels.cholesky(total)) throw notFinite();
  const inverse = Matrix.zeros(m, m);
  for (let i = 0; i < m; i++) inverse.set(i, i, 1);
  kernels.solveTriangular(total, inverse);
  kernels.solveTriangular(total, inverse, true);
  const image = Matrix.zeros(m, between.rows);
  kernels.gemm(1, inverse, between.transposed(), 0, image);
  return { inverse, image };
}

function squaredRow(a: Matrix, i: number): number {
  let sum = 0;
  for (let j = 0; j < a.columns; j++) sum += a.get(i, j) * a.get(i, j);
  return sum;
}

/** Makes P and Q those of the features left. */
function eliminateRow(inverse: Matrix, image: Matrix, gone: number, left: ReadonlySet<number>): void {
  const pivot = inverse.get(gone, gone);
  for (const i of left) {
    const factor = inverse.get(i, gone) / pivot;
    for (const j of left) inverse.set(i, j, inverse.get(i, j) - factor * inverse.get(gone, j));
    for (let j = 0; j < image.columns; j++) image.set(i, j, image.get(i, j) - factor * image.get(gone, j));
  }
}
