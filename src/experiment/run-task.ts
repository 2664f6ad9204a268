import type { Dataset } from "../data/dataset.js";
import { redundancyCurve } from "../evaluation/redundancy.js";
import {
  completeData,
  encodeForModel,
  fitPreparation,
  needsPreparation,
  type Preparation,
  preparationOf,
} from "../models/preparation.js";
import { Constraints } from "../selectors/constraints.js";
import { secondsOf, usualRates } from "../selectors/rates.js";
import { findSelector } from "../selectors/registry.js";
import { classify, type Judgement, regress } from "./classify.js";
import type { TaskKind } from "./executor.js";
import { type Ranking, rankFeatures } from "./rank-features.js";
import { fitScaling, type Scaling, scaleInto } from "./scaling.js";
import type { Task, TaskAtK, TaskContext, TaskDefinitions, TaskResult } from "./task.js";
import { runTuned } from "./tune/tune-inside.js";

/** The part of the work that is selection, for the progress. */
const selecting = 0.7;

/**
 * Runs one task. It depends on nothing but the data, the task and the kernels' arithmetic, so it gives the same anywhere
 * and in any order; only the seconds differ.
 */
export async function runTask(given: Dataset, task: Task, context: TaskContext): Promise<TaskResult> {
  const data = seenBy(given, task);
  if (task.selection.tuning)
    return runTuned(data, { ...task, codes: undefined, targets: undefined }, context, runTask);
  const rankings = await rankFeatures(data, task, {
    ...context,
    progress: (part) => context.progress(selecting * part),
  });
  const shown = whatModelsSee(data, task);
  const perK: TaskAtK[] = [];
  for (const [place, ranking] of rankings.entries()) {
    const progress = (part: number) =>
      context.progress(selecting + ((1 - selecting) * (place + part)) / rankings.length);
    perK.push(...(await judge(shown, task, ranking, { ...context, progress })));
  }
  return { perK };
}

/** Complete data, and how a model sees it: everything is fitted on the rows of a task. */
interface ShownData {
  /** Without missing values and known influences. */
  readonly data: Dataset;
  /** Null where the data needed none. */
  readonly preparation: Preparation | null;
  readonly scaling: Scaling;
}

function whatModelsSee(given: Dataset, { rows, selection: { adjust } }: Task): ShownData {
  const { covariates } = new Constraints(given.featureNames, { adjust });
  const needed = needsPreparation(given) || covariates.length > 0;
  const preparation = needed ? fitPreparation(given, rows, covariates) : null;
  const data = preparation ? completeData(given, preparation) : given;
  return { data, preparation, scaling: fitScaling(data, rows) };
}

/** The columns that stand for some features, in their order: one for a number, one per level for a category. */
function columnsFor({ data, preparation }: ShownData, features: Int32Array) {
  const chosen = data.selectColumns(features);
  if (!preparation) return { values: chosen.values, featureOf: features };
  const encoded = encodeForModel(chosen, preparationOf(preparation, features));
  return { values: encoded.data.values, featureOf: encoded.featureOf.map((place) => features[place]) };
}

/** The data with the labels or targets that the task works with. */
function seenBy(data: Dataset, { codes, targets }: Task): Dataset {
  if (targets) return data.with({ targets });
  return codes ? data.with({ labels: { codes, classes: data.labels!.classes } }) : data;
}

/** What there is to say where nothing is predicted. */
const unjudged: Judgement = { predictions: [], auc: [], classifySeconds: 0 };

/** What a ranking is worth: predictions and redundancy of its first k features, for each of its ks. */
async function judge(
  shown: ShownData,
  task: Task,
  { ks, columns, place, seconds }: Ranking,
  context: TaskContext,
): Promise<TaskAtK[]> {
  const { data, scaling } = shown;
  const workspace = context.kernels.workspace();
  const predict = () => {
    const { values, featureOf } = columnsFor(shown, columns);
    const scaled = workspace.matrix(data.rows, featureOf.length);
    scaleInto(values, featureOf, scaling, scaled);
    const seen = { values: scaled, featureOf, labels: data.labels! };
    return data.targets
      ? regress(seen, data.targets, { ...task, ks }, context)
      : classify(seen, { ...task, ks }, context);
  };
  try {
    // Nobody asks how alike the features of a baseline are, and all pairs of all features would take long.
    const redundancies = task.selection.baseline ? [] : redundanciesOf(data, task.rows, columns, ks);
    const judgements = task.splits.length === 0 ? ks.map(() => unjudged) : await predict();
    return ks.map((k, at) => ({
      k,
      ...(place && { options: place }),
      features: Array.from(columns.subarray(0, k)),
      ...judgements[at],
      ...(redundancies[at] ?? { redundancy: 0, redundancyAbs: 0 }),
      selectSeconds: seconds,
    }));
  } finally {
    workspace.release();
  }
}

/** Of the first k columns for each k, over the rows that the selection saw. */
const redundanciesOf = (data: Dataset, rows: Int32Array, columns: Int32Array, ks: readonly number[]) =>
  redundancyCurve(
    data.selectColumns(columns).selectRows(rows),
    columns.map((_, place) => place),
    ks,
  );

/** In steps of a plain loop, roughly; only comparisons matter. */
function expectedWork(
  { selection, rows, splits, ks }: Task,
  data: Dataset,
  definitions?: TaskDefinitions,
): number {
  const classes = data.labels!.classes.length;
  const { method, options, baseline, ranked } = selection;
  const shape = {
    rows: rows.length,
    features: data.features,
    classes,
    entries: rows.length * data.features,
    k: ks[ks.length - 1],
  };
  const cost = () => findSelector(method, definitions?.selectors).cost(shape, options);
  const selecting = baseline || ranked ? 0 : usualRates.scalar * secondsOf(cost(), usualRates);
  const points = Object.values(selection.path ?? {}).reduce((product, { length }) => product * length, 1);
  const { tuning } = selection;
  const times = points * (tuning ? 1 + tuning.candidates.length * tuning.folds * tuning.repeats : 1);
  const learning = splits.length * ks.length * data.rows * (data.rows + 100 * classes);
  return times * (selecting + learning + ks[ks.length - 1] * data.rows * data.rows * 0.1);
}

/** The tasks of all experiments: see {@link Task}. */
export const selectionTasks: TaskKind = {
  name: "selection",
  run: runTask,
  expectedWork,
  isResult(value): value is TaskResult {
    if (typeof value !== "object" || value === null || !("perK" in value)) return false;
    const { perK } = value;
    return (
      Array.isArray(perK) &&
      perK.every(
        (part) =>
          typeof part?.k === "number" &&
          typeof part.selectSeconds === "number" &&
          typeof part.classifySeconds === "number" &&
          [part.features, part.predictions, part.auc].every(Array.isArray),
      )
    );
  },
};
