import type { Experiment } from "./plan-experiment.js";
import type { Task, TaskAtK } from "./task.js";

/** A task's result at one k, with the task. */
export interface Judged {
  readonly task: Task;
  readonly at: TaskAtK;
}

/**
 * What was predicted for rows that took no part in selecting and learning, as lists side by side: one entry for each row and
 * fold that tested it. Where folds were made several times, every row is there as often.
 */
export interface HeldOut {
  /** The row of the data, counting from 0; rows of test data follow its last row. */
  readonly rows: readonly number[];
  /** The fold, counting from 0: a place in `folds` of the evaluation. */
  readonly folds: readonly number[];
  /** The true class, a place in `classes` of the evaluation; or the true number. */
  readonly actual: readonly number[];
  /** The predicted class or number. */
  readonly predicted: readonly number[];
  /**
   * The probability of every class, row by row; absent for numbers and where the classifier has none. The class that is predicted need
   * not be the most probable one: support vector machines predict by votes.
   */
  readonly probabilities?: readonly (readonly number[])[];
}

/** The predictions of all folds. */
export function heldOutOf({ split }: Experiment, judged: readonly Judged[]): HeldOut {
  const { labels, targets } = split.data;
  const truth = targets ?? labels!.codes;
  const parts = judged.flatMap(({ task, at }) =>
    task.splits.map(({ test }, place) => ({
      test: Array.from(test),
      predicted: at.predictions[place],
      probabilities: at.probabilities?.[place] ?? null,
    })),
  );
  const probabilities = parts.flatMap((part) => part.probabilities ?? []);
  const tested = parts.flatMap(({ test }) => test);
  return {
    rows: tested.map((row) => split.rows[row]),
    folds: parts.flatMap(({ test }, fold) => test.map(() => fold)),
    actual: tested.map((row) => truth[row]),
    predicted: parts.flatMap(({ predicted }) => predicted),
    ...(probabilities.length === tested.length && { probabilities }),
  };
}
