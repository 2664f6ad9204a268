import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { Kernels } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import type { Fit, FitOptions, Problem } from "./fit.js";
import { evaluateObjective, rowNorms, rowWeights } from "./penalty.js";

/** Below this p the printed eigenproblem loses its digits: γD is huge where rows vanish. */
const printedFormBelow = 0.5;

/**
 * The paper's Algorithm 1 as it stands: a full generalized eigenproblem in every step, (γD − Sb)a = λSa, of which the l
 * smallest λ are taken. It defines what is right, needs d³ operations a step, and so is for small d. For p < 0.5 the
 * same problem is solved with S added to both sides, Sa = θMa with M = γD + αI + Sw, which keeps its digits.
 */
export async function fitLiterally(
  { kernels, within, between, blocks }: Problem,
  options: FitOptions,
  progress: (fraction: number) => Promise<void>,
): Promise<Fit> {
  const { alpha, tolerance, maxIterations } = options;
  const d = within.features;
  const betweenScatter = Matrix.zeros(d, d);
  kernels.syrk(1, between.transposed(), 0, betweenScatter);
  const total = Matrix.zeros(d, d);
  within.multiply(Matrix.identity(d), total);
  for (let at = 0; at < total.data.length; at++) total.data[at] += betweenScatter.data[at];
  for (let i = 0; i < d; i++) total.data[i * d + i] += alpha;

  let weights: Float64Array = new Float64Array(d).fill(1);
  let norms: Float64Array = new Float64Array(d);
  let last: Fit | null = null;
  const objective: number[] = [];
  const divergence: number[] = [];
  for (let k = 0; k < maxIterations && !last?.converged; k++) {
    const { transformation, theta } = solvePencil(kernels, weights, betweenScatter, total, options);
    const next = rowNorms(transformation);
    const value = evaluateObjective(kernels, between, transformation, next, options, 0, blocks);
    const change = next.reduce((sum, norm, i) => sum + Math.abs(norm - norms[i]), 0);
    const settled: boolean =
      last !== null &&
      Math.abs(value.smoothed - last.value.smoothed) < tolerance * value.size &&
      change < tolerance * next.reduce((sum, norm) => sum + norm, 0);
    norms = next;
    weights = rowWeights(norms, options, blocks);
    objective.push(value.smoothed);
    divergence.push(change);
    const warm = { vectors: transformation, norms };
    last = {
      transformation,
      norms,
      theta,
      value,
      objective,
      divergence,
      innerSteps: k + 1,
      converged: settled,
      warm,
    };
    await progress((k + 1) / maxIterations);
  }
  if (!last)
    throw new InputError(
      "option-value",
      `${optionName("maxIterations")} must be at least 1; ${maxIterations} was given`,
    );
  return last;
}

/** The l vectors of smallest λ, scaled to AᵀSA = I, with θ = 1/(λ + 1). */
function solvePencil(
  kernels: Kernels,
  weights: Float64Array,
  between: Matrix,
  total: Matrix,
  { gamma, p, l }: FitOptions,
): { transformation: Matrix; theta: Float64Array } {
  const d = total.rows;
  const shifted = p < printedFormBelow;
  const left = Matrix.zeros(d, d);
  for (let at = 0; at < left.data.length; at++)
    left.data[at] = (shifted ? total.data[at] : 0) - between.data[at];
  for (let i = 0; i < d; i++) left.data[i * d + i] += gamma * weights[i];
  const solved = shifted ? kernels.symmetricEigen(total, left) : kernels.symmetricEigen(left, total);
  if (!solved)
    throw new InputError("not-possible", "the literal solver needs a positive definite St + αI", {
      remedies: [
        { action: "use a larger α", option: "alpha" },
        { action: "use another solver", option: "solver", value: "auto" },
      ],
    });
  if (!shifted) {
    const theta = solved.values.slice(0, l).map((lambda) => 1 / (lambda + 1));
    return { transformation: solved.vectors.block(0, 0, d, l).copy(), theta };
  }
  // Largest θ first, and from AᵀMA = I to AᵀSA = I.
  const order = Int32Array.from({ length: l }, (_, j) => d - 1 - j);
  const theta = Float64Array.from(order, (j) => solved.values[j]);
  const transformation = solved.vectors.selectColumns(order);
  for (let i = 0; i < d; i++)
    for (let j = 0; j < l; j++) transformation.data[i * l + j] /= Math.sqrt(theta[j]);
  return { transformation, theta };
}
