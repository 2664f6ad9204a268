import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import type { Dataset } from "../data/dataset.js";
import { canonicalMean, numericColumns, unitVector } from "./unit-columns.js";

/**
 * How much features repeat each other. Two numbers by their correlation; a number and a category by the correlation ratio,
 * the root of the part of the variance that the levels explain; two categories by Cramér's V. The last two have no sign
 * and count as positive; a category of two levels is a number, 0 and 1. Missing values are filled as for selection.
 */
export interface Redundancy {
  /** Σ_{i>j} corr(f_i, f_j) / (|F|(|F| − 1)), signed, as the paper prints it: half the mean correlation, at most 0.5. */
  readonly redundancy: number;
  /** The mean of |corr(f_i, f_j)| over all pairs, from 0 to 1: nothing cancels here. */
  readonly redundancyAbs: number;
}

/** Features of the data: places, as in a ranking, or names. */
export type FeatureList = ArrayLike<number> | readonly string[];

/**
 * The redundancy rate of some features, over the rows of the data. A constant feature correlates with nothing; a single
 * feature has rate 0.
 */
export function redundancyRate(data: Dataset, features: FeatureList): Redundancy {
  if (features.length === 0)
    throw new InputError("option-value", "the redundancy rate needs at least one feature; none was given");
  return redundancyCurve(data, features, [features.length])[0];
}

/**
 * The redundancy rate of the first k features of a ranking, for every k of a list, from one pass over the pairs. Cost:
 * O(rows · K²) with K the largest k. Only the K features are read, and copied once.
 */
export function redundancyCurve(data: Dataset, ranking: FeatureList, ks: ArrayLike<number>): Redundancy[] {
  const most = largest(ks, ranking.length);
  const columns = placesOf(data, ranking, most);
  const blocks = unitVectors(data, columns);
  const signed = new Float64Array(most + 1);
  const absolute = new Float64Array(most + 1);
  for (let k = 1; k <= most; k++) {
    let [sum, sumAbs] = [0, 0];
    for (let other = 0; other < k - 1; other++) {
      const correlation = clamp(association(blocks[k - 1], blocks[other]));
      sum += correlation;
      sumAbs += Math.abs(correlation);
    }
    signed[k] = signed[k - 1] + sum;
    absolute[k] = absolute[k - 1] + sumAbs;
  }
  return Array.from(ks, (k) => {
    const ordered = Math.max(1, k * (k - 1));
    return { redundancy: signed[k] / ordered, redundancyAbs: (2 * absolute[k]) / ordered };
  });
}

function largest(ks: ArrayLike<number>, features: number): number {
  let most = 0;
  for (let i = 0; i < ks.length; i++) {
    if (!(Number.isInteger(ks[i]) && ks[i] >= 1 && ks[i] <= features))
      throw new InputError(
        "option-value",
        `k must be a whole number from 1 to ${features}, the features given; ${ks[i]} was given`,
      );
    most = Math.max(most, ks[i]);
  }
  return most;
}

/** The places of the first features, each known and named once. */
function placesOf(data: Dataset, features: FeatureList, count: number): Int32Array {
  const places = new Int32Array(count);
  const seen = new Set<number>();
  const placeOf = new Map(
    typeof features[0] === "string" ? data.featureNames.map((name, j) => [name, j]) : [],
  );
  for (let i = 0; i < count; i++) {
    const feature = features[i];
    const place = typeof feature === "string" ? (placeOf.get(feature) ?? -1) : feature;
    if (!(Number.isInteger(place) && place >= 0 && place < data.features))
      throw unknownFeature(data, feature);
    if (seen.has(place))
      throw new InputError(
        "option-value",
        `feature "${data.featureNames[place]}" is listed twice; list it once`,
      );
    seen.add(place);
    places[i] = place;
  }
  return places;
}

function unknownFeature(data: Dataset, feature: number | string): InputError {
  if (typeof feature === "string")
    return new InputError(
      "unknown-name",
      `the data has no feature "${feature}"${didYouMean(feature, data.featureNames)}`,
    );
  return new InputError(
    "option-value",
    `feature ${feature} was given; the features are 0 to ${data.features - 1}`,
  );
}

/**
 * For each feature its columns, centred and of length 1, those of a category at right angles: products of two features'
 * columns are their correlations. Constant columns are all zeros.
 */
function unitVectors(data: Dataset, columns: Int32Array): Float64Array[][] {
  const { values: dense, featureOf } = numericColumns(data, columns);
  const blocks: Float64Array[][] = Array.from(columns, () => []);
  featureOf.forEach((feature, j) => {
    const column = new Float64Array(dense.rows);
    for (let i = 0; i < column.length; i++) column[i] = dense.data[i * dense.columns + j];
    const bad = column.findIndex((x) => !Number.isFinite(x));
    if (bad >= 0)
      throw new InputError(
        "missing-values",
        `row ${bad + 1} of feature "${data.featureNames[columns[feature]]}" is ${column[bad]}; the redundancy rate needs finite numbers`,
      );
    blocks[feature].push(unitVector(column));
  });
  return blocks;
}

/** The correlation of two numbers; else the root mean square of the canonical correlations of two features. */
function association(a: readonly Float64Array[], b: readonly Float64Array[]): number {
  if (a.length === 1 && b.length === 1) return dot(a[0], b[0]);
  let squares = 0;
  for (const one of a)
    for (const other of b) {
      const product = dot(one, other);
      squares += product * product;
    }
  return canonicalMean(squares, a.length, b.length);
}

/** Four sums side by side: the processor adds them at the same time. */
function dot(a: Float64Array, b: Float64Array): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const whole = a.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    s0 += a[i] * b[i];
    s1 += a[i + 1] * b[i + 1];
    s2 += a[i + 2] * b[i + 2];
    s3 += a[i + 3] * b[i + 3];
  }
  for (let i = whole; i < a.length; i++) s0 += a[i] * b[i];
  return s0 + s1 + (s2 + s3);
}

function clamp(correlation: number): number {
  return Math.max(-1, Math.min(1, correlation));
}
