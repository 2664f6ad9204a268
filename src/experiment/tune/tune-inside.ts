import type { Dataset } from "../../data/dataset.js";
import { findSelector } from "../../selectors/registry.js";
import type { Task, TaskAtK, TaskContext, TaskResult } from "../task.js";
import { choose, worthOfOneRow } from "./choose.js";
import { planTuning, scoreTuning } from "./plan-tuning.js";
import { foldsInside, type OptionSet } from "./tuning-plan.js";

/** Runs a task without tuning. */
type Run = (data: Dataset, task: Task, context: TaskContext) => Promise<TaskResult>;

/** Some ks for which the same options were chosen. */
interface ChosenFor {
  /** The k to select. */
  readonly k: number;
  /** The k of the task that it stands for. */
  readonly asked: number;
  readonly options: OptionSet;
}

/** The part of a tuned task that is tuning, for the progress. */
const tuning = 0.9;

/**
 * Runs a task whose options, and where wanted whose k, are chosen by folds inside its own rows: the rows that it is tested
 * on are not looked at. Then the chosen setting is fitted on all its rows. The data has the labels that the task works with.
 */
export async function runTuned(
  data: Dataset,
  task: Task,
  context: TaskContext,
  run: Run,
): Promise<TaskResult> {
  const started = performance.now();
  const chosen = await chooseInside(data, task, context, run);
  const seconds = (performance.now() - started) / 1000;
  const { tuning: _, ...selection } = task.selection;
  const perK: TaskAtK[] = [];
  const groups = grouped(chosen);
  for (const [at, group] of groups.entries()) {
    const options = { ...selection.options, ...group[0].options };
    const ks = [...new Set(group.map(({ k }) => k))];
    const fitted = await run(
      data,
      { ...task, selection: { ...selection, options }, ks },
      {
        ...context,
        progress: (part) => context.progress(tuning + ((1 - tuning) * (at + part)) / groups.length),
      },
    );
    for (const { k, asked, options: own } of group) {
      const result = fitted.perK.find((one) => one.k === k)!;
      perK.push({ ...result, k: asked, options: own, selectSeconds: result.selectSeconds + seconds });
    }
  }
  return { perK: perK.sort((a, b) => a.k - b.k) };
}

async function chooseInside(data: Dataset, task: Task, context: TaskContext, run: Run): Promise<ChosenFor[]> {
  const { selection, classifier, rows } = task;
  const plan = selection.tuning!;
  const { candidates, metric, rule } = plan;
  const ks = plan.ks ?? task.ks;
  const asked = task.ks[task.ks.length - 1];
  if (candidates.length === 1 && (plan.ks === null || ks.length === 1))
    return (plan.ks ?? task.ks).map((k) => ({
      k,
      asked: plan.ks ? asked : k,
      options: candidates[0],
    }));
  const part = data.selectRows(rows);
  const labels = part.labels!;
  const groups = plan.rowGroups ? Int32Array.from(rows, (row) => plan.rowGroups![row]) : null;
  const folds = foldsInside(labels.codes, groups, plan, selection.seed, part.targets ? null : labels.classes);
  const { tuning: _, ...own } = selection;
  const selector = findSelector(selection.method, context.definitions?.selectors);
  const planned = planTuning(selector, candidates, folds, {
    dataset: task.dataset,
    selection: own,
    classifier,
    ks,
  });
  const results: TaskResult[] = [];
  for (const [at, { task: inner }] of planned.entries())
    results.push(
      await run(part, inner, {
        ...context,
        progress: (done) => context.progress((tuning * (at + done)) / planned.length),
      }),
    );
  const points = scoreTuning(selector, candidates, planned, results, part, metric);
  const oneRow = worthOfOneRow(
    metric,
    folds.map(({ test }) => test),
  );
  if (plan.ks !== null) {
    const { k, candidate } = choose(points, rule, oneRow).chosen;
    return [{ k, asked, options: candidates[candidate] }];
  }
  return ks.map((k) => {
    const { candidate } = choose(
      points.filter((point) => point.k === k),
      rule,
      oneRow,
    ).chosen;
    return { k, asked: k, options: candidates[candidate] };
  });
}

/** Those with the same options together. */
function grouped(chosen: readonly ChosenFor[]): ChosenFor[][] {
  const groups = new Map<OptionSet, ChosenFor[]>();
  for (const one of chosen) groups.set(one.options, [...(groups.get(one.options) ?? []), one]);
  return [...groups.values()];
}
