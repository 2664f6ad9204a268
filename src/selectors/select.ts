import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { completeOptions, ownOptions, type PlainOptions } from "../core/option.js";
import { type Dataset, requireDataset } from "../data/dataset.js";
import { requireSelectable } from "../data/require-selectable.js";
import { type LinearMap, project } from "../models/linear-map.js";
import type { Matrix } from "../numeric/matrix.js";
import { type ConstraintOptions, Constraints } from "./constraints.js";
import { constantFeatures, rank } from "./rank.js";
import {
  type DefaultMethod,
  defaultMethod,
  findSelector,
  type Method,
  type MethodChoice,
  type MethodName,
  type PlainMethodChoice,
} from "./registry.js";
import { type RunOptions, withContext } from "./run-context.js";
import type { Interim, Step, Trace } from "./selector.js";

/** What {@link select} takes beside the method and its options. */
export interface SelectSettings extends RunOptions, ConstraintOptions {
  /** How many features to pick, kept ones included; a group counts as one. 20, or all where there are fewer. */
  k?: number;
}

/** What {@link select} takes: settings, a method, and the method's own options beside them by name. */
export type SelectOptions<M extends Method = MethodName> = SelectSettings & MethodChoice<M>;

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
  featureGroups: true,
};

/** What {@link select} gives. */
export interface Selection {
  readonly method: string;
  /** Every option of the method, defaults filled in. */
  readonly options: PlainOptions;
  /** How many features were wanted, a group counting as one. */
  readonly k: number;
  readonly seed: number;
  /** All features, best first: kept ones before all others, groups side by side, excluded features last. */
  readonly ranking: Int32Array;
  /** One raw score per feature; NaN for excluded features, which have none. */
  readonly scores: Float64Array;
  /** Standard errors of scores that were estimated from a part of the samples. */
  readonly errors?: Float64Array;
  /** With feature groups and `dfs`: the part of its group's score that each feature carries; those of a group add up to 1. */
  readonly shares?: Float64Array;
  /** Which scores are better. */
  readonly direction: "larger" | "smaller";
  /** The names of the top k, which are the first of the ranking; with groups they can be more than k. */
  readonly features: readonly string[];
  /** The names of the features that were kept, those that their group brought along included, in the data's order. */
  readonly kept: readonly string[];
  /** The names of the features that were excluded, in the data's order. */
  readonly excluded: readonly string[];
  /** The features of every group, in the data's order, without excluded ones. */
  readonly featureGroups: Readonly<Record<string, readonly string[]>>;
  /** How an iterative method went. */
  readonly trace?: Trace;
  /** Evidence for the result, where the method has any. */
  readonly certificate?: Readonly<Record<string, number | boolean>>;
  /** What the method chose itself, by option name, and in `why` the reason. */
  readonly chosen?: Readonly<Record<string, number | string>>;
  /** The transformation behind the scores, where the method learns one. */
  readonly map?: LinearMap;
  /** Which definition of the method was used, where tools differ in it. */
  readonly definition?: string;
  /** What to know before trusting the result, with the evidence. */
  readonly notices: readonly Notice[];
  /** The data seen through that transformation, one row per sample: the discriminant plot. */
  project(data: Dataset): Matrix;
  /** The data with only the columns of `features`, best first; found by name, so it fits any data that has these features. */
  transform(data: Dataset): Dataset;
}

const defaultK = 20;

/** Ranks all features of the data and picks the best k. The data is not changed. */
export async function select<const M extends Method = DefaultMethod>(
  data: Dataset,
  options?: { method?: M } & SelectOptions<M>,
): Promise<Selection>;
export async function select(
  data: Dataset,
  given: SelectSettings & { method?: Method } = {},
): Promise<Selection> {
  return selectWith(data, { ...given, options: ownOptions(given, settingNames) });
}

/** {@link select} for a method that is known at run time only. */
export async function selectWith(
  data: Dataset,
  given: SelectSettings & PlainMethodChoice,
): Promise<Selection> {
  requireDataset(data);
  const {
    method = defaultMethod,
    options: own = {},
    k: givenK,
    keep,
    exclude,
    featureGroups,
    ...run
  } = given;
  const { onInterim, onStep } = run;
  const selector = findSelector(method);
  const options = completeOptions(selector.name, selector.options, own);
  const constraints = new Constraints(data.featureNames, { keep, exclude, featureGroups });
  const { seen } = constraints;
  const seenData = seen.length < data.features ? data.selectColumns(seen) : data;
  requireSelectable(seenData, selector.supervised);
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
            scores: overAll(running.scores, seen, data.features),
            errors: overAll(running.errors, seen, data.features),
            ranking: arrange(running.ranking).ranking,
          })
      : onInterim;
  const follower =
    typeof onStep === "function"
      ? (step: Step) => onStep({ ...step, scores: () => overAll(step.scores(), seen, data.features) })
      : onStep;
  const { order, errors, shares, ...scored } = await withContext(
    { ...run, onInterim: listener, onStep: follower },
    constraints.featuresIn(k),
    (context) =>
      selector.score(seenData, options, {
        ...context,
        ...(kept.length > 0 && { kept }),
        ...(blocks && { blocks }),
      }),
  );
  const ranked = rank(scored.scores, selector.direction, constantFeatures(seenData), order);
  const { ranking, picked } = arrange(ranked);
  const nameOf = (j: number) => data.featureNames[j];
  const features = Array.from(ranking.subarray(0, picked), nameOf);
  return {
    method: selector.name,
    options,
    k,
    seed: run.seed ?? 1,
    ranking,
    direction: selector.direction,
    features,
    kept: Array.from(constraints.kept, nameOf),
    excluded: Array.from(constraints.excluded, nameOf),
    featureGroups: Object.fromEntries(
      Array.from(constraints.featureGroups, ([name, members]) => [name, Array.from(members, nameOf)]),
    ),
    ...scored,
    scores: overAll(scored.scores, seen, data.features),
    ...(errors && { errors: overAll(errors, seen, data.features) }),
    ...(shares && { shares: overAll(shares, seen, data.features) }),
    notices: [...data.notices, ...constraints.notices, ...(scored.notices ?? [])],
    project: (other) => projectThrough(scored.map, selector.name, other),
    transform: (other) => selectByName(other, features),
  };
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

function projectThrough(map: LinearMap | undefined, method: string, data: Dataset): Matrix {
  if (!map)
    throw new InputError(
      "not-possible",
      `${method} learns no transformation, so there is nothing to project with`,
    );
  return project(map, data);
}

function selectByName(data: Dataset, names: readonly string[]): Dataset {
  const placeOf = new Map(data.featureNames.map((name, j) => [name, j]));
  return data.selectColumns(
    names.map((name) => {
      const place = placeOf.get(name);
      if (place === undefined)
        throw new InputError(
          "data-mismatch",
          `the data has no feature "${name}"; it needs the features that were selected`,
        );
      return place;
    }),
  );
}
