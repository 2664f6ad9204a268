import type { Dataset } from "../data/dataset.js";
import { rowValues } from "../data/writers/row-values.js";
import { likelyReason } from "./likely-reason.js";
import type { Recipe, RecipeFeature } from "./recipe.js";

/** New values of a feature, and what it was in training. */
export interface JudgedFeature {
  readonly feature: RecipeFeature;
  readonly values: Float64Array;
}

/** More rows than these are not needed to know the scale. */
const mostRows = 10_000;

/** As many values must be at hand before being small says something: of a few, one is small by chance. */
const leastSmall = 5;

/**
 * Whether new data is on the scale of the training data; a warning where not. Two rules, for any number of rows. A feature
 * is *beyond* where at least half of its values lie outside the training range by more than the width of that range. It
 * is *small* where at least half of its values that are not zero are below half the size that 95 % of the training values
 * reach; since a single feature may well be, it takes half of the features.
 */
export function checkScale({ features, reading }: Recipe, picked: Dataset): string[] {
  const judged = columnsOf(picked, features);
  const beyond = judged.filter(isBeyond);
  if (beyond.length > 0)
    return [describe(beyond, features.length, "far outside the training range", reading.transforms)];
  const small = judged.filter(isSmall);
  const counted = small.reduce((sum, { values }) => sum + nonzero(values).length, 0);
  if (small.length === 0 || small.length < judged.length / 2 || counted < leastSmall) return [];
  return [describe(small, features.length, "much smaller than in training", reading.transforms)];
}

function columnsOf({ values }: Dataset, features: readonly RecipeFeature[]): JudgedFeature[] {
  const step = Math.ceil(values.rows / mostRows);
  const rows = Math.ceil(values.rows / step);
  const judged = features.map((feature) => ({ feature, values: new Float64Array(rows) }));
  const row = new Float64Array(values.columns);
  for (let i = 0; i < rows; i++) {
    rowValues(values, i * step, row);
    judged.forEach((column, j) => {
      column.values[i] = row[j];
    });
  }
  return judged;
}

function isBeyond({ feature: { min, max }, values }: JudgedFeature): boolean {
  const width = max - min;
  const outside = values.filter((x) => x < min - width || x > max + width);
  return width > 0 && outside.length >= values.length / 2;
}

function isSmall({ feature: { small }, values }: JudgedFeature): boolean {
  const sizes = nonzero(values);
  return sizes.length > 0 && sizes.filter((x) => Math.abs(x) < small / 2).length >= sizes.length / 2;
}

const nonzero = (values: Float64Array) => values.filter((x) => x !== 0);

/** `18 of 20 features are far outside the training range: a (12 to 5321, in training 0 to 8.1), …` */
function describe(
  judged: readonly JudgedFeature[],
  features: number,
  what: string,
  transforms: Recipe["reading"]["transforms"],
): string {
  const some = judged.slice(0, 3).map(({ feature, values }) => {
    const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
    const now = least === most ? short(least) : `${short(least)} to ${short(most)}`;
    return `"${feature.name}" (${now}, in training ${short(feature.min)} to ${short(feature.max)})`;
  });
  const more = judged.length > 3 ? ` and ${judged.length - 3} more` : "";
  const verb = judged.length === 1 ? "is" : "are";
  const reason = likelyReason(judged, transforms) ?? "check units and transforms";
  return `${judged.length} of ${features} features ${verb} ${what}: ${some.join(", ")}${more}; ${reason}`;
}

const short = (x: number) => String(Number(x.toPrecision(3)));
