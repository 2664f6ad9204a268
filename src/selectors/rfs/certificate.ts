import { Matrix } from "../../numeric/matrix.js";
import { supportOf } from "../dfs/certificate.js";
import type { Fit } from "./descend.js";
import { type Problem, rowLengths, strengths } from "./problem.js";

/** Evidence that a fit is what it claims to be. */
export interface Certificate extends Readonly<Record<string, number | boolean>> {
  /** The objective without smoothing, from residuals computed anew. */
  readonly objective: number;
  /**
   * The objective less a lower bound of the optimum, as a part of it. The bound is the value of a point of the dual
   * problem, max ⟨Z, Y⟩ under ‖zᵢ‖ ≤ 1 and ‖xⱼᵀZ‖ ≤ γ (‖X_gᵀZ‖ ≤ γ·w_g with blocks), so the optimum is proven to lie no further away than this.
   */
  readonly gap: number;
  /** How far W is from the conditions of the optimum, root mean square over features or blocks in units of γ. */
  readonly stationarity: number;
  /** The largest rise of the objective from one step to the next, as a part of it: the descent has none. */
  readonly largestRise: number;
  /** Rows, or blocks of rows, above a thousandth of the largest. */
  readonly support: number;
  readonly converged: boolean;
  readonly iterations: number;
}

/** Rows below this part of the largest are judged as if they were zero. */
const zeroFloor = 1e-3;

/** Checks a fit against the unsmoothed problem. */
export function certify(problem: Problem, { weights, system, gradient, trace }: Fit): Certificate {
  const { kernels, samples, targets, gamma, blocks } = problem;
  const residuals = Matrix.zeros(targets.rows, targets.columns);
  residuals.data.set(targets.data);
  kernels.gemm(-1, samples, weights, 1, residuals);
  const norms = rowLengths(weights, 0);
  const penalty = blocks
    ? blocks.norms(norms).reduce((total, norm, block) => total + blocks.weights[block] * norm, 0)
    : sum(norms);
  const objective = sum(rowLengths(residuals, 0)) + gamma * penalty;
  const dual = dualPoint(problem, residuals, system, gradient);
  const pulls = Matrix.zeros(weights.rows, weights.columns);
  kernels.gemm(1, samples.transposed(), dual, 0, pulls);
  const strongest = strengths(pulls, blocks).reduce((most, pull) => Math.max(most, pull), 0);
  // Points outside the dual constraints are shrunk until they are inside.
  const bound = product(dual, targets) * Math.min(1, gamma / strongest);
  return {
    objective,
    gap: (objective - bound) / objective,
    stationarity: violation(weights, norms, pulls, problem),
    largestRise: trace.objective.reduce(
      (most, f, k) => (k === 0 ? 0 : Math.max(most, (f - trace.objective[k - 1]) / f)),
      0,
    ),
    support: supportOf(blocks ? blocks.norms(norms) : norms),
    converged: trace.converged,
    iterations: trace.iterations,
  };
}

/**
 * A point of the dual problem: residuals after one more reweighting step, over their lengths before it. For samples that
 * are fitted exactly this finds the direction which a residual of zero has lost.
 */
function dualPoint(problem: Problem, residuals: Matrix, system: Fit["system"], gradient: Matrix): Matrix {
  const { kernels, samples, zeta } = problem;
  const lengths = rowLengths(residuals, zeta);
  const step = Matrix.zeros(samples.columns, residuals.columns);
  system.solve(gradient, step);
  const dual = Matrix.zeros(residuals.rows, residuals.columns);
  dual.data.set(residuals.data);
  kernels.gemm(1, samples, step, 1, dual);
  const after = rowLengths(dual, 0);
  for (let i = 0, at = 0; i < dual.rows; i++)
    for (let k = 0; k < dual.columns; k++, at++) dual.data[at] /= Math.max(lengths[i], after[i]);
  return dual;
}

/** Of a row that is not zero: ‖xⱼᵀZ − γwʲ/‖wʲ‖‖; of one that is: by how much ‖xⱼᵀZ‖ exceeds γ. Of blocks likewise, over w_g. */
function violation(
  weights: Matrix,
  rowNorms: Float64Array,
  pulls: Matrix,
  { gamma, blocks }: Problem,
): number {
  const norms = blocks ? blocks.norms(rowNorms) : rowNorms;
  const floor = zeroFloor * norms.reduce((most, norm) => Math.max(most, norm), 0);
  const prices = norms.map((_, unit) => gamma * (blocks ? blocks.weights[unit] : 1));
  const scales = norms.map((norm, unit) => (norm > floor ? prices[unit] / norm : 0));
  const c = weights.columns;
  const sums = new Float64Array(norms.length);
  for (let j = 0; j < weights.rows; j++) {
    const unit = blocks ? blocks.of[j] : j;
    for (let k = 0, at = j * c; k < c; k++, at++) {
      const difference = pulls.data[at] - scales[unit] * weights.data[at];
      sums[unit] += difference * difference;
    }
  }
  let squares = 0;
  sums.forEach((square, unit) => {
    if (prices[unit] === 0) return;
    const excess = scales[unit] > 0 ? Math.sqrt(square) : Math.max(0, Math.sqrt(square) - prices[unit]);
    squares += (excess / prices[unit]) * (excess / prices[unit]);
  });
  return Math.sqrt(squares / (blocks?.count ?? weights.rows));
}

const sum = (values: Float64Array) => values.reduce((total, x) => total + x, 0);

function product(a: Matrix, b: Matrix): number {
  return a.data.reduce((total, x, at) => total + x * b.data[at], 0);
}
