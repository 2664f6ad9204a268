import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { type Json, withJson } from "../core/json.js";
import type { Notice } from "../core/notice.js";
import { checkOption, completeOptions, ownOptions, type PlainOptions } from "../core/option.js";
import { classNames } from "../data/data-summary.js";
import { type DataInput, type DataInputOptions, type Dataset, toDataset } from "../data/dataset.js";
import { type Fold, testRows } from "../evaluation/folds.js";
import { type MetricName, metricOption } from "../evaluation/metrics.js";
import type { Kernels, KernelsName } from "../kernels/kernels.js";
import type {
  AnyClassifier,
  ClassifierChoice,
  ClassifierName,
  DefaultClassifier,
  PlainClassifierChoice,
} from "../models/classifiers.js";
import { Constraints } from "../selectors/constraints.js";
import { type Costs, requireWeighsCosts, resolveCosts } from "../selectors/costs.js";
import {
  type DefaultMethod,
  defaultMethod,
  findSelector,
  isBuiltInSelector,
  type Method,
  type MethodChoice,
  type MethodName,
  type PlainMethodChoice,
  requireSuited,
} from "../selectors/registry.js";
import { wholeNumber } from "../selectors/run-context.js";
import { requireTaken } from "../selectors/score-prepared.js";
import { preparedInsideNotices } from "../selectors/table-notices.js";
import { version } from "../version.js";
import type { Executor } from "./executor.js";
import { judgeNotices, judgeOf } from "./judge.js";
import { requireMetric, usualMetric } from "./metric-choice.js";
import { type Experiment, type Protocol, planExperiment } from "./plan-experiment.js";
import { planSplits, type SplitOptions } from "./plan-splits.js";
import { checkRun, runAsAsked } from "./run-tasks.js";
import { type Figures, summarize } from "./summarize.js";
import type { ClassifierPlan, SelectionPlan } from "./task.js";
import {
  checkedKs,
  defaultKs,
  type PlainTuneSettings,
  type TuneSettings,
  tuningPlan,
} from "./tune/settings.js";

/** What {@link evaluate} takes beside the method, its options, the classifier and how options are tuned. */
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

/** What {@link evaluate} takes: settings, a method with its own options beside them by name, and a classifier. */
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

/** What {@link evaluate} gives: plain data, and its JSON form. */
export interface Evaluation extends EvaluationData {
  toJSON(): EvaluationJson;
}

/** An {@link Evaluation} in JSON. */
export type EvaluationJson = Json<EvaluationData>;

/** What was measured and how. */
export interface EvaluationData {
  readonly schema: "salience/evaluation@2";
  readonly method: string;
  /** Every option of the method, defaults filled in. */
  readonly options: PlainOptions;
  readonly protocol: Protocol;
  readonly metric: MetricName;
  readonly classifier: ClassifierPlan;
  readonly seed: number;
  /** None where numbers are predicted. */
  readonly classes: readonly string[];
  /** The figures for each k, rising. */
  readonly results: readonly Figures[];
  /** All folds, repeat after repeat, as rows of the data that was given; with test data, those follow its last row. */
  readonly folds: readonly Fold[];
  /** The test rows of each fold as plain numbers. */
  readonly testRows: readonly (readonly number[])[];
  /** How many groups of rows were kept together; absent where there were none. */
  readonly rowGroupCount?: number;
  /** What was done to the data before it was split. */
  readonly notices: readonly Notice[];
  readonly version: string;
}

/** Measures what a method's selection predicts on rows that it has not seen. */
export async function evaluate<
  const M extends Method = DefaultMethod,
  const C extends AnyClassifier = DefaultClassifier,
>(data: DataInput, options?: { method?: M; classifier?: C } & EvaluateOptions<M, C>): Promise<Evaluation>;
export async function evaluate(
  data: DataInput,
  { target, ...given }: PlainEvaluateOptions & DataInputOptions = {},
): Promise<Evaluation> {
  return evaluateWith(toDataset(data, { target }), {
    ...given,
    options: ownOptions(given, evaluateSettingNames),
  });
}

/** {@link evaluate} for a method and a classifier that are known at run time only. */
export async function evaluateWith(data: Dataset, given: PlainEvaluateOptions): Promise<Evaluation> {
  checkRun(given);
  requireWeighsCosts(findSelector(given.method ?? defaultMethod), given.costs);
  const { experiment, protocol } = prepareExperiment(data, given, 0);
  const planned = planExperiment(experiment);
  const { kernels, threads, executor, onProgress, signal } = given;
  const results = await runAsAsked(
    [experiment.split.data],
    planned.map(({ task }) => task),
    { kernels, threads, definitions: experiment.definitions, executor, onProgress, signal },
  );
  const { selection, classifier, split, metric, seed } = experiment;
  const place = (rows: Int32Array) => rows.map((row) => split.rows[row]);
  const folds = split.repeats.flat().map(({ train, test }) => ({ train: place(train), test: place(test) }));
  return withJson<EvaluationData>({
    schema: "salience/evaluation@2",
    method: selection.method,
    options: selection.options,
    protocol,
    metric,
    classifier,
    seed,
    classes: classNames(split.data),
    results: summarize(experiment, planned, results, protocol),
    folds,
    testRows: testRows(folds),
    ...(split.rowGroups && { rowGroupCount: new Set(split.rowGroups).size }),
    notices: [...data.notices, ...experiment.notices],
    version,
  });
}

/**
 * One experiment from what a user gave, after refusing what cannot be done, all before any work. A method that does not weigh
 * costs selects without them.
 */
export function prepareExperiment(
  data: Dataset,
  given: PlainEvaluateOptions,
  dataset: number,
): { experiment: Experiment; protocol: Protocol } {
  const {
    method = defaultMethod,
    options: own = {},
    k: givenK,
    protocol = "nested",
    sideBySide = true,
    permutations = 0,
    metric = usualMetric(data),
    selectOn = "scaled",
    keepHeldOut = false,
    keep,
    exclude,
    adjust,
    costs: givenCosts,
    tune = givenK === "auto",
    seed = 1,
    folds,
    repeats,
    rowGroups,
    rareClasses,
    test,
  } = given;
  const selector = findSelector(method);
  const options = completeOptions(selector.name, selector.options, own);
  checkChoice("protocol", ["nested", "paper"], protocol);
  requireSuited(selector, data, options);
  if (data.targets && protocol === "paper") throw honestOnly(data);
  const judge = judgeOf(data, given);
  checkChoice("selectOn", ["scaled", "raw"], selectOn);
  checkOption("seed", wholeNumber(0, 2 ** 32 - 1), seed);
  checkOption("permutations", wholeNumber(0, 100_000), permutations);
  checkOption("metric", metricOption, metric);
  requireMetric(metric, data);
  if (metric === "auc" && folds === "leave-one-out")
    throw new InputError(
      "options-conflict",
      `${optionName("metric")} auc needs folds with rows of two classes, but leave-one-out tests one row at a time`,
      {
        remedies: [
          { action: "use another metric", option: "metric" },
          { action: "use a number of folds", option: "folds", value: 5 },
        ],
      },
    );
  const split = planSplits(data, { folds, repeats, rowGroups, rareClasses, test, seed });
  const constraints = new Constraints(data.featureNames, { keep, exclude, adjust });
  const costs = resolveCosts(givenCosts, data.featureNames, constraints);
  const k = givenK ?? constraints.usualK;
  requireTaken(selector, data, constraints.seen);
  const auto = k === "auto" ? autoKs(tune, constraints) : null;
  const candidateKs = checkedKs(auto ?? (k as number | readonly number[]), constraints.seen.length);
  for (const one of candidateKs) constraints.resolveK(one, one);
  // Where k is chosen, the largest stands for it.
  const ks = auto ? candidateKs.slice(-1) : candidateKs;
  const tuning = tune
    ? {
        ...tuningPlan(selector, own, tune === true ? {} : tune, metric),
        ks: auto && candidateKs,
        ...(split.rowGroups && { rowGroups: split.rowGroups }),
      }
    : undefined;
  if (tuning) requireMetric(tuning.metric, data);
  const selection: SelectionPlan = {
    method: selector.name,
    options,
    keep,
    exclude,
    ...(adjust && { adjust }),
    ...(costs && selector.weighsCosts && { costs: costs.given }),
    selectOn,
    seed,
    ...(tuning && { tuning }),
  };
  const other = protocol === "nested" ? "paper" : "nested";
  return {
    protocol,
    experiment: {
      dataset,
      split,
      notices: [
        ...split.notices,
        ...preparedInsideNotices(split.data, constraints),
        ...(costs?.notices ?? []),
        ...judgeNotices(split.data, judge),
      ],
      selector,
      selection,
      definitions: {
        selectors: isBuiltInSelector(selector) ? [] : [selector],
        classifiers: judge.definitions,
      },
      classifier: judge.plan,
      ks,
      protocols: sideBySide && !data.targets ? [protocol, other] : [protocol],
      permutations,
      metric,
      seed,
      keepsHeldOut: keepHeldOut,
      costs,
    },
  };
}

const honestOnly = ({ labelName }: Dataset) =>
  new InputError(
    "not-possible",
    `the paper's protocol is for classes, but the target "${labelName}" is a number; selecting on all rows would only flatter the figures`,
    { remedies: [{ action: "select inside the training rows", option: "protocol", value: "nested" }] },
  );

/** The numbers of features to choose from. */
function autoKs(tune: PlainEvaluateOptions["tune"], { seen, kept }: Constraints): readonly number[] {
  if (tune === false)
    throw new InputError(
      "options-conflict",
      `${optionName("k")} auto is chosen by tuning; leave out ${optionName("tune")}: false`,
    );
  const given = typeof tune === "object" ? tune.k : undefined;
  return given ?? defaultKs(seen.length, Math.max(1, kept.length));
}

function checkChoice(name: string, choices: readonly string[], value: unknown): void {
  checkOption(name, { type: "choice", default: choices[0], choices, help: "" }, value);
}
