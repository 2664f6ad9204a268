import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import { type ChoiceOption, checkOption, describeValue } from "../../core/option.js";
import { type MetricName, metricOption } from "../../evaluation/metrics.js";
import type { Method, MethodName } from "../../selectors/registry.js";
import { wholeNumber } from "../../selectors/run-context.js";
import type { Selector } from "../../selectors/selector.js";
import { candidatesOf, type PlainTriedOptions, type TriedOptions } from "./candidates.js";
import type { TuningPlan, TuningRule } from "./tuning-plan.js";

/** How a choice is made from scores. */
export const ruleOption = {
  type: "choice",
  default: "one-se",
  choices: ["one-se", "best"],
  help: "what to choose: the simplest setting within one standard error of the best (one-se), or the best",
} as const satisfies ChoiceOption;

/** What is tried and how one of it is chosen. */
export type TuneSettings<M extends Method = MethodName> = TuneRules & TriedOptions<M>;

/** {@link TuneSettings} of a method that is known at run time only. */
export interface PlainTuneSettings extends TuneRules, PlainTriedOptions {}

/** How one of what is tried is chosen. */
export interface TuneRules {
  /** Folds, 5 where not given; fewer where the smallest class has fewer rows. */
  folds?: number;
  /** How often all folds are made anew, 1 where not given; more give steadier scores. */
  repeats?: number;
  /** What is to be large; where not given accuracy, or R² for numbers. */
  metric?: MetricName;
  rule?: TuningRule;
}

/** Folds where nothing is said. */
export const defaultFolds = 5;

/** The names of all settings, to tell them from a method's options. */
const names = ["folds", "repeats", "metric", "rule", "try", "gammas", "ps", "k"];

/**
 * The plan for a method with these options, after refusing what cannot be done; without what needs the data. The usual
 * metric counts where the settings name none.
 */
export function tuningPlan(
  selector: Selector,
  given: Readonly<Record<string, unknown>>,
  settings: PlainTuneSettings,
  usualMetric: MetricName = metricOption.default,
): Omit<TuningPlan, "ks" | "rowGroups"> {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings))
    throw new InputError(
      "option-value",
      `tune must be true or an object with ${names.join(", ")}; ${describeValue(settings)} was given`,
    );
  const unknown = Object.keys(settings).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new InputError(
      "unknown-name",
      `"${unknown}" is not a setting of ${optionName("tune")}; its settings are ${names.join(", ")}`,
    );
  const { folds = defaultFolds, repeats = 1, metric = usualMetric, rule = ruleOption.default } = settings;
  checkOption("folds", wholeNumber(2, 10_000), folds);
  checkOption("repeats", wholeNumber(1, 1000), repeats);
  checkOption("metric", metricOption, metric);
  checkOption("rule", ruleOption, rule);
  return { candidates: candidatesOf(selector, given, settings), folds, repeats, metric, rule };
}

/** Steps of about 1.6: a right k is never far from one of them. */
const steps = [1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200];

/** The numbers of features that are tried where none are given: up to 200, or to all features where they are fewer. */
export function defaultKs(features: number, least = 1): number[] {
  const most = Math.min(features, steps[steps.length - 1]);
  const below = steps.filter((k) => k >= least && k < most);
  return [...below, Math.max(least, most)];
}

/** Different whole numbers, rising, that the data has features for. */
export function checkedKs(k: number | readonly number[], features: number): number[] {
  const ks = [...new Set(typeof k === "number" ? [k] : k)].sort((a, b) => a - b);
  if (ks.length === 0)
    throw new InputError(
      "option-value",
      `${optionName("k")} is an empty list; give at least one number of features`,
      { facts: { option: "k" } },
    );
  for (const one of ks)
    if (!(Number.isInteger(one) && one >= 1 && one <= features))
      throw new InputError(
        "option-value",
        `${optionName("k")} must be a whole number from 1 to ${features}, the number of features; ${one} was given`,
        { facts: { option: "k", given: one } },
      );
  return ks;
}
