import type { Dataset } from "../data/dataset.js";
import { checkOption, completeOptions } from "../data/option.js";
import { requireSelectable } from "../data/require-selectable.js";
import { type LinearMap, project } from "../models/linear-map.js";
import { InputError } from "../numeric/input-error.js";
import type { Matrix } from "../numeric/matrix.js";
import { constantFeatures, rank } from "./rank.js";
import { defaultMethod, findSelector } from "./registry.js";
import { type RunOptions, wholeNumber, withContext } from "./run-context.js";
import type { Trace } from "./selector.js";

/** What {@link select} takes; a method's own options stand beside these by name. */
export interface SelectOptions extends RunOptions {
  /** A name from the registry. */
  method?: string;
  /** How many features to pick; 20, or all where there are fewer. */
  k?: number;
  [methodOption: string]: unknown;
}

/** What {@link select} gives. */
export interface Selection {
  readonly method: string;
  /** Every option of the method, defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly k: number;
  readonly seed: number;
  /** All features, best first. */
  readonly ranking: Int32Array;
  /** One raw score per feature. */
  readonly scores: Float64Array;
  /** Standard errors of scores that were estimated from a part of the samples. */
  readonly errors?: Float64Array;
  /** Which scores are better. */
  readonly direction: "larger" | "smaller";
  /** The names of the top k. */
  readonly features: readonly string[];
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
  readonly warnings?: readonly string[];
  /** The data seen through that transformation, one row per sample: the discriminant plot. */
  project(data: Dataset): Matrix;
  /** The data with only the top k columns, best first; found by name, so it fits any data that has these features. */
  transform(data: Dataset): Dataset;
}

const defaultK = 20;

/** Ranks all features of the data and picks the best k. The data is not changed. */
export async function select(data: Dataset, given: SelectOptions = {}): Promise<Selection> {
  const {
    method = defaultMethod,
    k: givenK,
    seed = 1,
    kernels,
    threads,
    onProgress,
    onInterim,
    signal,
    ...own
  } = given;
  const selector = findSelector(method);
  const options = completeOptions(selector.name, selector.options, own);
  requireSelectable(data, selector.supervised);
  checkOption("k", wholeNumber(1, data.features), givenK ?? 1);
  const k = givenK ?? Math.min(defaultK, data.features);
  const run = { seed, kernels, threads, onProgress, onInterim, signal };
  const { scores, order, ...rest } = await withContext(run, k, (context) =>
    selector.score(data, options, context),
  );
  const ranking = rank(scores, selector.direction, constantFeatures(data), order);
  const features = Array.from(ranking.subarray(0, k), (j) => data.featureNames[j]);
  return {
    method: selector.name,
    options,
    k,
    seed,
    ranking,
    scores,
    direction: selector.direction,
    features,
    ...rest,
    project: (other) => projectThrough(rest.map, selector.name, other),
    transform: (other) => selectByName(other, features),
  };
}

function projectThrough(map: LinearMap | undefined, method: string, data: Dataset): Matrix {
  if (!map) throw new InputError(`${method} learns no transformation, so there is nothing to project with`);
  return project(map, data);
}

function selectByName(data: Dataset, names: readonly string[]): Dataset {
  const placeOf = new Map(data.featureNames.map((name, j) => [name, j]));
  return data.selectColumns(
    names.map((name) => {
      const place = placeOf.get(name);
      if (place === undefined)
        throw new InputError(`the data has no feature "${name}"; it needs the features that were selected`);
      return place;
    }),
  );
}
