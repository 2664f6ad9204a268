import type { Workspace } from "../../kernels/kernels.js";
import type { SelectorContext } from "../selector.js";
import { supportOf } from "./certificate.js";
import { descend } from "./descend.js";
import type { Fit, FitOptions, Problem } from "./fit.js";
import type { Blocks } from "./penalty.js";
import type { Prepared } from "./prepare.js";

/** What target-k mode is told. Scatter matrices are means, so that γ and α mean the same on a fold as on all data. */
export interface TargetOptions {
  /** How many features are wanted, or blocks where there are any. */
  readonly k: number;
  readonly p: number;
  readonly l: number;
  /** Null: as the search thinks best. */
  readonly alpha: number | null;
  readonly zeta: number;
}

/** A ranking of all features, and what was chosen on the way. */
export interface TargetResult {
  /** The features worked on, best first. */
  readonly order: Int32Array;
  /** Never rising along the order. */
  readonly scores: Float64Array;
  readonly gamma: number;
  readonly alpha: number;
  readonly why: string;
}

/** What target-k mode searches, and what the last fit is made of. */
export interface TargetGround
  extends Pick<
    Prepared,
    "columns" | "copies" | "means" | "scales" | "curves" | "variances" | "rows" | "classes"
  > {
  readonly blocks: Blocks | undefined;
  /** How many columns A may have at most while features are searched for. */
  readonly mostColumns: number;
  readonly defaults: { readonly p: number; readonly alpha: number };
  /** Ranks the features. */
  search(
    options: TargetOptions,
    context: SelectorContext,
    progress: (fraction: number) => Promise<void>,
  ): Promise<TargetResult>;
  /** The paper's problem on these features only. */
  restrict(features: Int32Array, workspace: Workspace): Problem;
  /**
   * Scores of the features in place of those of the search, and what they mean, from the problem of those that were picked, named
   * by `picked` in rising order.
   */
  rescore?(
    problem: Problem,
    picked: Int32Array,
    found: TargetResult,
  ): { readonly scores: Float64Array; readonly definition: string };
}

/** The one-shot path begins here and raises γ by this factor. */
const path = { first: 1e-4, factor: 2, longest: 60, iterations: 40, tolerance: 1e-3 } as const;

/** The one-shot search, which raises γ along a warm path while at least k rows stay. */
export function oneShotGround(prepared: Prepared, k: number): TargetGround {
  const { problem, workspace: _, ...facts } = prepared;
  return {
    ...facts,
    blocks: problem.blocks,
    mostColumns: k,
    defaults: { p: 0.5, alpha: 0 },
    search: (options, context, progress) => oneShotTarget(problem, options, context, progress),
    restrict: (features, workspace) => restrictProblem(problem, features, workspace),
  };
}

/** The problem of these features only, in memory of its own. */
export function restrictProblem(problem: Problem, features: Int32Array, workspace: Workspace): Problem {
  const between = workspace.matrix(problem.between.rows, features.length);
  between.data.set(problem.between.selectColumns(features).data);
  return {
    kernels: problem.kernels,
    within: problem.within.restrict(features, workspace),
    between,
    blocks: problem.blocks?.restrict(features),
  };
}

/** Ranks by the row norms at the largest γ that leaves k rows. */
async function oneShotTarget(
  problem: Problem,
  { alpha, ...options }: TargetOptions,
  { random }: SelectorContext,
  progress: (fraction: number) => Promise<void>,
): Promise<TargetResult> {
  const { blocks } = problem;
  const settings = (gamma: number): FitOptions => ({
    ...options,
    alpha: alpha ?? 0,
    gamma,
    maxIterations: path.iterations,
    tolerance: path.tolerance,
  });
  const points: { gamma: number; fit: Fit; support: number }[] = [];
  let gamma: number = path.first;
  for (let step = 0; step < path.longest; step++) {
    const result = await descend(problem, settings(gamma), points.at(-1)?.fit.warm ?? random, () =>
      progress(Math.min(0.99, step / 20)),
    );
    const support = supportOf(blocks ? blocks.norms(result.norms) : result.norms);
    if (support < options.k && points.length > 0) break;
    points.push({ gamma, fit: result, support });
    await progress(Math.min(0.99, (1 + step) / 20));
    if (support <= options.k) break;
    gamma *= path.factor;
  }
  const last = points[points.length - 1];
  const strengths = points.map(({ fit: { norms } }) =>
    blocks ? blocks.overRows(blocks.strengths(norms)) : norms,
  );
  const scores = strengths[strengths.length - 1];
  // Rows that have vanished are told apart by their norms at smaller γ, rows of a block by their own.
  const byStrength = (a: number, b: number) => {
    for (let at = points.length - 1; at >= 0; at--)
      if (strengths[at][a] !== strengths[at][b]) return strengths[at][b] - strengths[at][a];
    if (blocks && blocks.of[a] !== blocks.of[b]) return blocks.of[a] - blocks.of[b];
    return last.fit.norms[b] - last.fit.norms[a] || a - b;
  };
  const order = Int32Array.from(scores.keys()).sort(byStrength);
  const why = `the largest gamma of a path of ${points.length} points that leaves at least k features: ${last.support} are left`;
  return { order, scores, gamma: last.gamma, alpha: alpha ?? 0, why };
}
