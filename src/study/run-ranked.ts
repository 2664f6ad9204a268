import type { RowSource } from "../data/stream/row-source.js";
import { compareRanked } from "../experiment/streamed/compare-streamed.js";
import { type RankedRows, rankRows } from "../experiment/streamed/rank-rows.js";
import { parsePlan } from "./parse-plan.js";
import type { ComparePlan } from "./plan.js";
import { compareOptions, experimentRun, progressOf } from "./run-study.js";
import type { CompareStudy, StudyContext } from "./study.js";

/** What the features are ranked with, beside the plan. */
export interface RankContext extends StudyContext {
  /** How many bytes the selected features of both files and the work on them may take; no limit if absent. */
  readonly memory?: number;
}

/** The first part of a comparison on a training and a test file in blocks of rows: what its methods select, and these columns. */
export async function rankStreamed(
  train: RowSource,
  test: RowSource,
  plan: ComparePlan,
  context: RankContext = {},
): Promise<RankedRows> {
  parsePlan(plan);
  return rankRows(train, test, {
    ...optionsOf(plan),
    threads: context.threads,
    signal: context.signal,
    memory: context.memory,
    onProgress: progressOf(context, "comparing"),
  });
}

/** The second part: the selections are judged, as tasks that may run anywhere. */
export async function runRanked(
  ranked: RankedRows,
  plan: ComparePlan,
  context: StudyContext = {},
): Promise<CompareStudy> {
  const started = performance.now();
  const comparison = await compareRanked(ranked, {
    ...optionsOf(plan),
    ...experimentRun(context, "comparing"),
  });
  return { task: "compare", comparison, seconds: (performance.now() - started) / 1000 };
}

const optionsOf = (plan: ComparePlan) => ({
  ...compareOptions(plan),
  missing: plan.data[0].reading?.missing,
});
