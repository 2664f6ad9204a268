import {
  byName,
  count,
  listOf,
  number,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  setting,
  text,
} from "../core/json.js";
import { baselineNames } from "../experiment/baselines.js";
import type { BaselineFigures, ComparedFigures } from "../experiment/comparison.js";
import type { HeldOut } from "../experiment/held-out.js";
import type { Figures, PermutedBand } from "../experiment/summarize.js";

const numbers = listOf(number);
const counts = listOf(count);
const options = byName(setting);

/** Measures of predicted classes. */
export const classMetrics = {
  accuracy: number,
  balancedAccuracy: number,
  macroF1: number,
  auc: orNull(number),
};
/** Measures of predicted numbers. */
export const numberMetrics = { r2: orNull(number), rmse: number, spearman: orNull(number) };
/** Who was taken for whom. */
export const confusion = listOf(counts) as Shape<number[][]>;

const permuted = orNull(
  object<PermutedBand>({
    low: number,
    high: number,
    coverage: number,
    mean: number,
    permutations: count,
    pValue: orNull(number),
    accuracies: numbers,
  }),
);

const honesty = {
  nested: orNull(number),
  paper: orNull(number),
  nestedStd: orNull(number),
  paperStd: orNull(number),
  permuted,
};

const measured = { k: number, cost: optional(number), classifySeconds: number };

const figures = {
  ...measured,
  chosen: optional(listOf(object({ k: count, options }))),
  redundancy: number,
  redundancyAbs: number,
  stability: orNull(number),
  jaccard: orNull(number),
  seconds: number,
};

const ofClasses = {
  ...classMetrics,
  accuracyStd: orNull(number),
  foldAccuracies: numbers,
  foldMetrics: listOf(object(classMetrics)),
  confusion,
};

const ofNumbers = { ...numberMetrics, r2Std: orNull(number), foldMetrics: listOf(object(numberMetrics)) };

/** Figures of predicted classes, or of predicted numbers. */
const byTask =
  <T>(classes: Shape<T>, targets: Shape<T>): Shape<T> =>
  (value, place) =>
    (Object.hasOwn(Object(value), "r2") ? targets : classes)(value, place);

const heldOut = object<HeldOut>({
  rows: counts,
  folds: counts,
  actual: numbers,
  predicted: numbers,
  probabilities: optional(listOf(numbers)),
});

const evaluated = {
  ...figures,
  heldOut: optional(heldOut),
  selections: listOf(counts),
  honesty: object(honesty),
};
const compared = { dataset: text, method: text, label: text, options, ...figures, ...honesty };

const ofBaseline = {
  dataset: text,
  baseline: oneOf(...baselineNames),
  label: text,
  ...measured,
  nested: orNull(number),
  nestedStd: orNull(number),
};

/** The figures of a baseline. */
export const baselineFigures: Shape<BaselineFigures> = byTask<BaselineFigures>(
  object({ ...ofBaseline, ...ofClasses }),
  object({ ...ofBaseline, ...ofNumbers }),
);

/** The figures of an evaluation. */
export const evaluatedFigures: Shape<Figures> = byTask<Figures>(
  object({ ...evaluated, ...ofClasses }),
  object({ ...evaluated, ...ofNumbers }),
);

/** The figures of a comparison. */
export const comparedFigures: Shape<ComparedFigures> = byTask<ComparedFigures>(
  object({ ...compared, ...ofClasses }),
  object({ ...compared, ...ofNumbers }),
);
