import type { PlainOptions } from "../core/option.js";
import type { Fold } from "../evaluation/folds.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Classifier } from "../models/classifier.js";
import type { PathGrid, Selector } from "../selectors/selector.js";
import type { TuningPlan } from "./tune/tuning-plan.js";

/**
 * The unit of work of every experiment: fit scaling and selection on `rows`, then for each split learn the classes from
 * its training rows and predict its test rows, for each k. In the nested protocol `rows` are the training rows of the one
 * split; in the paper's they are all rows, and all folds are splits of one task; without splits nothing is predicted, and
 * the selection is all there is. It is plain data and can be sent.
 */
export interface Task {
  /** Which of the experiment's data. */
  readonly dataset: number;
  readonly selection: SelectionPlan;
  readonly classifier: ClassifierPlan;
  readonly rows: Int32Array;
  readonly splits: readonly Fold[];
  /** Rising. */
  readonly ks: readonly number[];
  /** Labels in place of the data's own: how chance is measured. */
  readonly codes?: Int32Array;
  /** Targets in place of the data's own, for the same purpose. */
  readonly targets?: Float64Array;
  /**
   * Present where the probabilities of the test rows are wanted, too. `groups`: the group of every row of the data, where rows
   * belong together; a classifier that splits its training rows to learn probabilities keeps groups whole.
   */
  readonly probabilities?: { readonly groups: Int32Array | null };
}

/** What selections are held against: the model on all features, or on as many features drawn at random. */
export type BaselineName = "all" | "random";

/** How features are selected. */
export interface SelectionPlan {
  readonly method: string;
  /** All options of the method. */
  readonly options: PlainOptions;
  readonly keep?: readonly string[];
  readonly exclude?: readonly string[];
  /** Columns of known influences, which are taken away from the features. */
  readonly adjust?: readonly string[];
  /** What features cost, where the method weighs that; the others cost 1. */
  readonly costs?: Readonly<Record<string, number>>;
  /** Whether the method sees standardised values, or the data as it is. */
  readonly selectOn: "scaled" | "raw";
  readonly seed: number;
  /** Values of the options that the method fits along one path: a selection for each combination. */
  readonly path?: PathGrid;
  /** What is chosen by folds inside the task's rows before the selection. */
  readonly tuning?: TuningPlan;
  /** The selection was made before, from rows that were read in blocks: nothing is left but to judge it. */
  readonly ranked?: RankedBefore;
  /** No method selects: the features are those of a baseline. */
  readonly baseline?: BaselineName;
  /** Which of the random draws it is: every fold has its own. */
  readonly draw?: number;
}

/** A selection that was made before. */
export interface RankedBefore {
  /** Columns of the task's data, best first; as many as the largest k. */
  readonly columns: readonly number[];
  readonly seconds: number;
}

/** The model that judges a selection, a classifier or, for numbers, ridge regression. It always sees standardised values. */
export interface ClassifierPlan {
  readonly name: string;
  readonly options: PlainOptions;
}

/** What a task gives: plain data that survives JSON unchanged. */
export interface TaskResult {
  /** One for each k of the task; with a path, point after point. */
  readonly perK: readonly TaskAtK[];
}

/** What a task gives for one k. */
export interface TaskAtK {
  /** The k that was asked for; where tuning chooses it, the largest that it may choose. */
  readonly k: number;
  /** Options of this selection that are not the plan's: those that tuning chose, or those of a point of a path. */
  readonly options?: PlainOptions;
  /** The selected columns, best first. */
  readonly features: readonly number[];
  /** For each split, the predicted class code of each test row, or the predicted number. */
  readonly predictions: readonly (readonly number[])[];
  /** For each split, the probability of every class for each test row, where asked for; null where there are none. */
  readonly probabilities?: readonly (readonly (readonly number[])[] | null)[];
  /** For each split, the area under the ROC curve; null where its test rows do not allow one. Empty for numbers. */
  readonly auc: readonly (number | null)[];
  /** Of the selected features over the rows that the selection saw. */
  readonly redundancy: number;
  readonly redundancyAbs: number;
  /** Of one selection (with its tuning, where there is one), and of learning and predicting over all splits. */
  readonly selectSeconds: number;
  readonly classifySeconds: number;
}

/** Methods and classifiers that were given as definitions: names in tasks stand for them too. */
export interface TaskDefinitions {
  readonly selectors: readonly Selector[];
  readonly classifiers: readonly Classifier[];
}

/** What a task runs with. */
export interface TaskContext {
  readonly definitions?: TaskDefinitions;
  readonly kernels: Kernels;
  /** Told the part done; ends the work when it was aborted. */
  progress(fraction: number): Promise<void>;
  readonly signal?: AbortSignal;
}
