import { InputError } from "../core/input-error.js";
import type { Dataset } from "../data/dataset.js";
import type { Tuning } from "../experiment/tune.js";
import { ridgeName } from "../models/ridge.js";
import type { MakeRecipeOptions } from "../recipe/make-recipe.js";
import { makeRecipe } from "../recipe/make-recipe.js";
import type { Recipe } from "../recipe/recipe.js";
import { type PlannedOptions, planDefaults, planSchema, type SelectPlan, type TunePlan } from "./plan.js";
import { commandOf } from "./render.js";
import type { SelectStudy } from "./study.js";

/**
 * The recipe of a selection: for new data, and to repeat it. It holds a fitted classifier where the plan asks for one. With
 * `picked` the data holds the picked features alone, as `pickedRows` gives it.
 */
export function recipeOf(
  data: Dataset,
  plan: SelectPlan,
  { selection, stopped }: Pick<SelectStudy, "selection" | "stopped">,
  run: Pick<MakeRecipeOptions, "threads" | "onProgress" | "signal" | "picked"> = {},
): Promise<Recipe> {
  if (stopped)
    throw new InputError(
      "not-possible",
      "the selection was stopped, so it cannot be repeated and has no recipe",
    );
  const usual = data.targets ? ridgeName : planDefaults.classifier;
  const { classifier = usual, classifierOptions } = plan.judge ?? {};
  const { transforms: _, ...reading } = plan.data[0].reading ?? {};
  return makeRecipe(data, selection, {
    ...(plan.model && { classifier, classifierOptions }),
    reading,
    command: commandOf(plan) ?? undefined,
    kernels: plan.kernels,
    ...run,
  });
}

/** The plan that selects with the setting that was chosen for another plan. */
export function tunedPlan(plan: TunePlan, { k, chosen }: Pick<Tuning, "k" | "chosen">): SelectPlan {
  const { selectOn: _, options, ...select } = plan.select;
  const { schema, data, seed, kernels } = plan;
  const all = { ...options, ...(chosen as PlannedOptions) };
  return { schema, task: "select", data, select: { ...select, k, options: all }, seed, kernels };
}

/** The plan that repeats the selection of a recipe on its own data. K and options are those that were used. */
export function planOf({ reading, data, selection }: Recipe): SelectPlan {
  const { method, options, k, seed, kernels, keep, exclude, adjust, featureGroups, costs } = selection;
  const { features: _features, levels: _levels, transforms, ...read } = reading;
  return {
    schema: planSchema,
    task: "select",
    data: [{ source: data.source, reading: { ...read, ...(transforms.length > 0 && { transforms }) } }],
    select: {
      method,
      options: options as PlannedOptions,
      k,
      ...(keep.length > 0 && { keep }),
      ...(exclude.length > 0 && { exclude }),
      ...(adjust.length > 0 && { adjust }),
      ...(Object.keys(featureGroups).length > 0 && { featureGroups }),
      ...(costs && { costs }),
    },
    seed,
    kernels,
  };
}
