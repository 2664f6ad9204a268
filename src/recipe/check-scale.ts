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

/** As many values must be off before they say something about the scale: of a few, one is off by chance. */
const leastValues = 5;

/**
 * Whether new data is on the scale of the training data; a notice where not. Two rules, for any number of rows. A feature
 * is *beyond* where at least half of its values lie outside the training range by more than the width of that range. It
 * is *small* where at least half of its values that are not zero are below half the size that 95 % of the training values
 * reach; since a single feature may well be, it takes half of the features. It is a problem, unless it is a few values of a
 * few features: those may be outliers, so they get a warning.
 */
export function checkScale({ features, reading }: Recipe, picked: Dataset): Notice[] {
  const judged = columnsOf(picked, features);
  const beyond = judged.filter(isBeyond);
  if (beyond.length > 0) {
    const few = beyond.length < judged.length / 2 && beyond.length * picked.rows < leastValues;
    return [
      describe(
        beyond,
        judged,
        few ? "warning" : "problem",
        "far outside the training range",
        reading,
        picked,
      ),
    ];
  }
  if (!areSmall(judged)) return [];
  return [
    describe(judged.filter(isSmall), judged, "problem", "much smaller than in training", reading, picked),
  ];
}

function areSmall(judged: readonly JudgedFeature[]): boolean {
  const small = judged.filter(isSmall);
  const counted = small.reduce((sum, { values }) => sum + nonzero(values).length, 0);
  return small.length > 0 && small.length >= judged.length / 2 && counted >= leastValues;
}

/** Numbers only, and of these what is known. */
function columnsOf({ values, categories }: Dataset, features: readonly RecipeFeature[]): JudgedFeature[] {
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
  return judged
    .filter((_, j) => !categories?.[j])
    .map(({ feature, values: all }) => ({ feature, values: all.filter((x) => !Number.isNaN(x)) }))
    .filter((column) => column.values.length > 0);
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
  off: readonly JudgedFeature[],
  judged: readonly JudgedFeature[],
  level: Notice["level"],
  what: string,
  reading: Recipe["reading"],
  { source }: Dataset,
): Notice {
  const some = off.slice(0, 3).map(({ feature, values }) => {
    const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
    const now = least === most ? short(least) : `${short(least)} to ${short(most)}`;
    return `"${feature.name}" (${now}, in training ${short(feature.min)} to ${short(feature.max)})`;
  });
  const more = off.length > 3 ? ` and ${off.length - 3} more` : "";
  const verb = off.length === 1 ? "is" : "are";
  const { reason, remedies } = likelyReason(off, judged, reading.transforms, source.transforms);
  return notice(
    level,
    "data-mismatch",
    `${off.length} of ${judged.length} features ${verb} ${what}: ${some.join(", ")}${more}; ${reason}`,
    { columns: off.map(({ feature }) => feature.name) },
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
 * Why values are off: the change after which they fit, by the same rules, and the nearest of those. A logarithm must
 * have been made of all features, other units may be those of some. Nothing is advised that was not tried.
 */
function likelyReason(
  off: readonly JudgedFeature[],
  judged: readonly JudgedFeature[],
  recipeTransforms: readonly TransformName[],
  readTransforms: readonly TransformName[],
): Reason {
  const tried = changes.flatMap((change) =>
    (change.kind === "unit" ? [judged, off] : [judged]).map((which) => ({
      change,
      distance: distanceAfter(change, which, judged),
    })),
  );
  const one = off.length === 1;
  const best = tried.reduce((a, b) => (b.distance < a.distance ? b : a));
  if (best.distance === Number.POSITIVE_INFINITY)
    return {
      reason: `none of the usual logarithms and units makes ${one ? "it fit: check what it is" : "them fit: check what they are"}`,
    };
  const { name, kind } = best.change;
  if (kind === "unit")
    return {
      reason: `${one ? "it would fit" : "they would fit"} ${name}, so ${one ? "it seems" : "they seem"} to be in other units`,
    };
  const transform = transformNames.find((known) => known === name);
  if (kind === "undo") {
    const reason =
      recipeTransforms.length > 0
        ? `they would fit with ${name} undone: the recipe applies ${recipeTransforms.join(" and ")} itself, so give values without it`
        : `they would fit with ${name} undone: these look like logarithms where the training data had plain values`;
    if (transform === undefined || readTransforms.at(-1) !== transform) return { reason };
    return {
      reason,
      remedies: [
        { action: "leave that transform out", option: "transforms", value: readTransforms.slice(0, -1) },
      ],
    };
  }
  const reason = `they would fit after ${name}: these look like plain values or raw counts where the training data had logarithms`;
  if (transform === undefined) return { reason };
  const value = [...readTransforms, transform];
  return { reason, remedies: [{ action: "transform them", option: "transforms", value }] };
}

/**
 * The distance to the training data after a change of some features: the median over them of the distance between means, in
 * training deviations. Infinite where the change cannot be made, or where the data does not fit after it.
 */
function distanceAfter(
  { apply }: Change,
  which: readonly JudgedFeature[],
  judged: readonly JudgedFeature[],
): number {
  const distances: number[] = [];
  const after = judged.map((one) => {
    if (!which.includes(one)) return one;
    const values = one.values.map(apply);
    const mean = values.reduce((sum, x) => sum + x / values.length, 0);
    const { feature } = one;
    if (!Number.isFinite(mean)) distances.push(Number.POSITIVE_INFINITY);
    else if (feature.sd > 0) distances.push(Math.abs(mean - feature.mean) / feature.sd);
    return { feature, values };
  });
  if (distances.includes(Number.POSITIVE_INFINITY) || after.some(isBeyond) || areSmall(after))
    return Number.POSITIVE_INFINITY;
  const sorted = Float64Array.from(distances).sort();
  const middle = sorted[sorted.length >> 1] ?? Number.POSITIVE_INFINITY;
  return middle <= nearEnough ? middle : Number.POSITIVE_INFINITY;
}
