import { type PermutationBand, permutationBand, permutationPValue } from "../evaluation/chance.js";
import {
  accuracy,
  addConfusions,
  balancedAccuracy,
  type Confusion,
  confusionMatrix,
  macroF1,
} from "../evaluation/confusion.js";
import { spread } from "../evaluation/spread.js";
import { stability } from "../evaluation/stability.js";
import type { Experiment, PlannedTask, Protocol } from "./plan-experiment.js";
import type { Task, TaskAtK, TaskResult } from "./task.js";

/** What a method is worth at one k. Shares of rows are in percent. */
export interface Figures {
  readonly k: number;
  /** Rows predicted right, of all rows tested. */
  readonly accuracy: number;
  /** Its standard deviation over the folds; null for a single one. */
  readonly accuracyStd: number | null;
  readonly foldAccuracies: readonly number[];
  readonly balancedAccuracy: number;
  readonly macroF1: number;
  /** The mean over the folds of the area under the ROC curve, from 0 to 1; null where no fold has two classes to test. */
  readonly auc: number | null;
  /** `confusion[i][j]`: rows of class i that were taken for class j, over all folds. */
  readonly confusion: Confusion;
  /** The paper's redundancy rate of the selected features, the mean over the selections. */
  readonly redundancy: number;
  /** The mean absolute correlation of two selected features. */
  readonly redundancyAbs: number;
  /** Kuncheva's index over the selections; null where there is only one, as in the paper protocol. */
  readonly stability: number | null;
  /** Mean Jaccard index over the selections. */
  readonly jaccard: number | null;
  /** Selected columns, best first, for each selection. */
  readonly selections: readonly (readonly number[])[];
  /** Seconds of one selection, on average. */
  readonly seconds: number;
  /** Seconds of learning and predicting over all folds. */
  readonly classifySeconds: number;
  readonly honesty: Honesty;
}

/** What the accuracy would be elsewhere: the gap between the first two is the optimism of selecting before splitting. */
export interface Honesty {
  readonly nested: number | null;
  readonly paper: number | null;
  /** The standard deviations of both over the folds; null where not known. */
  readonly nestedStd: number | null;
  readonly paperStd: number | null;
  /** Accuracies with shuffled labels, nested; null without permutations. */
  readonly permuted: PermutedBand | null;
}

/** What chance gives: the band that holds the middle 90 % of accuracies with shuffled labels. */
export interface PermutedBand extends PermutationBand {
  /** How often chance reaches the nested accuracy; null where that is not known. */
  readonly pValue: number | null;
  readonly accuracies: readonly number[];
}

/** The figures of an experiment for each k, those of `protocol` first and foremost. */
export function summarize(
  experiment: Experiment,
  planned: readonly PlannedTask[],
  results: readonly TaskResult[],
  protocol: Protocol,
): Figures[] {
  return experiment.ks.map((k) => {
    const judgedAs = (role: PlannedTask["role"]) =>
      planned.flatMap(({ role: own, task }, place) =>
        own === role ? results[place].perK.filter((at) => at.k === k).map((at) => ({ task, at })) : [],
      );
    const pooledAccuracy = (role: PlannedTask["role"]) => 100 * accuracy(pooled(experiment, judgedAs(role)));
    const judged = judgedAs(protocol);
    const of = (role: Protocol) => (experiment.protocols.includes(role) ? pooledAccuracy(role) : null);
    const deviation = (role: Protocol) =>
      spread(foldConfusions(experiment, judgedAs(role)).map((fold) => 100 * accuracy(fold)))
        .standardDeviation;
    const nested = of("nested");
    const shuffled = Array.from({ length: experiment.permutations }, (_, number) => pooledAccuracy(number));
    return {
      k,
      ...figuresOf(experiment, judged),
      honesty: {
        nested,
        paper: of("paper"),
        nestedStd: deviation("nested"),
        paperStd: deviation("paper"),
        permuted: bandOf(shuffled, nested),
      },
    };
  });
}

/** A task's result at one k, with the task. */
interface Judged {
  readonly task: Task;
  readonly at: TaskAtK;
}

function figuresOf(experiment: Experiment, judged: readonly Judged[]): Omit<Figures, "k" | "honesty"> {
  const folds = foldConfusions(experiment, judged);
  const confusion = addConfusions(folds);
  const foldAccuracies = folds.map((fold) => 100 * accuracy(fold));
  const areas = judged.flatMap(({ at }) => at.auc.filter((area) => area !== null));
  const selections = judged.map(({ at }) => at.features);
  const alike = selections.length > 1 ? stability(selections, experiment.split.data.features) : null;
  const mean = (value: (at: TaskAtK) => number) => spread(judged.map(({ at }) => value(at))).mean;
  return {
    accuracy: 100 * accuracy(confusion),
    accuracyStd: spread(foldAccuracies).standardDeviation,
    foldAccuracies,
    balancedAccuracy: 100 * balancedAccuracy(confusion),
    macroF1: 100 * macroF1(confusion),
    auc: areas.length > 0 ? spread(areas).mean : null,
    confusion,
    redundancy: mean((at) => at.redundancy),
    redundancyAbs: mean((at) => at.redundancyAbs),
    stability: alike?.kuncheva ?? null,
    jaccard: alike?.jaccard ?? null,
    selections,
    seconds: mean((at) => at.selectSeconds),
    classifySeconds: judged.reduce((sum, { at }) => sum + at.classifySeconds, 0),
  };
}

function foldConfusions({ split }: Experiment, judged: readonly Judged[]): Confusion[] {
  const { codes, classes } = split.data.labels!;
  return judged.flatMap(({ task, at }) =>
    task.splits.map(({ test }, fold) => {
      const truth = Int32Array.from(test, (row) => (task.codes ?? codes)[row]);
      return confusionMatrix(truth, at.predictions[fold], classes.length);
    }),
  );
}

const pooled = (experiment: Experiment, judged: readonly Judged[]) =>
  addConfusions(foldConfusions(experiment, judged));

function bandOf(accuracies: readonly number[], nested: number | null): PermutedBand | null {
  if (accuracies.length === 0) return null;
  return {
    ...permutationBand(accuracies),
    pValue: nested === null ? null : permutationPValue(nested, accuracies),
    accuracies,
  };
}
