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

/**
 * Scores the features of a table. Missing values are filled and categories are encoded from the data given, which in an
 * experiment is that of the training rows. Data without either goes to the method as it is.
 */
export async function scorePrepared(
  selector: Selector,
  data: Dataset,
  options: PlainOptions,
  context: SelectorContext,
): Promise<PreparedScores> {
  if (!needsPreparation(data)) {
    const scored = await selector.score(data, options, context);
    return { scored, constant: constantFeatures(data), notices: [], prepare: (other) => other };
  }
  if (data.categories && !selector.categories) throw takesNumbersOnly(selector, data);
  const preparation = fitPreparation(data, allRows(data));
  const filled = fillMissing(data, preparation);
  const constant = constantFeatures(filled);
  const notices = filledNotices(data, preparation);
  const same = (other: Dataset) => alignTo(other, data.featureNames, data.categories);
  if (!data.categories || selector.categories === "levels") {
    const scored = await selector.score(filled, options, context);
    return { scored, constant, notices, prepare: (other) => fillMissing(same(other), preparation) };
  }
  const encoded = encodeForSelection(filled, preparation);
  const scored = await scoreParts(selector, encoded, data.features, options, context);
  return {
    scored,
    constant,
    notices,
    prepare: (other) => encodeForSelection(same(other), preparation).data,
  };
}

const allRows = (data: Dataset) => Int32Array.from({ length: data.rows }, (_, row) => row);

function takesNumbersOnly({ title }: Selector, { categories, featureNames }: Dataset): InputError {
  const columns = featureNames.filter((_, j) => categories![j]);
  return new InputError(
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
  const { kept, blocks, interim, step } = context;
  const keptFeatures = kept && new Set(kept);
  const overFeatures = (values: Float64Array) => perFeature(values, featureOf, features);
  const { scores, errors, shares, order, ...rest } = await selector.score(data, options, {
    ...context,
    parts: featureOf,
    blocks: blocksOf(blocks, featureOf, context.k),
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
    ...(shares && blocks && { shares: sums(shares, featureOf, features) }),
    ...(order && { order: firstMentions(order, featureOf, features) }),
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
function perFeature(values: Float64Array, featureOf: Int32Array, features: number): Float64Array {
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
function firstMentions(order: Int32Array, featureOf: Int32Array, features: number): Int32Array {
  const mentioned = new Set(Array.from(order, (column) => featureOf[column]));
  for (let feature = 0; feature < features; feature++) mentioned.add(feature);
  return Int32Array.from(mentioned);
}

function filledNotices(data: Dataset, { fills }: Preparation): Notice[] {
  const counts = missingCounts(data.values);
  const columns = data.featureNames.filter((_, j) => counts[j] > 0);
  if (columns.length === 0) return [];
  const count = counts.reduce((sum, n) => sum + n, 0);
  const how = columns.slice(0, 3).map((name) => {
    const j = data.featureNames.indexOf(name);
    const levels = data.categories?.[j];
    return `${name} with ${levels ? levels[fills[j]] : Number(fills[j].toPrecision(4))}`;
  });
  const more = columns.length > 3 ? `, and ${columns.length - 3} more` : "";
  const text = `${plural(count, "missing value was", "missing values were")} filled with the median or the most frequent level: ${how.join(", ")}${more}`;
  return [notice("note", "missing-values", text, { count, columns })];
}
