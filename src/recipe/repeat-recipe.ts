import { ProgressReporter } from "../core/progress-reporter.js";
import type { Dataset } from "../data/dataset.js";
import type { RunOptions } from "../selectors/run-context.js";
import { type Selection, selectWith } from "../selectors/select.js";
import { version } from "../version.js";
import { fingerprint } from "./fingerprint.js";
import { presentClasses } from "./make-recipe.js";
import type { Recipe, RecipeFeature } from "./recipe.js";

/** What {@link repeatRecipe} gives. */
export interface Repetition {
  readonly selection: Selection;
  /** Whether names, labels and values are those that the recipe was made from. */
  readonly sameData: boolean;
  /** Whether the same features were picked in the same order. */
  readonly sameFeatures: boolean;
  /** Whether their scores are the same to the last bit too. */
  readonly sameScores: boolean;
  /** What differs, in words; empty where nothing does. */
  readonly differences: readonly string[];
}

/** The part of the work that is looking at the data, for the progress. */
const looking = 0.1;

/** Selects again as the recipe says, and compares the data and the picked features with those of the recipe. */
export async function repeatRecipe(
  recipe: Recipe,
  data: Dataset,
  { threads, onProgress, signal }: Pick<RunOptions, "threads" | "onProgress" | "signal"> = {},
): Promise<Repetition> {
  const { method, options, k, seed, kernels, keep, exclude, groups } = recipe.selection;
  const progress = new ProgressReporter(onProgress, signal);
  const sha256 = await fingerprint(data, (part) => progress.report(looking * part));
  const there = new Set(data.featureNames);
  const selection = await selectWith(data, {
    method,
    options,
    k,
    seed,
    kernels,
    keep,
    // What is not there needs no excluding.
    exclude: exclude.filter((name) => there.has(name)),
    groups: new Map(groups.map(({ name, features }) => [name, features])),
    threads,
    signal,
    onProgress: (part) => onProgress?.(looking + (1 - looking) * part),
  });
  const sameData = sha256 === recipe.data.sha256;
  const scores = Array.from(selection.features, (_, place) => selection.scores[selection.ranking[place]]);
  const sameFeatures =
    recipe.features.length === selection.features.length &&
    recipe.features.every(({ name }, place) => name === selection.features[place]);
  const sameScores =
    sameFeatures && recipe.features.every(({ score }, place) => Number(score) === scores[place]);
  return {
    selection,
    sameData,
    sameFeatures,
    sameScores,
    differences: [
      ...(sameData ? [] : [dataDifference(recipe, data)]),
      ...(sameFeatures ? [] : [featureDifference(recipe.features, selection.features)]),
      ...(sameFeatures && !sameScores ? [scoreDifference(recipe.features, scores)] : []),
      ...(sameScores || recipe.version === version
        ? []
        : [`the recipe was made by salience ${recipe.version}, this is ${version}`]),
    ],
  };
}

function dataDifference({ data: before }: Recipe, data: Dataset): string {
  const classes = presentClasses(data);
  const parts: string[] = [];
  if (data.rows !== before.rows) parts.push(`${data.rows} rows where it was ${before.rows}`);
  if (data.features !== before.features)
    parts.push(`${data.features} features where it was ${before.features}`);
  if (JSON.stringify(classes) !== JSON.stringify(before.classes)) parts.push("other classes or class sizes");
  return `the data differs from that of the recipe: ${parts.join(", ") || "the same shape and classes, but other names, values or order"}`;
}

function featureDifference(before: readonly RecipeFeature[], now: readonly string[]): string {
  const held = new Set(before.map(({ name }) => name));
  const same = now.filter((name) => held.has(name)).length;
  if (same === now.length && same === before.length) return "the same features were picked, in another order";
  const at = now.findIndex((name, place) => name !== before[place]?.name);
  const first = at < 0 ? now.length : at;
  return `${same} of the ${before.length} features were picked again; the first difference is at rank ${first + 1}`;
}

function scoreDifference(before: readonly RecipeFeature[], now: readonly number[]): string {
  const largest = before.reduce((most, { score }, place) => {
    const size = Math.max(Math.abs(Number(score)), Math.abs(now[place])) || 1;
    return Math.max(most, Math.abs(Number(score) - now[place]) / size);
  }, 0);
  return `the scores differ by up to ${Number((100 * largest).toPrecision(2))} %`;
}
