import { binaryAuc } from "./metrics.js";

/** How many rows are taken for a class at each threshold of its probability: the ground of ROC and precision–recall curves. */
export interface ThresholdCurve {
  /** Rows of the class, and of the others. */
  readonly positives: number;
  readonly negatives: number;
  /** The probabilities that occur, falling. */
  readonly thresholds: readonly number[];
  /** Rows of the class with at least that probability; of the others. */
  readonly truePositives: readonly number[];
  readonly falsePositives: readonly number[];
  /** The area under the ROC curve; null where all rows are of the class, or none. */
  readonly area: number | null;
  /** Precision at each threshold, weighted by the recall that it adds (no interpolation); null without rows of the class. */
  readonly averagePrecision: number | null;
}

/** The curve of a class: which rows are of it, and how probable that was said to be. */
export function thresholdCurve(
  isMember: readonly boolean[],
  probabilities: readonly number[],
): ThresholdCurve {
  const order = probabilities.map((_, row) => row).sort((a, b) => probabilities[b] - probabilities[a]);
  const positives = isMember.filter(Boolean).length;
  const thresholds: number[] = [];
  const truePositives: number[] = [];
  const falsePositives: number[] = [];
  let [members, others, precision] = [0, 0, 0];
  for (let at = 0; at < order.length; ) {
    const threshold = probabilities[order[at]];
    const before = members;
    for (; at < order.length && probabilities[order[at]] === threshold; at++)
      if (isMember[order[at]]) members++;
      else others++;
    thresholds.push(threshold);
    truePositives.push(members);
    falsePositives.push(others);
    precision += ((members - before) / positives) * (members / (members + others));
  }
  const area = binaryAuc(isMember, probabilities);
  return {
    positives,
    negatives: order.length - positives,
    thresholds,
    truePositives,
    falsePositives,
    area: Number.isNaN(area) ? null : area,
    averagePrecision: positives > 0 ? precision : null,
  };
}
