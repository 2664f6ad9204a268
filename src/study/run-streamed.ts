import { InputError } from "../core/input-error.js";
import type { RowSource } from "../data/stream/row-source.js";
import { refuseRanks } from "../evaluation/describe-moments.js";
import { runPartsOn } from "../experiment/part-tasks.js";
import { pathStreamed } from "../selectors/dfs/path-streamed.js";
import { describeStreamed, selectStreamedWith } from "../selectors/select-streamed.js";
import { parsePlan } from "./parse-plan.js";
import { type PathPlan, planDefaults, type SelectPlan } from "./plan.js";
import { pathOptions, progressOf, selectOptions } from "./run-study.js";
import type { PathStudy, SelectStudy, StudyContext } from "./study.js";

/**
 * Runs a plan on a file whose rows are read in blocks, with what can be done from their moments. With an executor they are gathered by
 * its tasks, which takes rows that were opened with a plan for it.
 */
export function runStreamed(
  source: RowSource,
  plan: SelectPlan,
  context?: StudyContext,
): Promise<SelectStudy>;
export function runStreamed(source: RowSource, plan: PathPlan, context?: StudyContext): Promise<PathStudy>;
export async function runStreamed(
  source: RowSource,
  plan: SelectPlan | PathPlan,
  context: StudyContext = {},
): Promise<SelectStudy | PathStudy> {
  parsePlan(plan);
  const started = performance.now();
  const { executor, threads, signal } = context;
  const runner = executor && runPartsOn(executor, source, plan.kernels ?? planDefaults.kernels, signal);
  const missing = plan.data[0].reading?.missing;
  const seconds = () => (performance.now() - started) / 1000;
  if (plan.task === "path") {
    const run = { threads, signal, onProgress: progressOf(context, "fitting") };
    const path = await pathStreamed(source, { ...pathOptions(plan), ...run, missing }, runner);
    return { task: "path", path, seconds: seconds() };
  }
  requireStreamable(plan);
  const settings = {
    ...selectOptions(plan),
    threads,
    signal,
    onProgress: progressOf(context, "selecting"),
    missing,
  };
  const { selection, gathered } = await selectStreamedWith(source, settings, runner);
  return {
    task: "select",
    selection: describeStreamed(selection, gathered, plan.describe),
    tuning: null,
    evaluation: null,
    notices: [],
    stopped: false,
    seconds: seconds(),
    measureSeconds: 0,
  };
}

/** Refuses what a plan asks for beside the ranking that needs the rows. */
export function requireStreamable({ select: { k }, measure, describe }: SelectPlan): void {
  if (describe) refuseRanks(describe);
  const needs =
    k === "auto"
      ? "to choose k by cross-validation"
      : measure
        ? "to measure how well the features predict"
        : null;
  if (needs === null) return;
  throw new InputError("not-possible", `${needs}, all rows are needed in memory`, {
    remedies: [{ action: "work on a sample of the rows", option: "sample", value: 20_000 }],
  });
}
