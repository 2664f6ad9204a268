import type { Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { Random } from "../../numeric/random.js";
import { upTo } from "../../numeric/up-to.js";
import { withinRank } from "./certificate.js";
import { copyInto } from "./copy-into.js";
import { descend, type FitOptions, type Problem, type WarmStart } from "./descend.js";
import { dropByLoss } from "./drop-by-loss.js";
import type { Blocks } from "./penalty.js";
import type { WithinScatter } from "./within-scatter.js";

/** How a recursion goes about it. */
export interface EliminationOptions extends Omit<FitOptions, "l" | "maxIterations" | "tolerance"> {
  /** The most columns A may have. */
  readonly mostColumns: number;
  /** Outer steps of each fit. */
  readonly steps: number;
  /** The part of the features that a round drops while there are more than `few`, and after that. */
  readonly dropMany: number;
  readonly dropFew: number;
  /** With no more features than this, they are dropped one at a time by what the criterion loses. */
  readonly byLoss: number;
}

/** The order in which features were dropped. */
export interface Elimination {
  /** All features, the one that stayed longest first. */
  readonly order: Int32Array;
  /** The round that dropped each feature, and its row norm or loss there as a part of the largest; one for a whole block. */
  readonly scores: Float64Array;
  /** Fits on the way. */
  readonly rounds: number;
  /** How many features were dropped by loss. */
  readonly byLoss: number;
}

/** With no more features or blocks than this, rounds drop a smaller part. */
const few = 100;

/**
 * Recursive elimination: fit, drop the features with the smallest row norms, fit again from where the last fit ended.
 * A never has more than half as many columns as there are features, since a transformation of rank l needs l rows.
 * Once few enough are left, what a feature is worth can be computed exactly, and no fit is needed. Blocks go as a whole.
 */
export async function eliminate(
  problem: Problem,
  options: EliminationOptions,
  random: Random,
  progress: (fraction: number) => Promise<void>,
): Promise<Elimination> {
  const { kernels } = problem;
  const d = problem.within.features;
  const byLoss = Math.min(d, Math.max(1, options.byLoss));
  const scores = new Float64Array(d);
  const dropped: number[] = [];
  let stage: Stage = {
    within: problem.within,
    between: problem.between,
    blocks: problem.blocks,
    features: upTo(d),
    start: random,
    workspace: null,
  };
  let rounds = 0;
  try {
    while (stage.features.length > byLoss) {
      const { features } = stage;
      const l = Math.max(1, Math.min(options.mostColumns, Math.floor(features.length / 2)));
      const result = await withinRank(l, false, (columns) =>
        descend(
          {
            kernels,
            within: stage.within,
            between: stage.between,
            blocks: stage.blocks,
            watch: watchStage(problem, features),
          },
          { ...options, l: columns, maxIterations: options.steps, tolerance: 0 },
          stage.start,
          () => progress(dropped.length / d),
        ),
      );
      const { weakest, strengths } = fromTheWeakest(result.norms, stage.blocks);
      const largest = strengths[weakest[weakest.length - 1]];
      const units = stage.blocks?.count ?? features.length;
      const part = units > few ? options.dropMany : options.dropFew;
      const most = { units: Math.max(1, Math.round(part * units)), rows: features.length - byLoss };
      const count = wholeBlocks(weakest, most, stage.blocks);
      if (count === features.length) break;
      for (const i of weakest.slice(0, count)) {
        dropped.push(features[i]);
        scores[features[i]] = rounds + strengths[i] / largest;
      }
      rounds++;
      await progress(dropped.length / d);
      const kept = Int32Array.from(weakest.slice(count)).sort();
      stage = narrow(stage, kernels.workspace(), kept, result.warm);
    }
    const { within, between, blocks, features } = stage;
    const last = dropByLoss({ kernels, within, between, blocks }, options.alpha, options.mostColumns);
    last.forEach(({ rows, part }, at) => {
      for (const i of rows) {
        dropped.push(features[i]);
        scores[features[i]] = rounds + at + part;
      }
    });
  } finally {
    stage.workspace?.release();
  }
  return { order: Int32Array.from(dropped.reverse()), scores, rounds, byLoss };
}

/** The rows from the weakest to the strongest, those of a block side by side, the smallest of it first. */
function fromTheWeakest(
  norms: Float64Array,
  blocks: Blocks | undefined,
): { weakest: number[]; strengths: Float64Array } {
  const rows = Array.from(norms.keys());
  if (!blocks) return { weakest: rows.sort((a, b) => norms[a] - norms[b] || b - a), strengths: norms };
  const strengths = blocks.overRows(blocks.strengths(norms));
  const { of } = blocks;
  const weakest = rows.sort(
    (a, b) => strengths[a] - strengths[b] || of[b] - of[a] || norms[a] - norms[b] || b - a,
  );
  return { weakest, strengths };
}

/** How many of the rows to drop so that no block is cut in two: so many blocks, or fewer once so many rows are dropped. */
function wholeBlocks(
  rows: readonly number[],
  most: { readonly units: number; readonly rows: number },
  blocks: Blocks | undefined,
): number {
  if (!blocks) return Math.min(most.units, most.rows);
  let [end, units] = [0, 0];
  while (end < rows.length && units < most.units && end < most.rows) {
    const block = blocks.of[rows[end]];
    while (end < rows.length && blocks.of[rows[end]] === block) end++;
    units++;
  }
  return end;
}

/** Who watches the whole problem sees the features that are left, the others with norm 0. */
function watchStage({ watch, within }: Problem, features: Int32Array): Problem["watch"] {
  return (
    watch &&
    ((objective, norms) =>
      watch(objective, () => {
        const all = new Float64Array(within.features);
        norms().forEach((norm, i) => {
          all[features[i]] = norm;
        });
        return all;
      }))
  );
}

interface Stage {
  readonly within: WithinScatter;
  readonly between: Matrix;
  readonly blocks: Blocks | undefined;
  readonly features: Int32Array;
  readonly start: WarmStart | Random;
  readonly workspace: Workspace | null;
}

function narrow(stage: Stage, workspace: Workspace, kept: Int32Array, warm: WarmStart): Stage {
  const between = workspace.matrix(stage.between.rows, kept.length);
  copyInto(stage.between.selectColumns(kept), between);
  const next = {
    within: stage.within.restrict(kept, workspace),
    between,
    blocks: stage.blocks?.restrict(kept),
    features: kept.map((i) => stage.features[i]),
    start: { vectors: warm.vectors.selectRows(kept), norms: Float64Array.from(kept, (i) => warm.norms[i]) },
    workspace,
  };
  stage.workspace?.release();
  return next;
}
