import type { Moments } from "../../models/moments.js";
import type { MomentsScoring, Scored, SelectorContext } from "../selector.js";
import { type DfsOptions, type dfsOptions, seenAs } from "./options.js";
import { type ColumnFacts, type Prepared, prepareMoments } from "./prepare.js";
import { recursiveMomentsGround } from "./recursive-target.js";
import {
  overAllFeatures,
  type PartScored,
  refuseLiteral,
  scoreByGamma,
  scoreByTarget,
  wantedOf,
} from "./score.js";
import { oneShotGround } from "./target-k.js";

/** DFS where only moments are known: the same as on the samples, without the margins between them. */
export const dfsFromMoments: MomentsScoring<typeof dfsOptions> = {
  needs: "scatter",
  scatterWeight: ({ classWeight }) => classWeight,
  needsRows({ gamma, kernel, solver }) {
    if (gamma === 0) return "gamma";
    if (kernel === "additive") return "kernel";
    return solver === "wide" ? "solver" : null;
  },
  score: (moments, options, context) => scoreMoments(moments, options, context, context),
};

/** Scores of all features, and what else the fit gives. */
export async function scoreMoments(
  moments: Moments,
  options: DfsOptions,
  context: SelectorContext,
  facts: ColumnFacts,
): Promise<Scored> {
  const prepared = prepareMoments(await context.kernels(), moments, seenAs(options), facts);
  try {
    const scored = await scorePrepared(prepared, options, context);
    return overAllFeatures(scored, prepared, moments.featureNames);
  } finally {
    prepared.workspace.release();
  }
}

async function scorePrepared(
  prepared: Prepared,
  options: DfsOptions,
  context: SelectorContext,
): Promise<PartScored> {
  if (options.gamma !== null) return scoreByGamma(prepared, options, context);
  refuseLiteral(options);
  const { kernels, blocks } = prepared.problem;
  const ground =
    options.elimination === "recursive"
      ? recursiveMomentsGround(kernels, prepared)
      : oneShotGround(prepared, wantedOf(prepared, blocks, context));
  return scoreByTarget(kernels, ground, options, context);
}
