import { Matrix } from "../../numeric/matrix.js";
import { type Fit, type FitOptions, type Problem, RankError } from "./fit.js";
import { rowWeights } from "./penalty.js";

/** Evidence that a fit is what it claims to be. */
export interface Certificate extends Readonly<Record<string, number | boolean>> {
  /** The largest rise of the objective from one step to the next, as a part of its size; rounding at most. */
  readonly largestRise: number;
  /** max |AᵀSA − I|. */
  readonly constraint: number;
  /** ‖A‖_F; the trivial solution would be zero. */
  readonly norm: number;
  /** The rank of A. */
  readonly rank: number;
  /** ‖(γD − Sb)A − SAΛ‖ over the norms of its terms, with D taken at A itself: zero at a stationary point. */
  readonly stationarity: number;
  /** Rows, or blocks of rows, above a thousandth of the largest. */
  readonly support: number;
  readonly converged: boolean;
  readonly iterations: number;
}

/** Checks a fit against the definitions, with the matrices computed anew. */
export function certify(
  { kernels, within, between, blocks }: Problem,
  fit: Fit,
  options: FitOptions,
): Certificate {
  const a = fit.transformation;
  const { rows: d, columns: l } = a;
  const weights = rowWeights(fit.norms, options, blocks);
  const projected = Matrix.zeros(between.rows, l);
  kernels.gemm(1, between, a, 0, projected);
  const betweenA = Matrix.zeros(d, l);
  kernels.gemm(1, between.transposed(), projected, 0, betweenA);
  const totalA = Matrix.zeros(d, l);
  within.multiply(a, totalA);
  const penalty = Matrix.zeros(d, l);
  kernels.combineRows(
    null,
    weights.map((weight) => options.gamma * weight),
    a,
    penalty,
  );
  const scale = sumOfSquares(penalty.data) + sumOfSquares(betweenA.data);
  // (γD − Sb)·A and S·A
  const left = penalty;
  addTo(left.data, betweenA.data, -1);
  addTo(totalA.data, betweenA.data, 1);
  kernels.combineRows(totalA, new Float64Array(d).fill(options.alpha), a, totalA);
  const gram = Matrix.zeros(l, l);
  kernels.gemm(1, a.transposed(), totalA, 0, gram);
  const multipliers = Matrix.zeros(l, l);
  kernels.gemm(1, a.transposed(), left, 0, multipliers);
  kernels.gemm(-1, totalA, multipliers, 1, left);
  let constraint = 0;
  for (let i = 0; i < l; i++)
    for (let j = 0; j < l; j++)
      constraint = Math.max(constraint, Math.abs(gram.get(i, j) - (i === j ? 1 : 0)));
  return {
    largestRise: fit.objective.reduce(
      (most, f, k) => (k === 0 ? 0 : Math.max(most, (f - fit.objective[k - 1]) / fit.value.size)),
      0,
    ),
    constraint,
    norm: frobenius(a.data),
    rank: rankOf(a, kernels),
    stationarity: frobenius(left.data) / Math.sqrt(scale),
    support: supportOf(blocks ? blocks.norms(fit.norms) : fit.norms),
    converged: fit.converged,
    iterations: fit.objective.length,
  };
}

const frobenius = (values: Float64Array) => Math.sqrt(sumOfSquares(values));

function sumOfSquares(values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at] * values[at];
  return sum;
}

/** target ← target + factor·numbers */
function addTo(target: Float64Array, numbers: Float64Array, factor: number): void {
  for (let at = 0; at < target.length; at++) target[at] += factor * numbers[at];
}

function rankOf(a: Matrix, kernels: Problem["kernels"]): number {
  const gram = Matrix.zeros(a.columns, a.columns);
  kernels.gemm(1, a.transposed(), a, 0, gram);
  const { values } = kernels.symmetricEigen(gram);
  return values.filter((value) => value > 1e-12 * values[values.length - 1]).length;
}

/** A row that counts as support is at least this part of the largest. */
const supportFloor = 1e-3;

/** How many rows are left. */
export function supportOf(norms: Float64Array): number {
  const largest = norms.reduce((most, norm) => Math.max(most, norm), 0);
  return norms.filter((norm) => norm > supportFloor * largest).length;
}

/** Runs with l columns, and where nobody asked for so many, with as many as the rank allows. */
export async function withinRank<T>(l: number, asked: boolean, run: (l: number) => Promise<T>): Promise<T> {
  try {
    return await run(l);
  } catch (error) {
    if (!(error instanceof RankError) || asked || error.rank < 1) throw error;
    return withinRank(error.rank, asked, run);
  }
}
