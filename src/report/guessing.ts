import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import type { MetricName } from "../evaluation/metrics.js";
import { majorityOf } from "./data-section.js";

/** What is reached without looking at the features. */
export interface Guess {
  readonly value: number;
  /** How, as a phrase: `always predicting the largest class`. */
  readonly how: string;
  /** The same as a label of two or three words. */
  readonly label: string;
}

/** What guessing reaches in a measure of classes; null where that is not known. */
export function guessOf(data: Dataset, metric: MetricName): Guess | null {
  if (!data.labels || data.targets) return null;
  const majority = majorityOf(data);
  if (metric === "accuracy" && majority !== undefined)
    return { value: majority, how: "always predicting the largest class", label: "Largest class always" };
  const classes = Array.from(classCounts(data.labels)).filter((size) => size > 0).length;
  if (metric === "balanced-accuracy")
    return { value: 1 / classes, how: "always predicting one class", label: "One class always" };
  if (metric === "auc") return { value: 0.5, how: "drawing lots", label: "Drawing lots" };
  return null;
}
