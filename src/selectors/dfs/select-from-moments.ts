import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import { completeOptions } from "../../core/option.js";
import type { LinearMap } from "../../models/linear-map.js";
import { constantIn, type Moments } from "../../models/moments.js";
import { rank } from "../rank.js";
import { type RunOptions, withContext } from "../run-context.js";
import type { Trace } from "../selector.js";
import type { Certificate } from "./certificate.js";
import { type DfsOptions, dfsOptions } from "./options.js";
import { scoreMoments } from "./score-moments.js";

/** What {@link selectFromMoments} takes: k, the options of `dfs`, and how to run. */
export interface MomentsOptions extends RunOptions, Partial<DfsOptions> {
  /** How many features to pick; 20, or all where there are fewer. */
  k?: number;
}

/** What {@link selectFromMoments} gives: the same as `select` with `dfs`, without what needs the samples. */
export interface MomentsSelection {
  readonly ranking: Int32Array;
  readonly scores: Float64Array;
  readonly features: readonly string[];
  readonly trace?: Trace;
  readonly certificate?: Certificate;
  readonly chosen?: Readonly<Record<string, number | string>>;
  readonly map?: LinearMap;
}

/** DFS on moments, for data that is streamed or spread over machines. Columns with the same moments count as copies. */
export async function selectFromMoments(
  moments: Moments,
  given: MomentsOptions = {},
): Promise<MomentsSelection> {
  const { k: wanted, seed, kernels, threads, onProgress, signal, ...own } = given;
  const options = completeOptions("dfs", dfsOptions, own);
  if (options.gamma === 0)
    throw new InputError(
      "not-possible",
      `${optionName("gamma")} 0 needs the rows themselves; use lda on a dataset`,
    );
  if (options.kernel === "additive")
    throw new InputError(
      "not-possible",
      `the additive ${optionName("kernel")} needs the rows themselves; use select on a dataset`,
    );
  if (options.classWeight === "balanced" && !moments.weights)
    throw new InputError(
      "not-possible",
      `moments hold the scatter of all classes together, so ${optionName("classWeight")} balanced needs the rows themselves; use select on a dataset`,
    );
  const { featureNames } = moments;
  const k = Math.min(wanted ?? 20, featureNames.length);
  return withContext({ seed, kernels, threads, onProgress, signal }, k, async (context) => {
    const { scores, order, ...rest } = await scoreMoments(moments, options, context, {});
    const ranking = rank(scores, "larger", constantIn(moments), order);
    const features = Array.from(ranking.subarray(0, k), (j) => featureNames[j]);
    return { ranking, scores, features, ...rest } as MomentsSelection;
  });
}
