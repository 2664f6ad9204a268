import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import type { Dataset } from "../data/dataset.js";
import type { Fold } from "../evaluation/folds.js";
import {
  accuracy,
  addConfusions,
  balancedAccuracy,
  type Confusion,
  classMetrics,
  confusionMatrix,
  type MetricName,
  type Metrics,
  macroF1,
  type NumberMetrics,
  numberMetrics,
  numberMetricsOf,
} from "../evaluation/metrics.js";
import { spread } from "../evaluation/spread.js";

/** What was to be predicted: classes, or numbers. */
export type Truth = Pick<Dataset, "labels" | "targets">;

/** What one fold was predicted as. */
export interface FoldPrediction {
  readonly fold: Fold;
  /** The class codes or the numbers predicted for its test rows. */
  readonly predicted: ArrayLike<number>;
  /** The area under the ROC curve; null where the test rows do not allow one. */
  readonly auc: number | null;
}

/** Measures of predictions: of classes the first four, of numbers the others. Fractions from 0 to 1, except of numbers. */
export interface FoldMetrics
  extends Partial<Pick<Metrics, "accuracy" | "balancedAccuracy" | "macroF1" | "auc">>,
    Partial<NumberMetrics> {}

/** The measures of some folds together, with who was taken for whom where classes were predicted. */
export function metricsOver(
  truth: Truth,
  folds: readonly FoldPrediction[],
): FoldMetrics & { readonly confusion?: Confusion } {
  const { targets, labels } = truth;
  if (targets) {
    const rows = folds.flatMap(({ fold }) => Array.from(fold.test));
    const baseline = folds.flatMap(({ fold }) => {
      const mean = fold.train.reduce((sum, row) => sum + targets[row] / fold.train.length, 0);
      return Array.from(fold.test, () => mean);
    });
    const predicted = folds.flatMap((one) => Array.from(one.predicted));
    return numberMetricsOf(
      rows.map((row) => targets[row]),
      predicted,
      baseline,
    );
  }
  const { codes, classes } = labels!;
  const confusions = folds.map(({ fold, predicted }) =>
    confusionMatrix(
      Int32Array.from(fold.test, (row) => codes[row]),
      predicted,
      classes.length,
    ),
  );
  const confusion = addConfusions(confusions);
  const areas = folds.flatMap(({ auc }) => auc ?? []);
  return {
    accuracy: accuracy(confusion),
    balancedAccuracy: balancedAccuracy(confusion),
    macroF1: macroF1(confusion),
    auc: areas.length > 0 ? spread(areas).mean : null,
    confusion,
  };
}

const keys = { "balanced-accuracy": "balancedAccuracy", "macro-f1": "macroF1" } as const;

/** The measure of that name; null where it is not known. */
export const metricOf = (figures: FoldMetrics, metric: MetricName): number | null =>
  figures[metric === "balanced-accuracy" || metric === "macro-f1" ? keys[metric] : metric] ?? null;

/** What is to be large where nobody says: accuracy, or R² for numbers. */
export const usualMetric = ({ targets }: Truth): MetricName => (targets ? numberMetrics : classMetrics)[0];

/** Refuses a measure of classes for numbers, and the other way round. */
export function requireMetric(metric: MetricName, { targets, labelName }: Dataset): void {
  const allowed: readonly MetricName[] = targets ? numberMetrics : classMetrics;
  if (allowed.includes(metric)) return;
  throw new InputError(
    "options-conflict",
    `${optionName("metric")} ${metric} is for ${targets ? "classes" : "numbers"}, but the target "${labelName}" is ${targets ? "a number" : "a class"}; it may be ${allowed.join(", ")}`,
    {
      facts: { option: "metric", given: metric, allowed: allowed.join(", ") },
      remedies: [{ action: "use another metric", option: "metric", value: allowed[0] }],
    },
  );
}

/** What a measure is called in a sentence. */
export const metricTitles: Readonly<Record<MetricName, string>> = {
  accuracy: "accuracy",
  "balanced-accuracy": "balanced accuracy",
  "macro-f1": "macro-F1",
  auc: "area under the ROC curve",
  r2: "R²",
  spearman: "Spearman correlation",
};

/** Whether people read it in percent. */
export const isShare = (metric: MetricName): boolean => metric !== "auc" && !isForNumbers(metric);

/** Whether it is a measure of predicted numbers. */
export const isForNumbers = (metric: MetricName): boolean => metric === "r2" || metric === "spearman";

/** A measure for people: `93.1 %`, or `0.931` for what is no share of rows. */
export const metricText = (metric: MetricName, value: number): string =>
  isShare(metric) ? `${(100 * value).toFixed(1)} %` : value.toFixed(3);
