import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import { bytesText } from "../../core/memory.js";
import { completeOptions } from "../../core/option.js";
import { requireFeatures } from "../../data/require-selectable.js";
import { sampleRemedy } from "../../data/stream/refuse-whole.js";
import type { RowSource } from "../../data/stream/row-source.js";
import type { ClassWeight } from "../../models/class-weight.js";
import { Constraints } from "../../selectors/constraints.js";
import { resolveCosts } from "../../selectors/costs.js";
import { findSelector, type PlainMethodChoice, requireSuited } from "../../selectors/registry.js";
import { type ChosenMethod, requireMoments } from "../../selectors/select-streamed.js";
import { baselineLabels, checkedBaselines } from "../baselines.js";
import type { PlainCompareOptions } from "../compare.js";
import { namedMethods } from "../compared-methods.js";
import { judgeOf } from "../judge.js";
import { requireMetric, usualMetric } from "../metric-choice.js";
import type { Protocol } from "../plan-experiment.js";
import { requireNoFolds } from "../plan-splits.js";
import { checkRun } from "../run-tasks.js";
import type { BaselineName } from "../task.js";
import { checkedKs } from "../tune/settings.js";

/** What a comparison on rows that are read in blocks takes. */
export interface StreamedCompareOptions extends Omit<PlainCompareOptions, "test" | "rowGroups"> {
  /** How missing values are treated; `impute` if absent. */
  readonly missing?: "impute" | "drop-rows" | "drop-columns" | "error" | "knn";
  /** How many bytes the selected features of both files and the work on them may take; no limit if absent. */
  readonly memory?: number;
}

/** A method of the comparison, with its options as they were given and all of them. */
export interface StreamedMethod extends ChosenMethod {
  readonly label: string;
  readonly own: NonNullable<PlainMethodChoice["options"]>;
}

/** A comparison that can be made from rows in blocks. */
export interface StreamedPlan {
  readonly methods: readonly StreamedMethod[];
  readonly baselines: readonly BaselineName[];
  /** The one that counts first. */
  readonly protocols: readonly Protocol[];
  /** The scatters of all pairs of features that methods need, by how much classes count in them; often one, at most two. */
  readonly scatters: readonly ClassWeight[];
}

/** Refuses, before the rows are read, whatever needs more than their moments and the selected columns. */
export function planStreamed(train: RowSource, test: RowSource, given: StreamedCompareOptions): StreamedPlan {
  checkRun(given);
  refuseRows(given);
  const { protocol = "nested", sideBySide = true } = given;
  const { metric = usualMetric(train.head) } = given;
  judgeOf(train.head, given);
  requireMetric(metric, train.head);
  const baselines = given.baselines ? checkedBaselines(given.baselines) : [];
  const methods = namedMethods(
    given.methods,
    baselines.map((name) => baselineLabels[name]),
  ).map(({ label, method, own }): StreamedMethod => {
    const selector = findSelector(method);
    const options = completeOptions(selector.name, selector.options, own);
    requireSuited(selector, train.head, options);
    return { label, own, selector, options, scoring: requireMoments(selector, options, train, "methods") };
  });
  requireFeatures(train.featureNames.length);
  // What names features wrongly, and a k that is too large, is told before the file is read.
  const { ks, selected } = selectionsOf(train.featureNames, given, baselines);
  const rows = (train.size?.rows ?? 0) + (test.size?.rows ?? 0);
  requireRoom(rows, Math.max(ks[ks.length - 1], selected), given.memory);
  const other = protocol === "nested" ? "paper" : "nested";
  return {
    methods,
    baselines,
    protocols: sideBySide ? [protocol, other] : [protocol],
    scatters: [...new Set(methods.flatMap((method) => scatterOf(method) ?? []))],
  };
}

/** How much classes count in the scatter that a method needs; null where it needs none. */
export const scatterOf = ({ scoring, options }: ChosenMethod): ClassWeight | null =>
  scoring.needs === "scatter" ? (scoring.scatterWeight?.(options) ?? "none") : null;

/** What is selected among these features: the numbers of them, rising, and how many columns a baseline needs. */
export function selectionsOf(
  featureNames: readonly string[],
  { keep, exclude, costs: givenCosts, k }: StreamedCompareOptions,
  baselines: readonly BaselineName[],
) {
  const constraints = new Constraints(featureNames, { keep, exclude });
  const costs = resolveCosts(givenCosts, featureNames, constraints);
  const { seen } = constraints;
  const ks = checkedKs(k ?? constraints.usualK, seen.length);
  for (const one of ks) constraints.resolveK(one, one);
  return { costs, ks, seen, selected: baselines.includes("all") ? seen.length : 0 };
}

/**
 * Bytes that judging takes for each value: the columns of both files, put together, for the threads, filled, scaled and split; and for
 * each row: its label and what is predicted.
 */
const [bytesPerValue, bytesPerRow] = [6 * 8, 400];

/** Refuses selected columns that do not fit into memory, and says how much they would take. */
export function requireRoom(rows: number, columns: number, memory = Number.POSITIVE_INFINITY): void {
  const needed = rows * (bytesPerValue * columns + bytesPerRow);
  if (needed <= memory) return;
  throw new InputError(
    "not-possible",
    `the ${columns} features that are judged need about ${bytesText(needed)} in memory for about ${rows} rows of both files, and ${bytesText(memory)} are free; compare fewer features or methods`,
    { facts: { option: "k", given: columns }, remedies: [sampleRemedy] },
  );
}

/** Refuses what needs the rows at another place than in judging. */
function refuseRows({ adjust, tune, permutations = 0, folds, repeats }: StreamedCompareOptions): void {
  const needs =
    adjust && adjust.length > 0
      ? optionName("adjust")
      : tune
        ? optionName("tune")
        : permutations > 0
          ? optionName("permutations")
          : null;
  if (needs !== null)
    throw new InputError("not-possible", `${needs} needs all rows in memory`, { remedies: [sampleRemedy] });
  requireNoFolds({ folds, repeats });
}
