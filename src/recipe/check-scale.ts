import type { Remedy } from "../core/diagnostic.js";
import { type Notice, notice } from "../core/notice.js";
import type { Dataset } from "../data/dataset.js";
import { type TransformName, transformNames } from "../data/transforms.js";
import { rowValues } from "../data/writers/writable.js";
import { exp, log, log1p, log2, log10, pow } from "../numeric/math.js";
import type { Recipe, RecipeFeature } from "./recipe.js";

/** New values of a feature, and what it was in training. */
interface JudgedFeature {
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
export function checkScale({ features, reading }: Recipe, picked: Dataset): Notice[] {
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
): Notice {
  const some = judged.slice(0, 3).map(({ feature, values }) => {
    const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
    const now = least === most ? short(least) : `${short(least)} to ${short(most)}`;
    return `"${feature.name}" (${now}, in training ${short(feature.min)} to ${short(feature.max)})`;
  });
  const more = judged.length > 3 ? ` and ${judged.length - 3} more` : "";
  const verb = judged.length === 1 ? "is" : "are";
  const { reason, remedies } = likelyReason(judged, transforms);
  return notice(
    "warning",
    "data-mismatch",
    `${judged.length} of ${features} features ${verb} ${what}: ${some.join(", ")}${more}; ${reason}`,
    { columns: judged.map(({ feature }) => feature.name) },
    remedies,
  );
}

const short = (x: number) => String(Number(x.toPrecision(3)));

/** A change that may have been made to one of two files only. */
interface Change {
  readonly name: string;
  readonly kind: "log" | "undo" | "unit";
  apply(x: number): number;
}

const changes: readonly Change[] = [
  { name: "log1p", kind: "log", apply: log1p },
  { name: "log2", kind: "log", apply: log2 },
  { name: "log10", kind: "log", apply: log10 },
  { name: "log", kind: "log", apply: log },
  { name: "log2(1 + x)", kind: "log", apply: (x) => log2(1 + x) },
  { name: "log10(1 + x)", kind: "log", apply: (x) => log10(1 + x) },
  { name: "log1p", kind: "undo", apply: (x) => exp(x) - 1 },
  { name: "log2", kind: "undo", apply: (x) => pow(2, x) },
  { name: "log10", kind: "undo", apply: (x) => pow(10, x) },
  { name: "log", kind: "undo", apply: exp },
  { name: "log2(1 + x)", kind: "undo", apply: (x) => pow(2, x) - 1 },
  ...[10, 100, 255, 1000, 1e4, 1e5, 1e6].flatMap((factor): Change[] => [
    { name: `divided by ${factor}`, kind: "unit", apply: (x) => x / factor },
    { name: `multiplied by ${factor}`, kind: "unit", apply: (x) => x * factor },
  ]),
];

/** How far from the training mean, in deviations, values may typically lie after the right change. */
const nearEnough = 1.5;

/** Why values are off, in words, and what to do about it. */
interface Reason {
  readonly reason: string;
  readonly remedies?: readonly Remedy[];
}

/**
 * Why values are off: the change that brings them nearest to the training data. Nearness is the median over the features of
 * the distance between means, in training deviations.
 */
function likelyReason(judged: readonly JudgedFeature[], transforms: readonly TransformName[]): Reason {
  const tried = changes.map((change) => ({ change, distance: distanceAfter(change, judged) }));
  const best = tried.reduce((a, b) => (b.distance < a.distance ? b : a));
  if (!(best.distance <= nearEnough)) return { reason: "check units and transforms" };
  const { name, kind } = best.change;
  if (kind === "unit") return { reason: `they would fit ${name}: are they in other units?` };
  if (kind === "undo" && transforms.length > 0)
    return {
      reason: `they would fit with ${name} undone: the recipe applies ${transforms.join(" and ")} itself, so give values without it`,
    };
  if (kind === "undo")
    return {
      reason: `they would fit with ${name} undone: these look like logarithms where the training data had plain values`,
    };
  const reason = `they would fit after ${name}: these look like plain values or raw counts where the training data had logarithms`;
  const transform = transformNames.find((known) => known === name);
  if (transform === undefined) return { reason };
  return { reason, remedies: [{ action: "transform them", option: "transforms", value: [transform] }] };
}

/** Infinite where the change cannot be made. */
function distanceAfter({ apply }: Change, judged: readonly JudgedFeature[]): number {
  const distances: number[] = [];
  for (const { feature, values } of judged) {
    const mean = values.reduce((sum, x) => sum + apply(x) / values.length, 0);
    if (!Number.isFinite(mean)) return Number.POSITIVE_INFINITY;
    if (feature.sd > 0) distances.push(Math.abs(mean - feature.mean) / feature.sd);
  }
  const sorted = Float64Array.from(distances).sort();
  return sorted.length === 0 ? Number.POSITIVE_INFINITY : sorted[sorted.length >> 1];
}
