import type { DataInputOptions } from "../data/dataset.js";
import type { MetricName } from "../evaluation/metrics.js";
import type { Kernels, KernelsName } from "../kernels/kernels.js";
import type {
  AnyClassifier,
  ClassifierChoice,
  ClassifierName,
  PlainClassifierChoice,
} from "../models/classifiers.js";
import type { Costs } from "../selectors/costs.js";
import type { Method, MethodChoice, MethodName, PlainMethodChoice } from "../selectors/registry.js";
import type { Executor } from "./executor.js";
import type { Protocol } from "./plan-experiment.js";
import type { SplitOptions } from "./plan-splits.js";
import type { PlainTuneSettings, TuneSettings } from "./tune/settings.js";

/** What `evaluate` takes beside the method, its options, the classifier and how options are tuned. */
export interface EvaluateSettings extends SplitOptions {
  /**
   * How many features, or several such numbers; where not given 20, or half of the features where there are no more.
   * `auto`: chosen anew in each training fold, from `tune.k` or from a list in steps of about 1.6.
   */
  k?: number | readonly number[] | "auto";
  /**
   * `nested` (default): everything is fitted on training rows. `paper`: selection sees all rows, which leaks; only for
   * classes.
   */
  protocol?: Protocol;
  /** Whether the accuracy of the other protocol is found out too, for comparison; yes for classes where not given. */
  sideBySide?: boolean;
  /** How often labels are shuffled to see what chance gives; 0 where not given, 20 say something. */
  permutations?: number;
  /** What `honesty` and tests go by, where not given `accuracy`, or `r2` for numbers; all measures are in the result anyway. */
  metric?: MetricName;
  /** Whether the method sees standardised values (default) or the data as it is. */
  selectOn?: "scaled" | "raw";
  /**
   * Whether the result has what was predicted for every held-out row, with probabilities; not where not given. Support vector
   * machines take five more trainings in each fold for them.
   */
  keepHeldOut?: boolean;
  /** Features that are always selected. */
  keep?: readonly string[];
  /** Features that are not looked at. */
  exclude?: readonly string[];
  /** Columns of known influences, such as batch or age: taken away from the features inside every training set. */
  adjust?: readonly string[];
  /** What features cost; the others cost 1. Cheap ones are preferred, and figures have the cost of the selected ones. */
  costs?: Costs;
  /** Kernels to use, or which ones to make. */
  kernels?: Kernels | KernelsName;
  /** How many threads kernels made here may use. */
  threads?: number;
  /** Where the tasks run; here where not given. */
  executor?: Executor;
  /** Told the part done, from 0 to 1, never falling. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/** What `evaluate` takes: settings, a method with its own options beside them by name, and a classifier. */
export type EvaluateOptions<
  M extends Method = MethodName,
  C extends AnyClassifier = ClassifierName,
> = EvaluateSettings & DataInputOptions & TunedInside<M> & MethodChoice<M> & ClassifierChoice<C>;

/** Whether and how options are chosen inside training folds. */
export interface TunedInside<M extends Method> {
  /**
   * Whether the method's options are chosen by folds inside each training fold, for each k on its own, and how: see
   * {@link TuneSettings}. The held-out rows of a fold take no part in the choice.
   */
  tune?: boolean | EvaluateTuneSettings<M>;
}

/** How options are chosen inside training folds, and the numbers of features to choose from where k is `auto`. */
export type EvaluateTuneSettings<M extends Method = MethodName> = TuneSettings<M> & {
  k?: readonly number[];
};

/** {@link EvaluateOptions} where method and classifier are known at run time only. */
export interface PlainEvaluateOptions extends EvaluateSettings, PlainMethodChoice, PlainClassifierChoice {
  readonly tune?: boolean | (PlainTuneSettings & { readonly k?: readonly number[] });
}

/** The names of the settings, which no method may use for its options. */
export const evaluateSettingNames: Readonly<Record<Exclude<keyof PlainEvaluateOptions, "options">, true>> = {
  method: true,
  classifier: true,
  classifierOptions: true,
  k: true,
  tune: true,
  protocol: true,
  sideBySide: true,
  permutations: true,
  metric: true,
  selectOn: true,
  keepHeldOut: true,
  keep: true,
  exclude: true,
  adjust: true,
  costs: true,
  folds: true,
  repeats: true,
  rowGroups: true,
  rareClasses: true,
  test: true,
  seed: true,
  kernels: true,
  threads: true,
  executor: true,
  onProgress: true,
  signal: true,
};
