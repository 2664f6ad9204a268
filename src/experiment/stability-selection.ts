import { type Json, withJson } from "../core/json.js";
import type { Notice } from "../core/notice.js";
import { checkOption, completeOptions, ownOptions, type PlainOptions } from "../core/option.js";
import { type DataSummary, summaryOf } from "../data/data-summary.js";
import { type DataInput, type DataInputOptions, type Dataset, toDataset } from "../data/dataset.js";
import { requireSelectable } from "../data/require-selectable.js";
import type { RareClasses } from "../evaluation/rare-classes.js";
import { spread, wilsonInterval } from "../evaluation/spread.js";
import { stability } from "../evaluation/stability.js";
import { inPairs } from "../evaluation/subsamples.js";
import { defaultClassifier } from "../models/classifiers.js";
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
import { type RunOptions, wholeNumber } from "../selectors/run-context.js";
import { requireTaken } from "../selectors/score-prepared.js";
import { preparedInsideNotices } from "../selectors/table-notices.js";
import { version } from "../version.js";
import type { Executor, Journal } from "./executor.js";
import type { RowGroups } from "./plan-splits.js";
import { type FalseSelections, planSubsamples, settleThreshold, stabilityOptions } from "./plan-stability.js";
import { checkRun, runAsAsked } from "./run-tasks.js";
import type { ClassifierPlan, SelectionPlan, Task, TaskAtK } from "./task.js";

/** What {@link stabilitySelection} takes beside the method and its options. */
export interface StabilitySettings extends Omit<RunOptions, "onInterim" | "onStep"> {
  /** How many features the method selects on each subsample, kept ones included; 20, or all where there are fewer. */
  k?: number;
  /** How many subsamples; 100 where not given. */
  subsamples?: number;
  /** The part of each class that a subsample holds, ½ where not given. Above ½ there is no error bound. */
  fraction?: number;
  /** The share of subsamples that must select a feature for it to be stable, 0.75 where not given. */
  threshold?: number;
  /** In place of the threshold: how many false selections may be expected; the smallest threshold that keeps to it. */
  falseSelections?: number;
  /** Features that are always selected; the error bound is about the others. */
  keep?: readonly string[];
  /** Features that are not looked at. */
  exclude?: readonly string[];
  /** Columns of known influences, such as batch or age: taken away from the features inside every subsample. */
  adjust?: readonly string[];
  /** What features cost; the others cost 1. Cheap ones are preferred. */
  costs?: Costs;
  /**
   * One group per row (patient, speaker, batch): the halves of a pair share no group. The data's own `rowGroups` where not
   * given; null ignores them.
   */
  rowGroups?: RowGroups | null;
  /** What becomes of classes that are too small to be halved. */
  rareClasses?: RareClasses;
  /** Whether the method sees values standardised on each subsample (default) or the data as it is. */
  selectOn?: "scaled" | "raw";
  /** Where the tasks run; here where not given. */
  executor?: Executor;
  /** Keeps finished subsamples, so that the same work can go on after it was stopped. */
  journal?: Journal;
}

/** What {@link stabilitySelection} takes: settings, a method, and the method's own options beside them by name. */
export type StabilityOptions<M extends Method = MethodName> = StabilitySettings &
  DataInputOptions &
  MethodChoice<M>;

/** The names of the settings, which no method may use for its options. */
const settingNames: Readonly<Record<keyof StabilitySettings | "method", true>> = {
  method: true,
  k: true,
  subsamples: true,
  fraction: true,
  threshold: true,
  falseSelections: true,
  keep: true,
  exclude: true,
  adjust: true,
  costs: true,
  rowGroups: true,
  rareClasses: true,
  selectOn: true,
  seed: true,
  kernels: true,
  threads: true,
  executor: true,
  journal: true,
  onProgress: true,
  signal: true,
};

/** What {@link stabilitySelection} gives: plain data, and its JSON form. */
export interface StabilitySelection extends StabilityData {
  toJSON(): StabilityJson;
}

/** A {@link StabilitySelection} in JSON. */
export type StabilityJson = Json<StabilityData>;

/** How often each feature is selected, and what that is worth. */
export interface StabilityData {
  readonly schema: "salience/stability@2";
  readonly data: DataSummary;
  readonly method: string;
  /** Every option of the method, defaults filled in. */
  readonly options: PlainOptions;
  readonly k: number;
  readonly seed: number;
  readonly selectOn: "scaled" | "raw";
  readonly subsamples: number;
  readonly fraction: number;
  /** Whether subsamples come in pairs that share no row. */
  readonly complementary: boolean;
  /** Rows of the first subsample; others can differ by a few. */
  readonly subsampleRows: number;
  readonly threshold: number;
  /** All features but excluded ones, the most frequent first; ties by mean rank, then by place. */
  readonly features: readonly FrequentFeature[];
  /** The names of those that reach the threshold, in the same order; kept features among them. */
  readonly stable: readonly string[];
  /** Features selected on a subsample, q: their mean number, kept ones included. */
  readonly meanSelected: number;
  /** How many of the stable features are expected to be wrong, at most. */
  readonly falseSelections: FalseSelections;
  /** How much the selections of two subsamples agree, on average: Kuncheva's index, and Jaccard's. */
  readonly kuncheva: number | null;
  readonly jaccard: number;
  /** Names of the features that were kept, of those that were excluded, and of the known influences among these. */
  readonly kept: readonly string[];
  readonly excluded: readonly string[];
  readonly adjusted: readonly string[];
  /** Seconds of one selection, on average. */
  readonly selectSeconds: number;
  /** What was done to the data before it was sampled. */
  readonly notices: readonly Notice[];
  /** Of the whole stability selection. */
  readonly seconds: number;
  readonly version: string;
}

/** The classifier of tasks that predict nothing. */
const noClassifier: ClassifierPlan = { name: defaultClassifier, options: {} };

/**
 * Stability selection (Meinshausen and Bühlmann 2010; complementary pairs of Shah and Samworth 2013) over any method: the
 * method selects on many random subsamples, and the features are kept that it selects on most of them.
 */
export async function stabilitySelection<const M extends Method = DefaultMethod>(
  data: DataInput,
  options?: { method?: M } & StabilityOptions<M>,
): Promise<StabilitySelection>;
export async function stabilitySelection(
  data: DataInput,
  { target, ...given }: StabilitySettings & DataInputOptions & { method?: Method } = {},
): Promise<StabilitySelection> {
  return stabilitySelectionWith(toDataset(data, { target }), {
    ...given,
    options: ownOptions(given, settingNames),
  });
}

/** {@link stabilitySelection} for a method that is known at run time only. */
export async function stabilitySelectionWith(
  data: Dataset,
  given: StabilitySettings & PlainMethodChoice,
): Promise<StabilitySelection> {
  const started = performance.now();
  checkRun(given);
  const plan = prepare(data, given);
  const { selection, drawn, k, numbers, constraints, bound } = plan;
  const tasks = drawn.subsamples.map(
    (rows): Task => ({ dataset: 0, selection, classifier: noClassifier, rows, splits: [], ks: [k] }),
  );
  const results = await runAsAsked([drawn.data], tasks, { ...given, definitions: plan.definitions });
  const selections = results.map(({ perK }) => perK[0]);
  const nameOf = (j: number) => data.featureNames[j];
  return withJson<StabilityData>({
    schema: "salience/stability@2",
    data: summaryOf(data),
    method: selection.method,
    options: selection.options,
    k,
    seed: selection.seed,
    selectOn: selection.selectOn,
    subsamples: numbers.subsamples,
    fraction: numbers.fraction,
    complementary: inPairs(numbers.fraction),
    subsampleRows: drawn.subsamples[0].length,
    threshold: bound.threshold,
    ...summarizeSubsamples(data.featureNames, selections, bound.threshold, constraints),
    falseSelections: bound.falseSelections,
    kept: Array.from(constraints.kept, nameOf),
    excluded: Array.from(constraints.excluded, nameOf),
    adjusted: Array.from(constraints.covariates, nameOf),
    notices: [
      ...constraints.told,
      ...drawn.notices,
      ...preparedInsideNotices(drawn.data, constraints),
      ...(plan.costs?.notices ?? []),
    ],
    seconds: (performance.now() - started) / 1000,
    version,
  });
}

/** Everything that is known before any work, after refusing what cannot be done. */
function prepare(data: Dataset, given: StabilitySettings & PlainMethodChoice) {
  const {
    method = defaultMethod,
    options: own = {},
    k: givenK,
    subsamples,
    fraction,
    threshold,
    falseSelections,
    keep,
    exclude,
    adjust,
    costs: givenCosts,
    rowGroups,
    rareClasses = "error",
    selectOn = "scaled",
    seed = 1,
  } = given;
  const selector = findSelector(method);
  const options = completeOptions(selector.name, selector.options, own);
  requireSuited(selector, data, options);
  const numbers = completeOptions("stability selection", stabilityOptions, {
    subsamples,
    fraction,
    threshold,
    falseSelections,
  });
  checkOption("seed", wholeNumber(0, 2 ** 32 - 1), seed);
  checkOption(
    "selectOn",
    { type: "choice", default: "scaled", choices: ["scaled", "raw"], help: "" },
    selectOn,
  );
  const constraints = new Constraints(data.featureNames, { keep, exclude, adjust }, data.notices);
  requireWeighsCosts(selector, givenCosts);
  const costs = resolveCosts(givenCosts, data.featureNames, constraints);
  const k = constraints.resolveK(givenK, constraints.usualK);
  const bound = settleThreshold(numbers, {
    features: constraints.seen.length - constraints.kept.length,
    selected: k - constraints.kept.length,
  });
  const seen = constraints.seenIn(data);
  requireSelectable(seen, selector.supervised && rareClasses === "error");
  requireTaken(selector, data, constraints.seen);
  const { supervised } = selector;
  const drawn = planSubsamples(data, { ...numbers, rareClasses, supervised, rowGroups, seed });
  const selection: SelectionPlan = {
    method: selector.name,
    options,
    keep,
    exclude,
    ...(adjust && { adjust }),
    ...(costs && { costs: costs.given }),
    selectOn,
    seed,
  };
  const definitions = { selectors: isBuiltInSelector(selector) ? [] : [selector], classifiers: [] };
  return { selection, drawn, k, numbers, constraints, costs, bound, definitions };
}

/** How often a feature was selected. */
export interface FrequentFeature {
  /** Its place in the data, from 0. */
  readonly index: number;
  readonly name: string;
  /** On so many subsamples. */
  readonly count: number;
  /** count / subsamples. */
  readonly frequency: number;
  /** Wilson's 95 % interval of the frequency: what other subsamples of the same data might give. */
  readonly low: number;
  readonly high: number;
  /** Its mean rank, from 1, where it was selected; null where it never was. */
  readonly meanRank: number | null;
  readonly stable: boolean;
  /** Whether it was kept by name, and so was selected every time. */
  readonly kept: boolean;
}

/** The selections of the subsamples, feature by feature. */
export function summarizeSubsamples(
  names: readonly string[],
  selections: readonly TaskAtK[],
  threshold: number,
  { seen, kept }: Constraints,
) {
  const counts = new Int32Array(names.length);
  const ranks = new Float64Array(names.length);
  for (const { features } of selections)
    features.forEach((feature, place) => {
      counts[feature]++;
      ranks[feature] += place + 1;
    });
  const isKept = new Set(kept);
  const features = Array.from(seen, (index): FrequentFeature => {
    const [count, frequency] = [counts[index], counts[index] / selections.length];
    return {
      index,
      name: names[index],
      count,
      frequency,
      ...wilsonInterval(count, selections.length),
      meanRank: count === 0 ? null : ranks[index] / count,
      stable: frequency >= threshold,
      kept: isKept.has(index),
    };
  }).sort((a, b) => b.count - a.count || (a.meanRank ?? 0) - (b.meanRank ?? 0) || a.index - b.index);
  // What was kept is the same every time by order, not by agreement.
  const chosenFrom = Array.from(seen).filter((index) => !isKept.has(index));
  const placeOf = new Map(chosenFrom.map((index, place) => [index, place]));
  const chosen = selections.map(({ features: all }) => all.flatMap((index) => placeOf.get(index) ?? []));
  const { kuncheva, jaccard } = stability(chosen, chosenFrom.length);
  // Where all are selected nothing could differ, which is no agreement either.
  const free = chosen.some((places) => places.length < chosenFrom.length);
  return {
    features,
    stable: features.filter(({ stable }) => stable).map(({ name }) => name),
    meanSelected: spread(selections.map(({ features: all }) => all.length)).mean,
    kuncheva: free ? kuncheva : null,
    jaccard,
    selectSeconds: spread(selections.map(({ selectSeconds }) => selectSeconds)).mean,
  };
}
