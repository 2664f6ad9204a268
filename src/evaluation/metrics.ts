import type { ChoiceOption } from "../core/option.js";
import type { Matrix } from "../numeric/matrix.js";
import { upTo } from "../numeric/up-to.js";
import { spearman } from "./correlation.js";

/** Measures of predicted classes; the first is the default. */
export const classMetrics = ["accuracy", "balanced-accuracy", "macro-f1", "auc"] as const;

/** Measures of predicted numbers that are larger the better; the first is the default. */
export const numberMetrics = ["r2", "spearman"] as const;

/** The measure that parameters are chosen by and methods compared by. */
export const metricOption = {
  type: "choice",
  default: "accuracy",
  choices: [...classMetrics, ...numberMetrics],
  help: "what to optimise: accuracy, balanced-accuracy (every class counts the same), macro-f1, or auc (area under the curve, one class against the rest); for a target of numbers r2 or spearman",
} as const satisfies ChoiceOption;

/** One of the choices of {@link metricOption}. */
export type MetricName = (typeof metricOption.choices)[number];

/** A measure of predicted classes. */
export type ClassMetricName = (typeof classMetrics)[number];

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
export function metricValue(metrics: Metrics, name: ClassMetricName): number | null {
  if (name === "auc") return metrics.auc;
  if (name === "balanced-accuracy") return metrics.balancedAccuracy;
  return name === "macro-f1" ? metrics.macroF1 : metrics.accuracy;
}

/** How well numbers were predicted. */
export interface NumberMetrics {
  /**
   * 1 less the squared error over that of predicting `baseline`, the mean of the training targets: 1 is perfect, 0 as good
   * as that mean, below 0 worse. Null where fewer than two rows were predicted, or where the baseline has no error.
   */
  readonly r2: number | null;
  /** The root of the mean squared error, in the unit of the target. */
  readonly rmse: number;
  /** Spearman's rank correlation of predicted and actual numbers; null where one of them does not vary. */
  readonly spearman: number | null;
}

/** All measures of predicted numbers; `baseline` says for each row what would be predicted without any feature. */
export function numberMetricsOf(
  actual: ArrayLike<number>,
  predicted: ArrayLike<number>,
  baseline: ArrayLike<number>,
): NumberMetrics {
  let [squares, total] = [0, 0];
  for (let i = 0; i < actual.length; i++) {
    squares += (actual[i] - predicted[i]) * (actual[i] - predicted[i]);
    total += (actual[i] - baseline[i]) * (actual[i] - baseline[i]);
  }
  const rank = spearman(predicted, actual);
  return {
    r2: actual.length > 1 && total > 0 ? 1 - squares / total : null,
    rmse: Math.sqrt(squares / actual.length),
    spearman: Number.isNaN(rank) ? null : rank,
  };
}

/**
 * The area under the receiver operating characteristic: how often a row of the class gets a larger decision value than
 * a row of another, ties counting half. NaN where all rows are of the class, or none, and where a value is NaN.
 */
export function binaryAuc(isMember: ArrayLike<boolean | number>, decisions: ArrayLike<number>): number {
  const rows = decisions.length;
  // NaN equals nothing, itself included, so that ties could not be counted.
  for (let i = 0; i < rows; i++) if (Number.isNaN(decisions[i])) return Number.NaN;
  const order = upTo(rows).sort((a, b) => decisions[a] - decisions[b]);
  let members = 0;
  let doubledWins = 0; // a whole number, so that no digit is lost
  let othersBelow = 0;
  for (let start = 0; start < rows; ) {
    let end = start;
    let tied = 0;
    for (; end < rows && decisions[order[end]] === decisions[order[start]]; end++)
      if (isMember[order[end]]) tied++;
    const others = end - start - tied;
    doubledWins += tied * (2 * othersBelow + others);
    othersBelow += others;
    members += tied;
    start = end;
  }
  return doubledWins / (2 * members * (rows - members));
}

/**
 * The area under the curve from decision values (rows × classes, larger is more likely). Two classes: that of the
 * second class's value minus the first's. More: each class against the rest, and the plain mean of those. Classes
 * without rows do not count; NaN where fewer than two classes have rows, as in leave-one-out: then put the decision
 * values of all folds together first.
 */
export function auc(actual: ArrayLike<number>, decisions: Matrix): number {
  if (decisions.columns === 2) {
    const difference = Float64Array.from(
      { length: decisions.rows },
      (_, i) => decisions.get(i, 1) - decisions.get(i, 0),
    );
    return binaryAuc(
      Uint8Array.from(actual, (code) => (code === 1 ? 1 : 0)),
      difference,
    );
  }
  let sum = 0;
  let counted = 0;
  for (let code = 0; code < decisions.columns; code++) {
    const own = Float64Array.from({ length: decisions.rows }, (_, i) => decisions.get(i, code));
    const area = binaryAuc(
      Uint8Array.from(actual, (other) => (other === code ? 1 : 0)),
      own,
    );
    if (Number.isNaN(area)) continue;
    sum += area;
    counted++;
  }
  return sum / counted;
}

/** Rows of class i (the truth) that were taken for class j: `confusion[i][j]`. Those of several folds add up. */
export type Confusion = number[][];

/** Counts who was taken for whom. */
export function confusionMatrix(
  actual: ArrayLike<number>,
  predicted: ArrayLike<number>,
  classes: number,
): Confusion {
  const confusion = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  for (let i = 0; i < actual.length; i++) confusion[actual[i]][predicted[i]]++;
  return confusion;
}

/** The sum of confusion matrices of the same classes, as over folds. */
export function addConfusions(parts: readonly Confusion[]): Confusion {
  return parts[0].map((row, i) => row.map((_, j) => parts.reduce((sum, part) => sum + part[i][j], 0)));
}

/** The share of rows that were recognised. */
export function accuracy(confusion: Confusion): number {
  let right = 0;
  let all = 0;
  confusion.forEach((row, i) => {
    right += row[i];
    all += sum(row);
  });
  return right / all;
}

/** The mean over the classes of the share of their rows that were recognised. Classes without rows do not count. */
export function balancedAccuracy(confusion: Confusion): number {
  const shares = confusion.flatMap((row, i) => (sum(row) > 0 ? [row[i] / sum(row)] : []));
  return sum(shares) / shares.length;
}

/**
 * The mean over the classes of F₁ = 2·right / (rows of the class + rows taken for it). Classes that neither the truth
 * nor the prediction has do not count.
 */
export function macroF1(confusion: Confusion): number {
  const scores = confusion.flatMap((row, i) => {
    const involved = sum(row) + sum(confusion.map((other) => other[i]));
    return involved > 0 ? [(2 * row[i]) / involved] : [];
  });
  return sum(scores) / scores.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, x) => total + x, 0);
}
