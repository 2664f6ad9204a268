import { InputError } from "../../core/input-error.js";
import { Matrix } from "../../numeric/matrix.js";
import { TallScatter } from "../dfs/tall-scatter.js";
import { WideScatter } from "../dfs/wide-scatter.js";
import type { Prepared } from "./prepare.js";

/** A direction in which the scatter between the classes is below this part of the best one's counts as absent. */
const rankFloor = 1e-10;
/** Below this part of the scatter inside the classes there is nothing between them but rounding. */
const nothing = 1e-12;

/**
 * Where the descent starts: the discriminant directions, which minimise −tr((AᵀMA)⁻¹AᵀSbA), scaled to AᵀSA = I with
 * M = Sw + αI and S = M + Sb. They are M⁻¹Bᵀu for the eigenvectors u of B·M⁻¹·Bᵀ, which has one row per class. Given as
 * Aᵀ; fewer than l of them where the class means span fewer dimensions.
 */
export function discriminantStart({ kernels, scatter, between, alpha, l }: Prepared): Matrix {
  const { rows: c, columns: d } = between;
  const workspace = kernels.workspace();
  try {
    const solver =
      "within" in scatter
        ? new TallScatter(kernels, workspace, scatter.within)
        : new WideScatter(kernels, workspace, scatter.samples);
    const right = workspace.matrix(d, c);
    for (let k = 0; k < c; k++) for (let i = 0; i < d; i++) right.set(i, k, between.get(k, i));
    const solved = workspace.matrix(d, c);
    solver.factor(new Float64Array(d).fill(alpha));
    solver.solve(right, solved, workspace.matrix(d, c));
    const small = Matrix.zeros(c, c);
    kernels.gemm(1, between, solved, 0, small);
    const { values, vectors } = kernels.symmetricEigen(small);
    const ratios = values.slice().reverse().slice(0, l);
    if (!(ratios[0] > nothing))
      throw new InputError(
        "unusable-data",
        "the class means are equal in every feature; ldfs cannot separate the classes",
      );
    const rank = ratios.filter((ratio) => ratio > rankFloor * ratios[0]).length;
    const weights = Matrix.zeros(rank, c);
    for (let j = 0; j < rank; j++)
      for (let k = 0; k < c; k++)
        weights.set(j, k, vectors.get(k, c - 1 - j) / Math.sqrt(ratios[j] * (1 + ratios[j])));
    const start = Matrix.zeros(rank, d);
    kernels.gemm(1, weights, solved.transposed(), 0, start);
    return start;
  } finally {
    workspace.release();
  }
}
