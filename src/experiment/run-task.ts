import type { Dataset } from "../data/dataset.js";
import { redundancyCurve } from "../evaluation/redundancy.js";
import { classify, type Judgement } from "./classify.js";
import { runCurves } from "./curve/run-curves.js";
import { type Ranking, rankFeatures } from "./rank-features.js";
import { fitScaling, type Scaling, scaledColumns } from "./scaling.js";
import type { Task, TaskAtK, TaskContext, TaskResult } from "./task.js";
import { runTuned } from "./tune/tune-inside.js";

/** The part of the work that is selection, for the progress. */
const selecting = 0.7;

/**
 * Runs one task. It depends on nothing but the data, the task and the kernels' arithmetic, so it gives the same anywhere
 * and in any order; only the seconds differ.
 */
export async function runTask(given: Dataset, task: Task, context: TaskContext): Promise<TaskResult> {
  const { classes } = given.labels!;
  const data = task.codes ? given.with({ labels: { codes: task.codes, classes } }) : given;
  if (task.selection.tuning) return runTuned(data, { ...task, codes: undefined }, context, runTask);
  if (task.curve) return { perK: [], curves: await runCurves(data, task, context) };
  const scaling = fitScaling(data.values, task.rows);
  const rankings = await rankFeatures(data, task, scaling, {
    ...context,
    progress: (part) => context.progress(selecting * part),
  });
  const perK: TaskAtK[] = [];
  for (const [place, ranking] of rankings.entries()) {
    const progress = (part: number) =>
      context.progress(selecting + ((1 - selecting) * (place + part)) / rankings.length);
    perK.push(...(await judge(data, task, ranking, scaling, { ...context, progress })));
  }
  return { perK };
}

/** What there is to say where nothing is predicted. */
const unjudged: Judgement = { predictions: [], auc: [], classifySeconds: 0 };

/** What a ranking is worth: predictions and redundancy of its first k features, for each of its ks. */
async function judge(
  data: Dataset,
  task: Task,
  { ks, columns, place, seconds }: Ranking,
  scaling: Scaling,
  context: TaskContext,
): Promise<TaskAtK[]> {
  const workspace = context.kernels.workspace();
  const predict = () => {
    const values = workspace.matrix(data.rows, columns.length);
    scaledColumns(data, columns, scaling, values);
    return classify(values, data.labels!, { ...task, ks }, context);
  };
  try {
    const seen = data.selectColumns(columns).selectRows(task.rows);
    const redundancies = redundancyCurve(
      seen,
      columns.map((_, place) => place),
      ks,
    );
    const judgements = task.splits.length === 0 ? ks.map(() => unjudged) : await predict();
    return ks.map((k, at) => ({
      k,
      ...(place && { options: place }),
      features: Array.from(columns.subarray(0, k)),
      ...judgements[at],
      ...redundancies[at],
      selectSeconds: seconds,
    }));
  } finally {
    workspace.release();
  }
}
