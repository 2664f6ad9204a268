import { type Json, withJson } from "../core/json.js";
import { type Notice, notice } from "../core/notice.js";
import { ownOptions } from "../core/option.js";
import { classNames } from "../data/data-summary.js";
import { type DataInput, type DataInputOptions, type Dataset, toDataset } from "../data/dataset.js";
import type { MetricName } from "../evaluation/metrics.js";
import { innerFolds } from "../evaluation/rare-classes.js";
import type {
  AnyClassifier,
  ClassifierChoice,
  ClassifierName,
  DefaultClassifier,
  PlainClassifierChoice,
} from "../models/classifiers.js";
import { Constraints } from "../selectors/constraints.js";
import { requireWeighsCosts } from "../selectors/costs.js";
import {
  type DefaultMethod,
  defaultMethod,
  findSelector,
  type Method,
  type MethodChoice,
  type MethodName,
  type PlainMethodChoice,
} from "../selectors/registry.js";
import { version } from "../version.js";
import type { EvaluateSettings } from "./evaluate-options.js";
import type { Journal } from "./executor.js";
import { requireMetric, usualMetric } from "./metric-choice.js";
import type { Experiment } from "./plan-experiment.js";
import { rowGroupCodes } from "./plan-splits.js";
import { prepareExperiment } from "./prepare-experiment.js";
import { checkRun, runAsAsked } from "./run-tasks.js";
import type { ClassifierPlan } from "./task.js";
import { choose, reasonsFor, type TunedPoint, worthOfOneRow } from "./tune/choose.js";
import { planTuning, scoreTuning } from "./tune/plan-tuning.js";
import {
  defaultFolds,
  defaultKs,
  type PlainTuneSettings,
  type TuneSettings,
  tuningPlan,
} from "./tune/settings.js";
import type { OptionSet, TuningPlan, TuningRule } from "./tune/tuning-plan.js";

/** What {@link tune} takes beside the method, its options, the classifier and what is tried. */
export interface TuneRunSettings
  extends Pick<
    EvaluateSettings,
    | "selectOn"
    | "keep"
    | "exclude"
    | "adjust"
    | "costs"
    | "rowGroups"
    | "rareClasses"
    | "seed"
    | "kernels"
    | "threads"
    | "executor"
    | "onProgress"
    | "signal"
  > {
  /** Numbers of features to choose from, or one that is wanted; a list in steps of about 1.6 where not given. */
  k?: number | readonly number[];
  /** Keeps finished tasks, so that the same tuning can go on after it was stopped. */
  journal?: Journal;
}

/** What {@link tune} takes; options of the method that are to stay as they are stand beside the others by name. */
export type TuneOptions<
  M extends Method = MethodName,
  C extends AnyClassifier = ClassifierName,
> = TuneRunSettings & DataInputOptions & TuneSettings<M> & MethodChoice<M> & ClassifierChoice<C>;

/** {@link TuneOptions} where method and classifier are known at run time only. */
export interface PlainTuneOptions
  extends TuneRunSettings,
    PlainTuneSettings,
    PlainMethodChoice,
    PlainClassifierChoice {}

/** The names of the settings, which no method may use for its options. */
export const tuneSettingNames: Readonly<Record<Exclude<keyof PlainTuneOptions, "options">, true>> = {
  method: true,
  classifier: true,
  classifierOptions: true,
  k: true,
  folds: true,
  repeats: true,
  metric: true,
  rule: true,
  try: true,
  gammas: true,
  ps: true,
  selectOn: true,
  keep: true,
  exclude: true,
  adjust: true,
  costs: true,
  rowGroups: true,
  rareClasses: true,
  seed: true,
  kernels: true,
  threads: true,
  executor: true,
  journal: true,
  onProgress: true,
  signal: true,
};

/** What {@link tune} gives: plain data, and its JSON form. */
export interface Tuning extends TuningData {
  toJSON(): TuningJson;
}

/** A {@link Tuning} in JSON. */
export type TuningJson = Json<TuningData>;

/** The chosen setting and all that were tried. Scores are fractions from 0 to 1, except for numbers. */
export interface TuningData {
  readonly schema: "salience/tuning@2";
  readonly data: {
    readonly rows: number;
    readonly features: number;
    /** None where numbers are predicted. */
    readonly classes: readonly string[];
    readonly source: string;
    readonly target: string;
  };
  readonly method: string;
  /** The chosen number of features. */
  readonly k: number;
  /** Every option of the method as chosen, defaults filled in. */
  readonly options: OptionSet;
  /** The chosen options that differ from those given, and from the defaults. */
  readonly chosen: OptionSet;
  /** Why, in sentences. */
  readonly reasons: readonly string[];
  readonly metric: MetricName;
  readonly rule: TuningRule;
  /** The chosen setting's mean over the folds, and its standard error. */
  readonly score: number;
  readonly standardError: number;
  /** The setting with the largest mean. */
  readonly best: TunedPoint;
  /** The least mean that counts as good as the best. */
  readonly threshold: number;
  /** The sets of options that were tried, in order of preference. */
  readonly candidates: readonly OptionSet[];
  /** All settings, candidate after candidate, k rising. */
  readonly results: readonly TunedPoint[];
  readonly folds: number;
  readonly repeats: number;
  readonly seed: number;
  readonly classifier: ClassifierPlan;
  readonly selectOn: "scaled" | "raw";
  /** The rows tested in each fold, repeat after repeat. */
  readonly testRows: readonly (readonly number[])[];
  /** How many groups of rows were kept together; absent where there were none. */
  readonly rowGroupCount?: number;
  /** What was done to the data before it was split, and how. */
  readonly notices: readonly Notice[];
  readonly seconds: number;
  readonly version: string;
}

/**
 * Chooses a method's options and the number of features by cross-validation: in every fold scaling, selection and
 * classifier see the training rows only, and the simplest setting within one standard error of the best is taken.
 */
export async function tune<
  const M extends Method = DefaultMethod,
  const C extends AnyClassifier = DefaultClassifier,
>(data: DataInput, options?: { method?: M; classifier?: C } & TuneOptions<M, C>): Promise<Tuning>;
export async function tune(
  data: DataInput,
  { target, ...given }: PlainTuneOptions & DataInputOptions = {},
): Promise<Tuning> {
  return tuneWith(toDataset(data, { target }), { ...given, options: ownOptions(given, tuneSettingNames) });
}

/** {@link tune} for a method and a classifier that are known at run time only. */
export async function tuneWith(data: Dataset, given: PlainTuneOptions): Promise<Tuning> {
  const started = performance.now();
  checkRun(given);
  const { experiment, plan, notices } = prepareTuning(data, given);
  const { split, selector, selection, classifier, ks, dataset, definitions } = experiment;
  const folds = split.repeats.flat();
  const planned = planTuning(selector, plan.candidates, folds, { dataset, selection, classifier, ks });
  const tasks = planned.map(({ task }) => task);
  const results = await runAsAsked([split.data], tasks, { ...given, definitions });
  const points = scoreTuning(selector, plan.candidates, planned, results, split.data, plan.metric);
  const seconds = (performance.now() - started) / 1000;
  return tuningOf(data, experiment, plan, points, notices, seconds);
}

type Plan = Omit<TuningPlan, "ks" | "rowGroups">;

/** Everything that can be refused is refused here, before any work. */
function prepareTuning(
  data: Dataset,
  given: PlainTuneOptions,
): { experiment: Experiment; plan: Plan; notices: readonly Notice[] } {
  const { k, folds, repeats, metric, rule, try: tried, gammas, ps, journal: _, ...rest } = given;
  const { method = defaultMethod, keep, exclude, adjust, rowGroups, rareClasses = "error" } = rest;
  requireWeighsCosts(findSelector(method), rest.costs);
  const settings = { folds, repeats, metric, rule, try: tried, gammas, ps };
  const { seen, kept } = new Constraints(data.featureNames, { keep, exclude, adjust }, data.notices);
  const most = folds ?? defaultFolds;
  const groups = rowGroupCodes(data, rowGroups);
  const classes = data.labels !== null && data.targets === null;
  const fewest = classes && rareClasses === "error" ? innerFolds(data.labels!.codes, groups, most) : most;
  const { experiment } = prepareExperiment(
    data,
    {
      ...rest,
      k: k ?? defaultKs(seen.length, Math.max(1, kept.length)),
      folds: fewest,
      repeats,
      protocol: "nested",
      sideBySide: false,
    },
    0,
  );
  const plan = tuningPlan(findSelector(method), rest.options ?? {}, settings, usualMetric(data));
  requireMetric(plan.metric, data);
  const fewer = notice(
    "note",
    "tuning",
    `${fewest} folds were used instead of ${most}: the smallest class has no more ${groups ? "groups of rows" : "rows"}`,
    { count: fewest },
  );
  return {
    experiment,
    plan,
    notices: [...experiment.told, ...experiment.notices, ...(fewest < most ? [fewer] : [])],
  };
}

function tuningOf(
  data: Dataset,
  { split, selection, classifier, seed }: Experiment,
  plan: Plan,
  points: readonly TunedPoint[],
  notices: readonly Notice[],
  seconds: number,
): Tuning {
  const { candidates, metric, rule, repeats } = plan;
  const testRows = split.repeats.flat().map(({ test }) => Array.from(test, (row) => split.rows[row]));
  const choice = choose(points, rule, worthOfOneRow(metric, testRows));
  const { chosen, best, threshold } = choice;
  return withJson<TuningData>({
    schema: "salience/tuning@2",
    data: {
      rows: split.data.rows,
      features: split.data.features,
      classes: classNames(split.data),
      source: data.source.name,
      target: data.labelName,
    },
    method: selection.method,
    k: chosen.k,
    options: { ...selection.options, ...candidates[chosen.candidate] },
    chosen: candidates[chosen.candidate],
    reasons: reasonsFor({ ...choice, points, candidates, metric, rule }),
    metric,
    rule,
    score: chosen.mean,
    standardError: chosen.standardError,
    best,
    threshold,
    candidates,
    results: points,
    folds: split.repeats[0].length,
    repeats,
    seed,
    classifier,
    selectOn: selection.selectOn,
    testRows,
    ...(split.rowGroups && { rowGroupCount: new Set(split.rowGroups).size }),
    notices,
    seconds,
    version,
  });
}
