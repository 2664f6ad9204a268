import type { Task } from "../experiment/task.js";
import type { Trace } from "../selectors/selector.js";

/**
 * A task that gives curves alone: how many rows of each split a linear SVM predicted right, not the predictions, which for
 * the folds of many seeds would be most of the result. With a path of γ there is a curve for each.
 */
export interface CurveTask extends Task {
  /** For `dfs`: this many steps from nothing, whether they are needed or not; the course is the result. */
  readonly steps?: number;
}

/** What one ranking is worth, for each k of the task. Plain data that survives JSON unchanged. */
export interface Curve {
  /** The γ that it belongs to, where the task has a path. */
  readonly gamma?: number;
  readonly ks: readonly number[];
  /** For each k and each split, how many test rows were predicted right. */
  readonly correct: readonly (readonly number[])[];
  readonly redundancy: readonly number[];
  readonly redundancyAbs: readonly number[];
  /** The selected columns for the largest k, best first. */
  readonly features: readonly number[];
  /** Rows of the transformation that have not vanished (`dfs` with γ). */
  readonly support?: number;
  /** The course of an iterative method. */
  readonly trace?: Trace;
  /** What the method chose itself, by option name. */
  readonly chosen?: Readonly<Record<string, number | string>>;
  /** Of the selection. */
  readonly seconds: number;
}
