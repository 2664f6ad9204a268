import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import type { MetricName } from "../evaluation/metrics.js";

/** What is reached without looking at the features. */
export interface Guess {
  readonly value: number;
  /** How, as a phrase: `always predicting the largest class`. */
  readonly how: string;
  /** The same as a label of two or three words. */
  readonly label: string;
}

/** What guessing reaches, given how many rows the classes have; null where that is not known. */
export function guessing(metric: MetricName, sizes: readonly number[]): Guess | null {
  const present = sizes.filter((size) => size > 0);
  switch (metric) {
    case "accuracy":
      if (present.length === 0) return null;
      return {
        value: Math.max(...present) / present.reduce((sum, size) => sum + size, 0),
        how: "always predicting the largest class",
        label: "Largest class always",
      };
    case "balanced-accuracy":
      if (present.length === 0) return null;
      return { value: 1 / present.length, how: "always predicting one class", label: "One class always" };
    case "auc":
      return { value: 0.5, how: "drawing lots", label: "Drawing lots" };
    case "r2":
      return { value: 0, how: "always predicting the mean", label: "The mean always" };
    case "spearman":
      return { value: 0, how: "drawing lots", label: "Drawing lots" };
    case "macro-f1":
      return null;
  }
}

/** What guessing reaches on these classes; null without classes. */
export const guessOf = ({ labels, targets }: Dataset, metric: MetricName): Guess | null =>
  labels && !targets ? guessing(metric, Array.from(classCounts(labels))) : null;
