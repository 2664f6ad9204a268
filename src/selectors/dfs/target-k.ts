import type { Random } from "../../numeric/random.js";
import { supportOf } from "./certificate.js";
import { descend, type Fit, type FitOptions } from "./descend.js";
import { type Elimination, eliminate } from "./eliminate.js";
import type { Prepared } from "./prepare.js";

/** What target-k mode is told. Scatter matrices are means, so that γ and α mean the same on a fold as on all data. */
export interface TargetOptions {
  /** How many features are wanted, or blocks where there are any. */
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
const recursion = { steps: 6, dropMany: 0.1, dropFew: 0.03 } as const;
/**
 * With this many samples to a feature, and no more features than that, the discriminant criterion itself can be trusted:
 * features are then dropped by what it loses.
 */
const trusted = { samplesPerFeature: 10, most: 100 } as const;

/** Drops the weakest features round by round; those dropped last rank highest, so one recursion serves every k. */
export async function recursiveTarget(
  { problem, rows }: Prepared,
  options: TargetOptions,
  random: Random,
  progress: (fraction: number) => Promise<void>,
): Promise<TargetResult> {
  const { gamma } = targetDefaults.recursive;
  const byLoss = Math.min(trusted.most, Math.floor(rows / trusted.samplesPerFeature));
  const settings = { ...recursion, ...options, gamma, mostColumns: options.l, byLoss };
  const found = await eliminate(problem, settings, random, progress);
  const { order, scores } = found;
  return { order, scores, gamma, why: reasonOf(found) };
}

function reasonOf({ rounds, byLoss }: Elimination): string {
  const [many, few] = [100 * recursion.dropMany, 100 * recursion.dropFew];
  const fits = `${rounds} rounds of elimination, each dropping ${many} % of the features (${few} % of the last hundred), l at most half of those left; `;
  const last = `the last ${byLoss} one at a time by what the discriminant criterion loses; `;
  return `${rounds > 0 ? fits : ""}${last}gamma, p and alpha as settled by nested accuracy, where not given`;
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
  const { blocks } = problem;
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
  return { order, scores, gamma: last.gamma, why };
}
