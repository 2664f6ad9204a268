import { CountedWork } from "../selectors/counted-work.js";
import type { Cost, DataShape } from "../selectors/selector.js";

/**
 * Judging a selection once for each k: a Gram matrix, and support vector machines on it, two classes at a time; as measured on
 * digits, where shuffled labels take them several times as long as real ones.
 */
export function judgingCost({ rows, features, classes }: DataShape, ks: readonly number[]): Cost {
  const machines = ks.length * ((rows * rows * Math.max(1, classes - 1) * 30) / classes);
  return new CountedWork()
    .gram(rows, ks[ks.length - 1])
    .loops(machines + 4 * rows * features)
    .cost(8 * rows * rows);
}
