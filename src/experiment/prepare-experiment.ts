import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { checkOption, completeOptions } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { metricOption } from "../evaluation/metrics.js";
import { Constraints } from "../selectors/constraints.js";
import { resolveCosts } from "../selectors/costs.js";
import { defaultMethod, findSelector, isBuiltInSelector, requireSuited } from "../selectors/registry.js";
import { wholeNumber } from "../selectors/run-context.js";
import { requireTaken } from "../selectors/score-prepared.js";
import { preparedInsideNotices } from "../selectors/table-notices.js";
import type { PlainEvaluateOptions } from "./evaluate-options.js";
import { judgeNotices, judgeOf } from "./judge.js";
import { requireMetric, usualMetric } from "./metric-choice.js";
import type { Experiment, Protocol } from "./plan-experiment.js";
import { planSplits } from "./plan-splits.js";
import type { SelectionPlan } from "./task.js";
import { checkedKs, defaultKs, tuningPlan } from "./tune/settings.js";

/**
 * One experiment from what a user gave, after refusing what cannot be done, all before any work. A method that does not weigh
 * costs selects without them.
 */
export function prepareExperiment(
  data: Dataset,
  given: PlainEvaluateOptions,
  dataset: number,
): { experiment: Experiment; protocol: Protocol } {
  const {
    method = defaultMethod,
    options: own = {},
    k: givenK,
    protocol = "nested",
    sideBySide = true,
    permutations = 0,
    metric = usualMetric(data),
    selectOn = "scaled",
    keepHeldOut = false,
    keep,
    exclude,
    adjust,
    costs: givenCosts,
    tune = givenK === "auto",
    seed = 1,
    folds,
    repeats,
    rowGroups,
    rareClasses,
    test,
  } = given;
  const selector = findSelector(method);
  const options = completeOptions(selector.name, selector.options, own);
  checkChoice("protocol", ["nested", "paper"], protocol);
  requireSuited(selector, data, options);
  if (data.targets && protocol === "paper") throw honestOnly(data);
  const judge = judgeOf(data, given);
  checkChoice("selectOn", ["scaled", "raw"], selectOn);
  checkOption("seed", wholeNumber(0, 2 ** 32 - 1), seed);
  checkOption("permutations", wholeNumber(0, 100_000), permutations);
  checkOption("metric", metricOption, metric);
  requireMetric(metric, data);
  if (metric === "auc" && folds === "leave-one-out")
    throw new InputError(
      "options-conflict",
      `${optionName("metric")} auc needs folds with rows of two classes, but leave-one-out tests one row at a time`,
      {
        remedies: [
          { action: "use another metric", option: "metric" },
          { action: "use a number of folds", option: "folds", value: 5 },
        ],
      },
    );
  const split = planSplits(data, { folds, repeats, rowGroups, rareClasses, test, seed });
  const constraints = new Constraints(data.featureNames, { keep, exclude, adjust }, data.notices);
  const costs = resolveCosts(givenCosts, data.featureNames, constraints);
  const k = givenK ?? constraints.usualK;
  requireTaken(selector, data, constraints.seen);
  const auto = k === "auto" ? autoKs(tune, constraints) : null;
  const candidateKs = checkedKs(auto ?? (k as number | readonly number[]), constraints.seen.length);
  for (const one of candidateKs) constraints.resolveK(one, one);
  // Where k is chosen, the largest stands for it.
  const ks = auto ? candidateKs.slice(-1) : candidateKs;
  const tuning = tune
    ? {
        ...tuningPlan(selector, own, tune === true ? {} : tune, metric),
        ks: auto && candidateKs,
        ...(split.rowGroups && { rowGroups: split.rowGroups }),
      }
    : undefined;
  if (tuning) requireMetric(tuning.metric, data);
  const selection: SelectionPlan = {
    method: selector.name,
    options,
    keep,
    exclude,
    ...(adjust && { adjust }),
    ...(costs && selector.weighsCosts && { costs: costs.given }),
    selectOn,
    seed,
    ...(tuning && { tuning }),
  };
  const other = protocol === "nested" ? "paper" : "nested";
  return {
    protocol,
    experiment: {
      dataset,
      split,
      features: split.data.features,
      told: constraints.told,
      notices: [
        ...split.notices,
        ...preparedInsideNotices(split.data, constraints),
        ...(costs?.notices ?? []),
        ...judgeNotices(split.data, judge),
      ],
      selector,
      selection,
      definitions: {
        selectors: isBuiltInSelector(selector) ? [] : [selector],
        classifiers: judge.definitions,
      },
      classifier: judge.plan,
      ks,
      protocols: sideBySide && !data.targets ? [protocol, other] : [protocol],
      permutations,
      metric,
      seed,
      keepsHeldOut: keepHeldOut,
      costs,
    },
  };
}

const honestOnly = ({ labelName }: Dataset) =>
  new InputError(
    "not-possible",
    `the paper's protocol is for classes, but the target "${labelName}" is a number; selecting on all rows would only flatter the figures`,
    { remedies: [{ action: "select inside the training rows", option: "protocol", value: "nested" }] },
  );

/** The numbers of features to choose from. */
function autoKs(tune: PlainEvaluateOptions["tune"], { seen, kept }: Constraints): readonly number[] {
  if (tune === false)
    throw new InputError(
      "options-conflict",
      `${optionName("k")} auto is chosen by tuning; leave out ${optionName("tune")}: false`,
    );
  const given = typeof tune === "object" ? tune.k : undefined;
  return given ?? defaultKs(seen.length, Math.max(1, kept.length));
}

function checkChoice(name: string, choices: readonly string[], value: unknown): void {
  checkOption(name, { type: "choice", default: choices[0], choices, help: "" }, value);
}
