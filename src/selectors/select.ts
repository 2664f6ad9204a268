import type { Notice } from "../core/notice.js";
import { completeOptions, ownOptions, type PlainOptions } from "../core/option.js";
import { type DataSummary, summaryOf } from "../data/data-summary.js";
import { type DataInput, type DataInputOptions, type Dataset, toDataset } from "../data/dataset.js";
import { requireSelectable } from "../data/require-selectable.js";
import { version } from "../version.js";
import { type ConstraintOptions, Constraints } from "./constraints.js";
import { type Costs, requireWeighsCosts, resolveCosts } from "./costs.js";
import { requireKernelRoom } from "./fits.js";
import { rank } from "./rank.js";
import {
  type DefaultMethod,
  defaultMethod,
  findSelector,
  type Method,
  type MethodChoice,
  type MethodName,
  type PlainMethodChoice,
  requireSuited,
} from "./registry.js";
import { shapeOfRun } from "./row-limit.js";
import { checkThreads, type PreparedRun, type RunOptions, withContext } from "./run-context.js";
import { type PreparedScores, scorePrepared } from "./score-prepared.js";
import { makeSelection, type Selection } from "./selection.js";
import type { Interim, Selector, SelectorContext, Step } from "./selector.js";
import { usefulThreads } from "./useful-threads.js";

export type { Selection } from "./selection.js";

/** What {@link select} takes beside the method and its options. */
export interface SelectSettings extends RunOptions, ConstraintOptions {
  /** How many features to pick, kept ones included; a group counts as one. 20, or all where there are fewer. */
  k?: number;
  /** What features or groups cost; the others cost 1. Cheap features are preferred by the methods that can. */
  costs?: Costs;
}

/** What {@link select} takes: settings, a method, and the method's own options beside them by name. */
export type SelectOptions<M extends Method = MethodName> = SelectSettings &
  DataInputOptions &
  MethodChoice<M>;

/** The names of the settings, which no method may use for its options. */
const settingNames: Readonly<Record<keyof SelectSettings | "method", true>> = {
  method: true,
  k: true,
  seed: true,
  kernels: true,
  threads: true,
  onProgress: true,
  onInterim: true,
  onStep: true,
  signal: true,
  keep: true,
  exclude: true,
  adjust: true,
  featureGroups: true,
  costs: true,
};

const defaultK = 20;

/**
 * Ranks all features of the data and picks the best k. The data is not changed. Rows, columns or an Arrow table in memory are
 * taken too: `select(rows, { target: "class" })`.
 */
export async function select<const M extends Method = DefaultMethod>(
  data: DataInput,
  options?: { method?: M } & SelectOptions<M>,
): Promise<Selection>;
export async function select(
  data: DataInput,
  { target, ...given }: SelectSettings & DataInputOptions & { method?: Method } = {},
): Promise<Selection> {
  return selectWith(toDataset(data, { target }), { ...given, options: ownOptions(given, settingNames) });
}

/** {@link select} for a method that is known at run time only. */
export async function selectWith(
  data: Dataset,
  given: SelectSettings & PlainMethodChoice & PreparedRun,
): Promise<Selection> {
  const { method = defaultMethod, options: own = {}, ...settings } = given;
  const selector = findSelector(method);
  const options = completeOptions(selector.name, selector.options, own);
  requireSuited(selector, data, options);
  const { featureNames, notices } = data;
  const { k = defaultK, threads } = settings;
  checkThreads(threads);
  const useful = threads && { threads: usefulThreads(selector, options, data, k, threads) };
  const table = { featureNames, notices, summary: summaryOf(data) };
  if (settings.kernels !== "reference") requireKernelRoom(selector, options, shapeOfRun(data, k));
  return selectBy(table, { ...settings, ...useful }, { selector, options }, (constraints) => {
    const seenData = constraints.seenIn(data);
    requireSelectable(seenData, selector.supervised);
    const influences = constraints.covariates.length;
    return (context) => scorePrepared(selector, { data: seenData, influences }, options, context);
  });
}

/** What a selection says of the data beside the scores. */
export interface SelectedTable {
  readonly featureNames: readonly string[];
  readonly notices: readonly Notice[];
  readonly summary: DataSummary;
}

/** Scores of the features that a method sees. */
type ScoreSeen = (context: SelectorContext) => Promise<PreparedScores>;

/**
 * The frame of every selection: what the user settles about features, costs, k, ranking and names. `prepare` checks the data
 * with these settled, and gives what scores the features that are seen.
 */
export async function selectBy(
  table: SelectedTable,
  given: SelectSettings & PreparedRun,
  { selector, options }: { readonly selector: Selector; readonly options: PlainOptions },
  prepare: (constraints: Constraints) => ScoreSeen,
): Promise<Selection> {
  const started = performance.now();
  const { k: givenK, keep, exclude, adjust, featureGroups, costs: givenCosts, ...run } = given;
  const { onInterim, onStep } = run;
  const { featureNames, notices, summary } = table;
  const features = featureNames.length;
  const constraints = new Constraints(featureNames, { keep, exclude, adjust, featureGroups }, notices);
  const { seen } = constraints;
  requireWeighsCosts(selector, givenCosts);
  const costs = resolveCosts(givenCosts, featureNames, constraints);
  const relativeCosts = costs?.relative();
  const scoreSeen = prepare(constraints);
  const k = constraints.resolveK(givenK, defaultK);
  const kept = places(constraints.kept, seen);
  const blocks = constraints.blocks(k);
  const arrange = (ranked: Int32Array) =>
    constraints.arrange(
      ranked.map((place) => seen[place]),
      k,
    );
  const listener =
    typeof onInterim === "function"
      ? (running: Interim) =>
          onInterim({
            ...running,
            scores: overAll(running.scores, seen, features),
            errors: overAll(running.errors, seen, features),
            ranking: arrange(running.ranking).ranking,
          })
      : onInterim;
  const follower =
    typeof onStep === "function"
      ? (step: Step) => onStep({ ...step, scores: () => overAll(step.scores(), seen, features) })
      : onStep;
  const prepared = await withContext(
    { ...run, onInterim: listener, onStep: follower },
    constraints.featuresIn(k),
    (context) =>
      scoreSeen({
        ...context,
        ...(kept.length > 0 && { kept }),
        ...(blocks && { blocks }),
        ...(relativeCosts && { costs: relativeCosts }),
      }),
  );
  const { order, errors, shares, ...scored } = prepared.scored;
  const ranked = rank(scored.scores, selector.direction, prepared.constant, order);
  const { ranking, picked } = arrange(ranked);
  const nameOf = (j: number) => featureNames[j];
  const rankedNames = Array.from(ranking, nameOf);
  return makeSelection(
    {
      method: selector.name,
      options,
      k,
      seed: run.seed ?? 1,
      ranking,
      rankedNames,
      direction: selector.direction,
      features: rankedNames.slice(0, picked),
      kept: Array.from(constraints.kept, nameOf),
      excluded: Array.from(constraints.excluded, nameOf),
      adjusted: Array.from(constraints.covariates, nameOf),
      featureGroups: Object.fromEntries(
        Array.from(constraints.featureGroups, ([name, members]) => [name, Array.from(members, nameOf)]),
      ),
      ...(costs && { costs: costs.given, totalCost: costs.total(ranking.subarray(0, picked)) }),
      ...scored,
      scores: overAll(scored.scores, seen, features),
      ...(errors && { errors: overAll(errors, seen, features) }),
      ...(shares && { shares: overAll(shares, seen, features) }),
      notices: [
        ...constraints.told,
        ...constraints.notices,
        ...(costs?.notices ?? []),
        ...prepared.notices,
        ...(scored.notices ?? []),
      ],
      data: summary,
      seconds: (performance.now() - started) / 1000,
      version,
    },
    prepared.prepare,
  );
}

/** Where these columns stand among those that the method sees; both rise. */
function places(columns: Int32Array, seen: Int32Array): Int32Array {
  const placeOf = new Map(Array.from(seen, (column, place) => [column, place]));
  return columns.map((column) => placeOf.get(column)!);
}

/** Scores of the features that the method saw, with NaN for the others. */
function overAll(scores: Float64Array, seen: Int32Array, features: number): Float64Array {
  if (seen.length === features) return scores;
  const all = new Float64Array(features).fill(Number.NaN);
  seen.forEach((column, place) => {
    all[column] = scores[place];
  });
  return all;
}
