import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import type { PlainOptions } from "../core/option.js";
import { plural, shortList } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import {
  alignTo,
  type Encoded,
  encodeForSelection,
  fillMissing,
  fitPreparation,
  missingCounts,
  needsPreparation,
  type Preparation,
} from "../models/preparation.js";
import { constantFeatures } from "./rank.js";
import type { FeatureBlocks, Interim, Scored, Selector, SelectorContext } from "./selector.js";

/** What a method made of data that had to be prepared for it. */
export interface PreparedScores {
  /** One score per feature of the data, whatever columns the method saw. */
  readonly scored: Scored;
  /** 1 for every feature that does not vary, missing values being filled. */
  readonly constant: Uint8Array;
  /** What was filled and encoded. */
  readonly notices: readonly Notice[];
  /** New data as the method saw the old: for the transformation that it learned. */
  prepare(other: Dataset): Dataset;
}

/** Data as a method sees it, and the way back from its columns to the features. */
export interface MethodView {
  /** Without missing values, categories as they are. */
  readonly filled: Dataset;
  /** What the method gets: the same, or with categories as columns, or with missing values. */
  readonly data: Dataset;
  /** The feature of each column where some features take several; null where columns are features. */
  readonly featureOf: Int32Array | null;
  /** What was filled. */
  readonly notices: readonly Notice[];
  /** New data as the method sees this one. */
  prepare(other: Dataset): Dataset;
}

/**
 * Fills missing values and encodes categories by what the data itself holds, which in an experiment is that of the training
 * rows. Data without either stays as it is.
 */
export function viewFor(
  selector: Pick<Selector, "title" | "categories" | "missing">,
  data: Dataset,
): MethodView {
  if (!needsPreparation(data))
    return { filled: data, data, featureOf: null, notices: [], prepare: (other) => other };
  requireTaken(selector, data, upTo(data.features));
  const preparation = fitPreparation(data, upTo(data.rows));
  const filled = fillMissing(data, preparation);
  // Who asks for values from the nearest rows gets them, whatever the method.
  const native = selector.missing === "native" && data.missing === "impute";
  const notices = native ? leftOutNotices(data) : filledNotices(data, preparation);
  const same = (other: Dataset) => alignTo(other, data.featureNames, data.categories);
  if (!data.categories || selector.categories === "levels")
    return {
      filled,
      data: native ? data : filled,
      featureOf: null,
      notices,
      prepare: (other) => fillMissing(same(other), preparation),
    };
  return {
    filled,
    ...encodeForSelection(filled, preparation),
    notices,
    prepare: (other) => encodeForSelection(same(other), preparation).data,
  };
}

/** Scores the features of a table that is prepared for the method. */
export async function scorePrepared(
  selector: Selector,
  given: Dataset,
  options: PlainOptions,
  context: SelectorContext,
): Promise<PreparedScores> {
  const { filled, data, featureOf, notices, prepare } = viewFor(selector, given);
  const scored = featureOf
    ? await scoreParts(selector, { data, featureOf }, given.features, options, context)
    : await selector.score(data, options, context);
  return { scored, constant: constantFeatures(filled), notices, prepare };
}

const upTo = (length: number) => Int32Array.from({ length }, (_, place) => place);

/** Refuses categories among these columns for a method that takes numbers only. */
export function requireTaken(
  { title, categories: taken }: Pick<Selector, "title" | "categories">,
  { categories, featureNames }: Dataset,
  seen: ArrayLike<number>,
): void {
  if (!categories || taken) return;
  const columns = Array.from(seen)
    .filter((j) => categories[j])
    .map((j) => featureNames[j]);
  if (columns.length === 0) return;
  throw new InputError(
    "not-possible",
    `${title} takes numbers only, and ${plural(columns.length, "column is a category", "columns are categories")}: ${shortList(columns, 5)}`,
    {
      facts: { columns },
      remedies: [
        { action: "leave them out", option: "exclude", value: columns },
        { action: "use a method that takes categories", option: "method", value: "dfs" },
      ],
    },
  );
}

/** The method sees the columns of encoded features, and its answer is brought back to the features. */
async function scoreParts(
  selector: Selector,
  { data, featureOf }: Encoded,
  features: number,
  options: PlainOptions,
  context: SelectorContext,
): Promise<Scored> {
  const { kept, interim, step } = context;
  const keptFeatures = kept && new Set(kept);
  const overFeatures = (values: Float64Array) => perFeature(values, featureOf, features);
  const { scores, errors, shares, order, ...rest } = await selector.score(data, options, {
    ...columnContext(context, featureOf),
    ...(keptFeatures && { kept: columnsWhere(featureOf, (feature) => keptFeatures.has(feature)) }),
    ...(interim && {
      interim: (running: Interim) =>
        interim({
          ...running,
          scores: overFeatures(running.scores),
          errors: overFeatures(running.errors),
          ranking: firstMentions(running.ranking, featureOf, features),
        }),
    }),
    ...(step && { step: (at) => step({ ...at, scores: () => overFeatures(at.scores()) }) }),
  });
  return {
    ...rest,
    scores: overFeatures(scores),
    ...(errors && { errors: overFeatures(errors) }),
    // Without groups of the user's every feature is its own block, and there is nothing to share.
    ...(shares && context.blocks && { shares: sums(shares, featureOf, features) }),
    ...(order && { order: firstMentions(order, featureOf, features) }),
  };
}

/** What a method is told about columns that are parts of features. */
export function columnContext(context: SelectorContext, featureOf: Int32Array): SelectorContext {
  const { blocks, costs, k } = context;
  return {
    ...context,
    parts: featureOf,
    blocks: blocksOf(blocks, featureOf, k),
    ...(costs && { costs: Float64Array.from(featureOf, (feature) => costs[feature]) }),
  };
}

/** Blocks of columns: the features' own, or those that the user's groups make of them. */
function blocksOf(given: FeatureBlocks | undefined, featureOf: Int32Array, wanted: number): FeatureBlocks {
  if (!given) return { of: featureOf, wanted };
  return { of: featureOf.map((feature) => given.of[feature]), wanted: given.wanted };
}

function columnsWhere(featureOf: Int32Array, test: (feature: number) => boolean): Int32Array {
  return Int32Array.from(featureOf.keys()).filter((column) => test(featureOf[column]));
}

/** The value of a feature's columns, which is the same for all of them; 0 for a feature that has none. */
export function perFeature(values: Float64Array, featureOf: Int32Array, features: number): Float64Array {
  const result = new Float64Array(features);
  for (let column = featureOf.length - 1; column >= 0; column--) result[featureOf[column]] = values[column];
  return result;
}

function sums(values: Float64Array, featureOf: Int32Array, features: number): Float64Array {
  const result = new Float64Array(features);
  values.forEach((value, column) => {
    result[featureOf[column]] += value;
  });
  return result;
}

/** Features in the order of their first column; those without any at the end. */
export function firstMentions(order: Int32Array, featureOf: Int32Array, features: number): Int32Array {
  const mentioned = new Set(Array.from(order, (column) => featureOf[column]));
  for (let feature = 0; feature < features; feature++) mentioned.add(feature);
  return Int32Array.from(mentioned);
}

function missingFacts(data: Dataset): { count: number; columns: readonly string[] } {
  const counts = missingCounts(data.values);
  return {
    count: counts.reduce((sum, n) => sum + n, 0),
    columns: data.featureNames.filter((_, j) => counts[j] > 0),
  };
}

function leftOutNotices(data: Dataset): Notice[] {
  const { count, columns } = missingFacts(data);
  if (count === 0) return [];
  const text = `${plural(count, "missing value says", "missing values say")} nothing about ${columns.length === 1 ? columns[0] : `their ${columns.length} features`}: the method takes missing values as they are`;
  return [notice("note", "missing-values", text, { count, columns })];
}

function filledNotices(data: Dataset, { fills }: Preparation): Notice[] {
  const { count, columns } = missingFacts(data);
  if (count === 0) return [];
  const how = columns.slice(0, 3).map((name) => {
    const j = data.featureNames.indexOf(name);
    const levels = data.categories?.[j];
    return `${name} with ${levels ? levels[fills[j]] : Number(fills[j].toPrecision(4))}`;
  });
  const more = columns.length > 3 ? `, and ${columns.length - 3} more` : "";
  const text = `${plural(count, "missing value was", "missing values were")} filled with the median or the most frequent level: ${how.join(", ")}${more}`;
  return [notice("note", "missing-values", text, { count, columns })];
}
