import type { PlainOptions } from "../core/option.js";
import { type PermutationBand, permutationBand, permutationPValue } from "../evaluation/chance.js";
import type { Confusion } from "../evaluation/metrics.js";
import { spread } from "../evaluation/spread.js";
import { stability } from "../evaluation/stability.js";
import { type HeldOut, heldOutOf, type Judged } from "./held-out.js";
import { type FoldMetrics, type FoldPrediction, metricOf, metricsOver } from "./metric-choice.js";
import type { Experiment, PlannedTask, Protocol } from "./plan-experiment.js";
import type { TaskAtK, TaskResult } from "./task.js";

/**
 * What a method is worth at one k. Where classes are predicted there are accuracy, balanced accuracy, macro-F1 and the area
 * under the curve, which are fractions from 0 to 1; where numbers are, R², root mean squared error and Spearman's correlation.
 * All are over the rows of all folds together, the area under the curve is the mean over the folds.
 */
export interface Figures extends FoldMetrics {
  /** How many features; where that was chosen in each training fold, the mean of the chosen numbers. */
  readonly k: number;
  /** Where the method was tuned: what was chosen for each selection, options as they differ from the given ones. */
  readonly chosen?: readonly ChosenSetting[];
  /** The standard deviation of the accuracy over the folds; null for a single one. */
  readonly accuracyStd?: number | null;
  readonly foldAccuracies?: readonly number[];
  /** The standard deviation of R² over the folds; null for a single one. */
  readonly r2Std?: number | null;
  /** All measures of each fold. */
  readonly foldMetrics: readonly FoldMetrics[];
  /** `confusion[i][j]`: rows of class i that were taken for class j, over all folds. */
  readonly confusion?: Confusion;
  /** What was predicted for every held-out row, fold after fold; absent where it was not asked for. */
  readonly heldOut?: HeldOut;
  /** The paper's redundancy rate of the selected features, the mean over the selections. */
  readonly redundancy: number;
  /** The mean absolute correlation of two selected features. */
  readonly redundancyAbs: number;
  /** What the selected features cost together, the mean over the selections; absent where costs were not given. */
  readonly cost?: number;
  /**
   * Kuncheva's index over the selections; null where there is only one, as in the paper protocol, and where all features
   * are selected, so that nothing could differ.
   */
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

/** What tuning chose inside the rows of one selection. */
export interface ChosenSetting {
  readonly k: number;
  readonly options: PlainOptions;
}

/** What the chosen metric would be elsewhere: the gap between the first two is the optimism of selecting before splitting. */
export interface Honesty {
  readonly nested: number | null;
  readonly paper: number | null;
  /** The standard deviations of both over the folds; null where not known. */
  readonly nestedStd: number | null;
  readonly paperStd: number | null;
  /** With shuffled labels, nested; null without permutations. */
  readonly permuted: PermutedBand | null;
}

/** What chance gives: the band that holds the middle 90 % of what the metric is with shuffled labels. */
export interface PermutedBand extends PermutationBand {
  /** How often chance reaches the nested value; null where that is not known. */
  readonly pValue: number | null;
  /** The values with shuffled labels, of the metric that was chosen. */
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
    const metricAs = (role: PlannedTask["role"]) =>
      metricOf(measures(experiment, judgedAs(role)), experiment.metric);
    const judged = judgedAs(protocol);
    const of = (role: Protocol) => (experiment.protocols.includes(role) ? metricAs(role) : null);
    const deviation = (role: Protocol) => {
      if (!experiment.protocols.includes(role)) return null;
      const folds = measures(experiment, judgedAs(role)).folds;
      return spread(folds.flatMap((fold) => metricOf(fold, experiment.metric) ?? [])).standardDeviation;
    };
    const nested = of("nested");
    const shuffled = Array.from({ length: experiment.permutations }, (_, number) => metricAs(number)).filter(
      (value) => value !== null,
    );
    const { tuning } = experiment.selection;
    const chosen = judged.map(({ at }) => ({ k: at.features.length, options: at.options ?? {} }));
    return {
      k: tuning?.ks ? spread(chosen.map((one) => one.k)).mean : k,
      ...(tuning && { chosen }),
      ...(experiment.keepsHeldOut && { heldOut: heldOutOf(experiment, judged) }),
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

function figuresOf(
  experiment: Experiment,
  judged: readonly Judged[],
): Omit<Figures, "k" | "chosen" | "heldOut" | "honesty"> {
  const { folds, ...all } = measures(experiment, judged);
  const deviation = (metric: "accuracy" | "r2") =>
    spread(folds.flatMap((fold) => fold[metric] ?? [])).standardDeviation;
  const ofMain = experiment.split.data.targets
    ? { r2Std: deviation("r2") }
    : { accuracyStd: deviation("accuracy"), foldAccuracies: folds.flatMap(({ accuracy = [] }) => accuracy) };
  const selections = judged.map(({ at }) => at.features);
  const { costs, features } = experiment;
  const alike = selections.length > 1 ? stability(selections, features) : null;
  const free = selections.some((columns) => columns.length < features);
  const mean = (value: (at: TaskAtK) => number) => spread(judged.map(({ at }) => value(at))).mean;
  return {
    ...all,
    ...ofMain,
    foldMetrics: folds,
    redundancy: mean((at) => at.redundancy),
    redundancyAbs: mean((at) => at.redundancyAbs),
    ...(costs && { cost: mean(({ features: selected }) => costs.total(selected)) }),
    stability: free ? (alike?.kuncheva ?? null) : null,
    jaccard: alike?.jaccard ?? null,
    selections,
    seconds: mean((at) => at.selectSeconds),
    classifySeconds: judged.reduce((sum, { at }) => sum + at.classifySeconds, 0),
  };
}

/** All measures over all folds together, and of each. The tasks of a role all have the same labels or targets. */
function measures({ split }: Experiment, judged: readonly Judged[]) {
  const { codes, targets = split.data.targets } = judged[0].task;
  const labels = codes ? { codes, classes: split.data.labels!.classes } : split.data.labels;
  const predicted = judged.flatMap(({ task, at }) =>
    task.splits.map(
      (fold, place): FoldPrediction => ({
        fold,
        predicted: at.predictions[place],
        auc: at.auc[place] ?? null,
      }),
    ),
  );
  const alone = (one: FoldPrediction): FoldMetrics => {
    const { confusion: _, ...own } = metricsOver({ labels, targets }, [one]);
    return own;
  };
  return { ...metricsOver({ labels, targets }, predicted), folds: predicted.map(alone) };
}

function bandOf(accuracies: readonly number[], nested: number | null): PermutedBand | null {
  if (accuracies.length === 0) return null;
  return {
    ...permutationBand(accuracies),
    pValue: nested === null ? null : permutationPValue(nested, accuracies),
    accuracies,
  };
}
