import type { Notice } from "../core/notice.js";
import type { MetricName } from "../evaluation/metrics.js";
import { Random } from "../numeric/random.js";
import { upTo } from "../numeric/up-to.js";
import type { FeatureCosts } from "../selectors/costs.js";
import type { Selector } from "../selectors/selector.js";
import type { SplitData } from "./plan-splits.js";
import type { ClassifierPlan, SelectionPlan, Task, TaskDefinitions } from "./task.js";
import { foldsInside } from "./tune/tuning-plan.js";

/** Which rows the selection gets to see: those of each training fold (`nested`) or, as in the paper, all. */
export type Protocol = "nested" | "paper";

/** One method on one data set: what is to be found out about it. */
export interface Experiment {
  /** Which of the data that is worked on. */
  readonly dataset: number;
  readonly split: SplitData;
  /** How many features there are to select from; of rows that were read in blocks the data of the split has fewer. */
  readonly features: number;
  /** What was told of the data and still matters. */
  readonly told: readonly Notice[];
  /** What is done to the data before it is split, and inside every training set. */
  readonly notices: readonly Notice[];
  readonly selector: Selector;
  readonly selection: SelectionPlan;
  readonly classifier: ClassifierPlan;
  /** Rising. */
  readonly ks: readonly number[];
  readonly protocols: readonly Protocol[];
  /** How often the labels are shuffled to see what chance gives, always nested. */
  readonly permutations: number;
  /** What protocols, shuffled labels and methods are compared by. */
  readonly metric: MetricName;
  readonly seed: number;
  /** Whether predictions of held-out rows are in the result, row by row, with probabilities. */
  readonly keepsHeldOut: boolean;
  /** What the features cost, whether or not the method weighs it; null where that was not said. */
  readonly costs: Pick<FeatureCosts, "given" | "total"> | null;
  /** The method and the classifier, where they are not built in. */
  readonly definitions: TaskDefinitions;
}

/** A task and what it is for. */
export interface PlannedTask {
  /** A protocol, or the number of a permutation. */
  readonly role: Protocol | number;
  readonly task: Task;
}

/** The tasks of an experiment, in a fixed order. */
export function planExperiment(experiment: Experiment): PlannedTask[] {
  const { split, protocols, permutations, seed } = experiment;
  const folds = split.repeats.flat();
  const all = upTo(split.data.rows);
  const planned: PlannedTask[] = [];
  for (const protocol of protocols)
    planned.push(
      ...(protocol === "paper"
        ? tasksOf(experiment, "paper", { rows: all, splits: folds })
        : folds.flatMap((fold, draw) =>
            tasksOf(experiment, "nested", { rows: fold.train, splits: [fold] }, draw),
          )),
    );
  const random = new Random(seed);
  for (let number = 0; number < permutations; number++) {
    const { folds: own, ...shuffled } = split.shuffle(random.fork(`permutation ${number}`));
    for (const fold of own)
      planned.push(...tasksOf(experiment, number, { rows: fold.train, splits: [fold], ...shuffled }));
  }
  return planned;
}

/** One task, or one for each k where the method chooses differently for each: then they can run side by side. */
function tasksOf(
  experiment: Experiment,
  role: PlannedTask["role"],
  given: Pick<Task, "rows" | "splits" | "codes" | "targets">,
  draw?: number,
): PlannedTask[] {
  const { dataset, selector, selection, classifier, ks, split } = experiment;
  // What shuffled labels and the other protocol give is only counted.
  const kept = experiment.keepsHeldOut && role === experiment.protocols[0] && !split.data.targets;
  const part = kept ? { ...given, probabilities: { groups: split.rowGroups } } : given;
  if (selection.tuning) {
    requireInnerFolds(selection, split, part);
    // One tuning serves every k.
    return [{ role, task: { dataset, selection, classifier, ks, ...part } }];
  }
  if (selection.baseline)
    return [{ role, task: { dataset, selection: { ...selection, draw }, classifier, ks, ...part } }];
  const apart = selector.dependsOnK?.(selection.options) ?? false;
  return (apart ? ks.map((k) => [k]) : [ks]).map((some) => ({
    role,
    task: { dataset, selection, classifier, ks: some, ...part },
  }));
}

/** Refuses rows that cannot be split once more, before any work. */
function requireInnerFolds(
  { tuning, seed }: SelectionPlan,
  { data }: SplitData,
  { rows, codes }: Pick<Task, "rows" | "codes">,
): void {
  const labels = data.labels!;
  const of = (all: Int32Array) => Int32Array.from(rows, (row) => all[row]);
  foldsInside(
    of(codes ?? labels.codes),
    tuning!.rowGroups ? of(tuning!.rowGroups) : null,
    tuning!,
    seed,
    data.targets ? null : labels.classes,
  );
}
