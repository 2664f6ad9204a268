import {
  accuracy,
  balancedAccuracy,
  confusionMatrix,
  type MetricName,
  macroF1,
} from "../evaluation/metrics.js";

/** What one fold was predicted as. */
export interface FoldPrediction {
  /** The class codes of its test rows. */
  readonly truth: ArrayLike<number>;
  readonly predicted: ArrayLike<number>;
  /** The area under the ROC curve; null where the test rows do not allow one. */
  readonly auc: number | null;
}

/**
 * The measure of that name for one fold, a fraction from 0 to 1. Null where the fold does not allow it.
 */
export function foldMetric(
  metric: MetricName,
  { truth, predicted, auc }: FoldPrediction,
  classes: number,
): number | null {
  if (metric === "auc") return auc;
  const measure = metric === "accuracy" ? accuracy : metric === "macro-f1" ? macroF1 : balancedAccuracy;
  return measure(confusionMatrix(truth, predicted, classes));
}

/** What a measure is called in a sentence. */
export const metricTitles: Readonly<Record<MetricName, string>> = {
  accuracy: "accuracy",
  "balanced-accuracy": "balanced accuracy",
  "macro-f1": "macro-F1",
  auc: "area under the ROC curve",
};

/** A measure for people: `93.1 %`, or `0.931` for the area under the curve. */
export const metricText = (metric: MetricName, value: number): string =>
  metric === "auc" ? value.toFixed(3) : `${(100 * value).toFixed(1)} %`;
