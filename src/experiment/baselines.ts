import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { checkOption } from "../core/option.js";
import { Constraints } from "../selectors/constraints.js";
import type { Experiment } from "./plan-experiment.js";
import type { BaselineName } from "./task.js";

/** What people call the baselines. */
export const baselineLabels: Readonly<Record<BaselineName, string>> = {
  all: "all features",
  random: "random k",
};

/** All baselines. */
export const baselineNames = Object.keys(baselineLabels) as readonly BaselineName[];

/** Each baseline that was asked for once, in a fixed order; refuses other words and an empty list. */
export function checkedBaselines(given: readonly string[]): readonly BaselineName[] {
  if (!Array.isArray(given) || given.length === 0)
    throw new InputError(
      "option-value",
      `${optionName("baselines")} must be a list of one or more of ${baselineNames.join(", ")}; leave it out for none`,
      { facts: { option: "baselines", allowed: baselineNames.join(", ") } },
    );
  for (const one of given)
    checkOption("baselines", { type: "choice", default: "all", choices: baselineNames, help: "" }, one);
  return baselineNames.filter((name) => given.includes(name));
}

/**
 * The experiment of a baseline beside that of a method: the same data, folds and classifier. It looks at no label, so nothing can
 * leak, there is nothing to tune, and both protocols would say the same; values are filled and scaled on training rows alone.
 */
export function baselineExperiment(beside: Experiment, baseline: BaselineName): Experiment {
  const { keep, exclude, adjust, selectOn, seed } = beside.selection;
  const { seen } = new Constraints(beside.split.data.featureNames, { keep, exclude, adjust });
  return {
    ...beside,
    selection: { method: baseline, baseline, options: {}, keep, exclude, adjust, selectOn, seed },
    ks: baseline === "all" ? [seen.length] : beside.ks,
    protocols: ["nested"],
    permutations: 0,
    keepsHeldOut: false,
    definitions: { ...beside.definitions, selectors: [] },
  };
}
