import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import type { PlainOptions } from "../core/option.js";
import { plural, shortList } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { alignTo } from "../models/align-data.js";
import {
  completeData,
  encodeForSelection,
  fitPreparation,
  missingCounts,
  needsPreparation,
  preparationOf,
} from "../models/preparation.js";
import { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import { upTo } from "../numeric/up-to.js";
import { constantFeatures } from "./rank.js";
import { requireFeatures } from "./samples.js";
import type { FeatureBlocks, Interim, Scored, Selector, SelectorContext } from "./selector.js";
import { adjustedNotices, filledNotices, takenAsTheyAreNotices } from "./table-notices.js";

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
  /** The columns of numbers in which values were filled; null where there are none. */
  readonly filledColumns: Uint8Array | null;
  /** What was filled. */
  readonly notices: readonly Notice[];
  /** New data as the method sees this one. */
  prepare(other: Dataset): Dataset;
}

/** Features, and behind them the columns of known influences. */
export interface TableWithInfluences {
  readonly data: Dataset;
  /** How many of the last columns are influences. */
  readonly influences: number;
}

/**
 * Fills missing values, takes known influences away and encodes categories by what the data itself holds, which in an
 * experiment is that of the training rows. Data that needs nothing of it stays as it is.
 */
export function viewFor(
  selector: Pick<Selector, "title" | "categories" | "missing">,
  { data: table, influences }: TableWithInfluences,
): MethodView {
  if (!needsPreparation(table) && influences === 0)
    return {
      filled: table,
      data: table,
      featureOf: null,
      filledColumns: null,
      notices: [],
      prepare: (other) => other,
    };
  const features = upTo(table.features - influences);
  requireTaken(selector, table, features);
  const covariates = upTo(influences).map((place) => features.length + place);
  const preparation = fitPreparation(table, upTo(table.rows), covariates);
  const featuresOf = (whole: Dataset) => (influences > 0 ? whole.selectColumns(features) : whole);
  const completed = (whole: Dataset) => featuresOf(completeData(whole, preparation));
  const data = featuresOf(table);
  const filled = completed(table);
  // Who asks for values from the nearest rows gets them, whatever the method.
  const native = selector.missing === "native" && data.missing === "impute";
  const notices = [
    ...(native ? takenAsTheyAreNotices(data) : filledNotices(data, preparation)),
    ...adjustedNotices(table, preparation),
  ];
  const same = (other: Dataset) => completed(alignTo(other, table.featureNames, table.categories));
  const shares = preparationOf(preparation, features);
  const gaps = Uint8Array.from(missingCounts(data.values), (count, j) =>
    count > 0 && !data.categories?.[j] ? 1 : 0,
  );
  const hasGaps = !native && gaps.includes(1);
  if (!data.categories || selector.categories === "levels")
    return {
      filled,
      data: native ? withGaps(filled, data) : filled,
      featureOf: null,
      filledColumns: hasGaps ? gaps : null,
      notices,
      prepare: same,
    };
  const encoded = encodeForSelection(filled, shares);
  return {
    filled,
    ...encoded,
    filledColumns: hasGaps ? Uint8Array.from(encoded.featureOf, (j) => gaps[j]) : null,
    notices,
    prepare: (other) => encodeForSelection(same(other), shares).data,
  };
}

/** Complete data with the gaps that it had. */
function withGaps(filled: Dataset, { values: before }: Dataset): Dataset {
  const { values } = filled;
  if (values instanceof Matrix && before instanceof Matrix) {
    const gaps = values.copy();
    before.data.forEach((value, at) => {
      if (Number.isNaN(value)) gaps.data[at] = Number.NaN;
    });
    return filled.with({ values: gaps });
  }
  // Sparse data that was adjusted is dense, and what was not stored in it is no gap.
  return values instanceof Matrix
    ? withGaps(filled, filled.with({ values: (before as SparseMatrix).toDense() }))
    : filled.with({ values: before });
}

/** Scores the features of a table that is prepared for the method. */
export async function scorePrepared(
  selector: Selector,
  table: TableWithInfluences,
  options: PlainOptions,
  context: SelectorContext,
): Promise<PreparedScores> {
  const { filled, data, featureOf, filledColumns, notices, prepare } = viewFor(selector, table);
  const constant = constantFeatures(filled);
  requireFeatures(constant.filter((is) => !is).length);
  const told = { ...context, ...(filledColumns && { filled: filledColumns }) };
  const scored = featureOf
    ? await scoreParts((own) => selector.score(data, options, own), featureOf, filled.features, told)
    : await selector.score(data, options, told);
  return { scored, constant, notices, prepare };
}

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
export async function scoreParts(
  score: (context: SelectorContext) => Promise<Scored>,
  featureOf: Int32Array,
  features: number,
  context: SelectorContext,
): Promise<Scored> {
  const { kept, interim, step } = context;
  const keptFeatures = kept && new Set(kept);
  const overFeatures = (values: Float64Array) => perFeature(values, featureOf, features);
  const { scores, errors, shares, order, ...rest } = await score({
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
