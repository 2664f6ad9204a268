import { InputError } from "../core/input-error.js";
import { type Json, type JsonNumber, toPlain } from "../core/json.js";
import type { Notice } from "../core/notice.js";
import type { PlainOptions } from "../core/option.js";
import type { DataSummary } from "../data/data-summary.js";
import type { Dataset } from "../data/dataset.js";
import {
  type DescribeOptions,
  describeFeatures,
  type FeatureDescription,
  type FeatureDescriptions,
} from "../evaluation/describe-features.js";
import { type LinearMap, project } from "../models/linear-map.js";
import { withoutInfluences } from "../models/preparation.js";
import type { Matrix } from "../numeric/matrix.js";
import type { Trace } from "./selector.js";

/** What `select` gives. */
export interface Selection {
  readonly method: string;
  /** Every option of the method, defaults filled in. */
  readonly options: PlainOptions;
  /** How many features were wanted, a group counting as one. */
  readonly k: number;
  readonly seed: number;
  /** All features, best first: kept ones before all others, groups side by side, excluded features last. */
  readonly ranking: Int32Array;
  /** The names of these features, in the same order. */
  readonly rankedNames: readonly string[];
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
  /** The names of the features that were excluded, in the data's order; known influences are among them. */
  readonly excluded: readonly string[];
  /** The names of the known influences that were taken away from the features, in the data's order. */
  readonly adjusted: readonly string[];
  /** The features of every group, in the data's order, without excluded ones. */
  readonly featureGroups: Readonly<Record<string, readonly string[]>>;
  /** What features and groups cost, by name as it was given; the others cost 1. Absent where costs were not given. */
  readonly costs?: Readonly<Record<string, number>>;
  /** What the picked features cost together, where costs were given. */
  readonly totalCost?: number;
  /** How the ranked features differ between the classes, in the ranking's order, where {@link describeSelection} added it. */
  readonly descriptions?: FeatureDescriptions;
  /** How an iterative method went. */
  readonly trace?: Trace;
  /** Evidence for the result, where the method has any. */
  readonly certificate?: Readonly<Record<string, number | boolean>>;
  /** What the method chose itself, by option name, and in `why` the reason. */
  readonly chosen?: Readonly<Record<string, number | string>>;
  /** The transformation behind the scores, where the method learns one. */
  readonly map?: LinearMap;
  /** Which definition of the method was used, where tools differ in it; or what scores mean, where that depends on the options. */
  readonly definition?: string;
  /** What to know before trusting the result, with the evidence. */
  readonly notices: readonly Notice[];
  /** What it was computed from. */
  readonly data: DataSummary;
  /** Of selecting. */
  readonly seconds: number;
  /** Of the package that computed it. */
  readonly version: string;
  /** The data seen through that transformation, one row per sample: the discriminant plot. */
  project(data: Dataset): Matrix;
  /** The data with only the columns of `features`, best first; found by name, so it fits any data that has these features. */
  transform(data: Dataset): Dataset;
  /** The JSON form; `readResult` makes a selection of it again, without the transformation. */
  toJSON(): SelectionJson;
}

/** A selection from its parts. */
export function makeSelection(
  parts: Omit<Selection, "project" | "transform" | "toJSON">,
  /** Brings new data into the form that the method saw; as it is where not given. */
  prepare: (data: Dataset) => Dataset = (data) => data,
): Selection {
  return {
    ...parts,
    project: (data) => projectThrough(parts.map, parts.method, prepare(data)),
    transform: (data) => selectByName(data, parts.features),
    toJSON() {
      return toJson(this);
    },
  };
}

/** The same selection with the picked features alone in its ranking, for a shorter JSON form. */
export function pickedOnly(selection: Selection): Selection {
  const { ranking, features, descriptions } = selection;
  return copyOf(selection, {
    ranking: ranking.slice(0, features.length),
    rankedNames: features,
    ...(descriptions && {
      descriptions: { ...descriptions, features: descriptions.features.slice(0, features.length) },
    }),
  });
}

/**
 * The same selection with direction, effect, p and q of its features, from the data that it was made from, without the known
 * influences that were taken away from it. The p and q of
 * features that were selected on the same rows are descriptive.
 */
export function describeSelection(
  selection: Selection,
  data: Dataset,
  options: DescribeOptions = {},
): Selection {
  const influences = new Set(selection.adjusted);
  const covariates = Int32Array.from(data.featureNames.keys()).filter((j) =>
    influences.has(data.featureNames[j]),
  );
  const all = describeFeatures(withoutInfluences(data, covariates), options);
  const features = Array.from(selection.ranking, (index) => all.features[index]);
  return copyOf(selection, { descriptions: { ...all, features } });
}

/** The same selection with what describes the features of its ranking, and more notices. */
export const withDescriptions = (
  selection: Selection,
  descriptions: FeatureDescriptions,
  notices: readonly Notice[],
): Selection => copyOf(selection, { descriptions, notices: [...selection.notices, ...notices] });

/** The selection with some parts replaced; it projects as before. */
function copyOf(selection: Selection, parts: Partial<Selection>): Selection {
  const { project } = selection;
  return { ...makeSelection({ ...selection, ...parts }), project };
}

/** A {@link Selection} in JSON. */
export interface SelectionJson {
  readonly schema: "salience/selection@1";
  readonly method: string;
  /** Every option of the method, defaults filled in, with `k` and `seed`. */
  readonly options: PlainOptions;
  readonly data: DataSummary;
  /** How many features were picked: the first of the ranking. */
  readonly picked: number;
  /** Names; absent where there are none, as the next three. */
  readonly kept?: readonly string[];
  readonly excluded?: readonly string[];
  readonly adjusted?: readonly string[];
  readonly featureGroups?: Readonly<Record<string, readonly string[]>>;
  /** Costs by name as they were given, and what the picked features cost together; absent where none were given. */
  readonly costs?: Readonly<Record<string, number>>;
  readonly totalCost?: number;
  /** All features, best first, or at least the picked ones. */
  readonly ranking: readonly RankedFeature[];
  readonly direction: "larger" | "smaller";
  /** How the features of the ranking were tested, where they were. */
  readonly descriptions?: Omit<FeatureDescriptions, "features">;
  readonly trace?: Json<Trace>;
  readonly certificate?: Readonly<Record<string, JsonNumber | boolean>>;
  readonly chosen?: Readonly<Record<string, JsonNumber | string>>;
  readonly definition?: string;
  readonly notices: readonly Notice[];
  /** Of selecting. */
  readonly seconds: number;
  readonly version: string;
}

/** One line of a ranking; with what describes the feature, where it is described. */
export interface RankedFeature extends Partial<Json<Omit<FeatureDescription, "index" | "name">>> {
  /** From 1. */
  readonly rank: number;
  /** The column of the data, from 0. */
  readonly index: number;
  readonly name: string;
  /** Null for an excluded feature. */
  readonly score: JsonNumber | null;
  /** The standard error of a score that was estimated from a part of the samples. */
  readonly error?: JsonNumber;
  /** The part of its group's score that the feature carries. */
  readonly share?: JsonNumber;
  readonly kept?: true;
  readonly excluded?: true;
  readonly group?: string;
}

/** With as many features as the ranking has. */
function toJson(selection: Selection): SelectionJson {
  const { kept, excluded, adjusted, featureGroups, descriptions, trace, certificate, chosen, definition } =
    selection;
  const { costs, totalCost } = selection;
  return {
    schema: "salience/selection@1",
    method: selection.method,
    options: { ...selection.options, k: selection.k, seed: selection.seed },
    data: selection.data,
    picked: selection.features.length,
    ...(kept.length > 0 && { kept }),
    ...(excluded.length > 0 && { excluded }),
    ...(adjusted.length > 0 && { adjusted }),
    ...(Object.keys(featureGroups).length > 0 && { featureGroups }),
    ...(costs && { costs, totalCost }),
    ranking: rankingOf(selection),
    direction: selection.direction,
    ...(descriptions && { descriptions: { test: descriptions.test, logBase: descriptions.logBase } }),
    ...(trace && { trace: toPlain(trace) }),
    ...(certificate && { certificate: toPlain(certificate) }),
    ...(chosen && { chosen: toPlain(chosen) }),
    ...(definition && { definition }),
    notices: selection.notices,
    seconds: selection.seconds,
    version: selection.version,
  };
}

function rankingOf(selection: Selection): RankedFeature[] {
  const { ranking, rankedNames, scores, errors, shares, descriptions, kept, excluded, featureGroups } =
    selection;
  const [isKept, isExcluded] = [new Set(kept), new Set(excluded)];
  const groupOf = new Map(
    Object.entries(featureGroups).flatMap(([group, members]) => members.map((name) => [name, group])),
  );
  return Array.from(ranking, (index, place) => {
    const name = rankedNames[place];
    const group = groupOf.get(name);
    const left = isExcluded.has(name);
    return {
      rank: place + 1,
      index,
      name,
      score: left ? null : toPlain(scores[index]),
      ...(errors && !left && { error: toPlain(errors[index]) }),
      ...(shares && !left && { share: toPlain(shares[index]) }),
      ...(descriptions && describedAlone(descriptions.features[place])),
      ...(isKept.has(name) && { kept: true }),
      ...(left && { excluded: true }),
      ...(group !== undefined && { group }),
    };
  });
}

/** What a description says beside which feature it is of. */
const describedAlone = ({ index: _index, name: _name, ...own }: FeatureDescription) => toPlain(own);

function projectThrough(map: LinearMap | undefined, method: string, data: Dataset): Matrix {
  if (!map)
    throw new InputError(
      "not-possible",
      `${method} does not learn a transformation, so it cannot project data`,
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
          "not-possible",
          `the data has no feature "${name}"; it needs the features that were selected`,
        );
      return place;
    }),
  );
}
