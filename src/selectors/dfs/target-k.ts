import type { Random } from "../../numeric/random.js";
import { descend, type Fit, type FitOptions } from "./descend.js";
import { eliminate } from "./eliminate.js";
import type { Prepared } from "./prepare.js";
import { supportOf } from "./support.js";

/** What target-k mode is told. Scatter matrices are means, so that γ and α mean the same on a fold as on all data. */
export interface TargetOptions {
  readonly k: number;
  readonly p: number;
  readonly l: number;
  readonly alpha: number;
  readonly zeta: number;
}

/** A ranking of all features, and what was chosen on the way. */
export interface TargetResult {
  /** The features worked on, best first. */
  readonly order: Int32Array;
  readonly scores: Float64Array;
  readonly gamma: number;
  readonly why: string;
}

/** The settings when nothing is said, by nested accuracy: docs/dfs.md has the tables. */
export const targetDefaults = {
  recursive: { gamma: 0.03, p: 1, alpha: 0.2 },
  "one-shot": { p: 0.5, alpha: 0 },
} as const;

/** Outer steps of each fit of a recursion, and the parts of the features that its rounds drop. */
const recursion = { steps: 6, dropMany: 0.1, dropFew: 0.05 } as const;

/** Drops the weakest features round by round; those dropped last rank highest, so one recursion serves every k. */
export async function recursiveTarget(
  { problem }: Prepared,
  options: TargetOptions,
  random: Random,
  progress: (fraction: number) => Promise<void>,
): Promise<TargetResult> {
  const { gamma } = targetDefaults.recursive;
  const settings = { ...recursion, ...options, gamma, mostColumns: options.l };
  const { order, scores, rounds } = await eliminate(problem, settings, random, progress);
  const why = `${rounds} rounds of elimination, each dropping ${100 * recursion.dropMany} % of the features (${100 * recursion.dropFew} % of the last hundred); gamma, p and alpha as settled by nested accuracy, l at most half of the features left`;
  return { order, scores, gamma, why };
}

/** The one-shot path begins here and raises γ by this factor. */
const path = { first: 1e-4, factor: 2, longest: 60, iterations: 40, tolerance: 1e-3 } as const;

/** Raises γ along a warm path while at least k rows stay; ranks by the row norms at the last such γ. */
export async function oneShotTarget(
  { problem }: Prepared,
  options: TargetOptions,
  random: Random,
  progress: (fraction: number) => Promise<void>,
): Promise<TargetResult> {
  const settings = (gamma: number): FitOptions => ({
    ...options,
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
    const support = supportOf(result.norms);
    if (support < options.k && points.length > 0) break;
    points.push({ gamma, fit: result, support });
    await progress(Math.min(0.99, (1 + step) / 20));
    if (support <= options.k) break;
    gamma *= path.factor;
  }
  const last = points[points.length - 1];
  const scores = last.fit.norms;
  // Rows that have vanished are told apart by their norms at smaller γ.
  const order = Int32Array.from(scores.keys()).sort((a, b) => {
    for (let at = points.length - 1; at >= 0; at--) {
      const norms = points[at].fit.norms;
      if (norms[a] !== norms[b]) return norms[b] - norms[a];
    }
    return a - b;
  });
  const why = `the largest gamma of a path of ${points.length} points that leaves at least k features: ${last.support} are left`;
  return { order, scores, gamma: last.gamma, why };
}
