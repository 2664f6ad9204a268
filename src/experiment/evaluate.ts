import { type Json, withJson } from "../core/json.js";
import type { Notice } from "../core/notice.js";
import { ownOptions, type PlainOptions } from "../core/option.js";
import { classNames } from "../data/data-summary.js";
import { type DataInput, type DataInputOptions, type Dataset, toDataset } from "../data/dataset.js";
import { type Fold, testRows } from "../evaluation/folds.js";
import type { MetricName } from "../evaluation/metrics.js";
import type { AnyClassifier, DefaultClassifier } from "../models/classifiers.js";
import { requireWeighsCosts } from "../selectors/costs.js";
import { type DefaultMethod, defaultMethod, findSelector, type Method } from "../selectors/registry.js";
import { version } from "../version.js";
import { type EvaluateOptions, evaluateSettingNames, type PlainEvaluateOptions } from "./evaluate-options.js";
import { type Protocol, planExperiment } from "./plan-experiment.js";
import { prepareExperiment } from "./prepare-experiment.js";
import { checkRun, runAsAsked } from "./run-tasks.js";
import { type Figures, summarize } from "./summarize.js";
import type { ClassifierPlan } from "./task.js";

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
    notices: [...experiment.told, ...experiment.notices],
    version,
  });
}
