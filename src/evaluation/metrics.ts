import type { ChoiceOption } from "../data/option.js";
import type { Matrix } from "../numeric/matrix.js";
import { auc } from "./auc.js";
import { accuracy, balancedAccuracy, type Confusion, confusionMatrix, macroF1 } from "./confusion.js";

/** The measure that parameters are chosen by and methods compared by. */
export const metricOption = {
  type: "choice",
  default: "accuracy",
  choices: ["accuracy", "balanced-accuracy", "macro-f1", "auc"],
  help: "what to optimise: accuracy, balanced-accuracy (every class counts the same), macro-f1, or auc (area under the curve, one class against the rest)",
} as const satisfies ChoiceOption;

/** One of the choices of {@link metricOption}. */
export type MetricName = (typeof metricOption.choices)[number];

/** How well classes were predicted: shares from 0 to 1. */
export interface Metrics {
  readonly accuracy: number;
  readonly balancedAccuracy: number;
  readonly macroF1: number;
  /** Null without decision values, or where fewer than two classes have rows. */
  readonly auc: number | null;
  readonly confusion: Confusion;
}

/** All measures of a prediction; the area under the curve too where decision values (rows × classes) are given. */
export function metricsOf(
  actual: ArrayLike<number>,
  predicted: ArrayLike<number>,
  classes: number,
  decisions: Matrix | null = null,
): Metrics {
  const confusion = confusionMatrix(actual, predicted, classes);
  const area = decisions ? auc(actual, decisions) : NaN;
  return {
    accuracy: accuracy(confusion),
    balancedAccuracy: balancedAccuracy(confusion),
    macroF1: macroF1(confusion),
    auc: Number.isNaN(area) ? null : area,
    confusion,
  };
}

/** The measure of that name; null where it is not defined. */
export function metricValue(metrics: Metrics, name: MetricName): number | null {
  if (name === "auc") return metrics.auc;
  if (name === "balanced-accuracy") return metrics.balancedAccuracy;
  return name === "macro-f1" ? metrics.macroF1 : metrics.accuracy;
}
