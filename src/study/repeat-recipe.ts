import { type Json, toPlain } from "../core/json.js";
import type { Notice } from "../core/notice.js";
import type { Dataset } from "../data/dataset.js";
import { checkData } from "../recipe/check-data.js";
import type { Recipe, RecipeFeature } from "../recipe/recipe.js";
import type { RunOptions } from "../selectors/run-context.js";
import type { Selection, SelectionJson } from "../selectors/selection.js";
import { version } from "../version.js";
import type { SelectPlan } from "./plan.js";
import { planOf } from "./recipe-of.js";
import { runStudy } from "./run-study.js";

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
  /** The picked features, best first, beside those of the recipe. */
  readonly features: readonly RepeatedFeature[];
  /** Those of the selection. */
  readonly notices: readonly Notice[];
  readonly version: string;
  /** The JSON form, which `readResult` reads back. */
  toJSON(): RepetitionJson;
}

/** A picked feature, and what the recipe has at the same rank. */
export interface RepeatedFeature {
  /** From 1. */
  readonly rank: number;
  readonly name: string;
  readonly score: number;
  /** Absent where the recipe has fewer features. */
  readonly before?: { readonly name: string; readonly score: number };
}

/** A {@link Repetition} in JSON. */
export interface RepetitionJson extends Json<Omit<Repetition, "selection" | "toJSON">> {
  readonly schema: "salience/repetition@1";
  readonly selection: SelectionJson;
}

/** A repetition from its parts. */
export const makeRepetition = (parts: Omit<Repetition, "toJSON">): Repetition => ({
  ...parts,
  toJSON() {
    const { selection, ...rest } = this;
    return { schema: "salience/repetition@1", ...toPlain(rest), selection: selection.toJSON() };
  },
});

/** The part of the work that is looking at the data, for the progress. */
const looking = 0.1;

/** Runs the plan of a recipe, and compares the data and the picked features with those of the recipe. */
export async function repeatRecipe(
  recipe: Recipe,
  data: Dataset,
  { threads, onProgress, signal }: Pick<RunOptions, "threads" | "onProgress" | "signal"> = {},
): Promise<Repetition> {
  const otherData = await checkData(recipe, data, {
    onProgress: onProgress && ((part) => onProgress(looking * part)),
    signal,
  });
  const { selection } = await runStudy(data, withoutAbsent(planOf(recipe), data), {
    threads,
    signal,
    onProgress: onProgress && ((part) => onProgress(looking + (1 - looking) * part)),
  });
  const features = selection.features.map((name, place): RepeatedFeature => {
    const before = recipe.features.at(place);
    return {
      rank: place + 1,
      name,
      score: selection.scores[selection.ranking[place]],
      ...(before && { before: { name: before.name, score: Number(before.score) } }),
    };
  });
  const sameFeatures =
    recipe.features.length === features.length && features.every(({ name, before }) => name === before?.name);
  const sameScores = sameFeatures && features.every(({ score, before }) => score === before?.score);
  return makeRepetition({
    selection,
    sameData: otherData === null,
    sameFeatures,
    sameScores,
    differences: [
      ...(otherData ? [otherData.text] : []),
      ...(sameFeatures ? [] : [featureDifference(recipe.features, selection.features)]),
      ...(sameFeatures && !sameScores ? [scoreDifference(features)] : []),
      ...(sameScores || recipe.version === version
        ? []
        : [`the recipe was made by salience ${recipe.version}, but this is ${version}`]),
    ],
    features,
    notices: selection.notices,
    version,
  });
}

/** A feature that the data does not have need not be excluded, and costs nothing. */
function withoutAbsent(plan: SelectPlan, data: Dataset): SelectPlan {
  const { exclude = [], costs, ...select } = plan.select;
  const there = new Set(data.featureNames);
  const groups = new Set(Object.keys(select.featureGroups ?? {}));
  const left = exclude.filter((name) => there.has(name));
  const priced =
    costs &&
    Object.fromEntries(Object.entries(costs).filter(([name]) => there.has(name) || groups.has(name)));
  return {
    ...plan,
    select: { ...select, ...(left.length > 0 && { exclude: left }), ...(priced && { costs: priced }) },
  };
}

function featureDifference(before: readonly RecipeFeature[], now: readonly string[]): string {
  const held = new Set(before.map(({ name }) => name));
  const same = now.filter((name) => held.has(name)).length;
  if (same === now.length && same === before.length) return "the same features were picked, in another order";
  const at = now.findIndex((name, place) => name !== before[place]?.name);
  const first = at < 0 ? now.length : at;
  return `${same} of the ${before.length} features were picked again; the first difference is at rank ${first + 1}`;
}

function scoreDifference(features: readonly RepeatedFeature[]): string {
  const largest = features.reduce((most, { score, before = { score } }) => {
    const size = Math.max(Math.abs(before.score), Math.abs(score)) || 1;
    return Math.max(most, Math.abs(before.score - score) / size);
  }, 0);
  return `the scores differ by up to ${Number((100 * largest).toPrecision(2))} %`;
}
