import type { Dataset } from "../data/dataset.js";
import { redundancyCurve } from "../evaluation/redundancy.js";
import type { TaskKind } from "../experiment/executor.js";
import { selectionTasks } from "../experiment/run-task.js";
import { applyScaling, fitScaling, type Scaling, scaleInto } from "../experiment/scaling.js";
import type { TaskContext } from "../experiment/task.js";
import { GrowingGram } from "../models/svm/gram.js";
import { predictOnGram, trainOnGramAsync } from "../models/svm/on-gram.js";
import type { SvmOptions } from "../models/svm/svm-options.js";
import { type CurveRanking, rankForCurves } from "./curve-rankings.js";
import type { Curve, CurveTask } from "./curve-task.js";

/** The part of the work that is selection, for the progress. */
const selecting = 0.6;

/** The tasks of the paper's experiments. */
export const curveTasks: TaskKind<CurveTask, readonly Curve[]> = {
  name: "curves",
  run: runCurves,
  expectedWork: selectionTasks.expectedWork,
  isResult: (value): value is readonly Curve[] =>
    Array.isArray(value) &&
    value.every((curve) => [curve?.ks, curve?.correct, curve?.features].every(Array.isArray)),
};

/** A linear SVM on the Gram matrix judges, which grows with k and serves all splits. */
async function runCurves(given: Dataset, task: CurveTask, context: TaskContext): Promise<readonly Curve[]> {
  const data = task.codes
    ? given.with({ labels: { codes: task.codes, classes: given.labels!.classes } })
    : given;
  const scaling = fitScaling(data, task.rows);
  const part = task.rows.length === data.rows ? data : data.selectRows(task.rows);
  const seen = task.selection.selectOn === "scaled" ? applyScaling(part, scaling) : part;
  const lists = await rankForCurves(seen, task, {
    ...context,
    progress: (done) => context.progress(selecting * done),
  });
  const total = lists.flat().length;
  let judged = 0;
  const curves: Curve[] = [];
  for (const rankings of lists) {
    const pieces: Curve[] = [];
    for (const ranking of rankings) {
      const progress = (done: number) =>
        context.progress(selecting + ((1 - selecting) * (judged + done)) / total);
      pieces.push(await judge(data, task, ranking, scaling, { ...context, progress }));
      judged++;
    }
    curves.push(joined(pieces));
  }
  return curves;
}

async function judge(
  data: Dataset,
  task: CurveTask,
  ranking: CurveRanking,
  scaling: Scaling,
  context: TaskContext,
): Promise<Curve> {
  const { ks, columns, ...known } = ranking;
  const redundancies = redundancyCurve(data.selectRows(task.rows), columns, ks);
  return {
    ks,
    correct:
      task.splits.length === 0 ? ks.map(() => []) : await countCorrect(data, task, ranking, scaling, context),
    redundancy: redundancies.map(({ redundancy }) => redundancy),
    redundancyAbs: redundancies.map(({ redundancyAbs }) => redundancyAbs),
    features: Array.from(columns),
    ...known,
  };
}

async function countCorrect(
  data: Dataset,
  { splits, classifier }: CurveTask,
  { ks, columns }: CurveRanking,
  scaling: Scaling,
  context: TaskContext,
): Promise<number[][]> {
  const { codes } = data.labels!;
  const workspace = context.kernels.workspace();
  const gram = new GrowingGram(context.kernels, data.rows);
  try {
    const values = workspace.matrix(data.rows, columns.length);
    scaleInto(data.values.selectColumns(columns), columns, scaling, values);
    const correct: number[][] = [];
    for (const [at, k] of ks.entries()) {
      gram.add(values.block(0, gram.features, data.rows, k - gram.features));
      const right: number[] = [];
      for (const { train, test } of splits) {
        const models = await trainOnGramAsync(
          gram.values,
          codes,
          train,
          classifier.options as Partial<SvmOptions>,
          () => context.progress((at + right.length / splits.length) / ks.length),
        );
        const predicted = predictOnGram(models, gram.values, test);
        right.push(test.reduce((sum, row, i) => sum + (predicted[i] === codes[row] ? 1 : 0), 0));
      }
      correct.push(right);
    }
    return correct;
  } finally {
    gram.release();
    workspace.release();
  }
}

/** One curve of the rankings for its ks, what is known of the last ranking told for all. */
function joined(pieces: readonly Curve[]): Curve {
  return {
    ...pieces[pieces.length - 1],
    ks: pieces.flatMap(({ ks }) => ks),
    correct: pieces.flatMap(({ correct }) => correct),
    redundancy: pieces.flatMap(({ redundancy }) => redundancy),
    redundancyAbs: pieces.flatMap(({ redundancyAbs }) => redundancyAbs),
  };
}
