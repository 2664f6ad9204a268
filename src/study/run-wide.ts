import { InputError } from "../core/input-error.js";
import { bytesText } from "../core/memory.js";
import { memoryNeeded } from "../data/wide/fits-in-memory.js";
import type { WideColumns } from "../data/wide/wide-columns.js";
import type { Selection } from "../selectors/selection.js";
import { type DescribedPicks, describeWide } from "../selectors/wide/describe-wide.js";
import { selectWide } from "../selectors/wide/select-wide.js";
import { parsePlan } from "./parse-plan.js";
import type { SelectPlan } from "./plan.js";
import { selectOptions } from "./run-study.js";
import type { StudyContext } from "./study.js";

/** What {@link runWide} gives. */
export interface WideStudy extends DescribedPicks {
  /** The selection with all features in its ranking, which are not described. */
  readonly whole: Selection;
  readonly seconds: number;
}

/** Runs a plan of one selection on columns that do not fit into memory. */
export async function runWide(
  wide: WideColumns,
  plan: SelectPlan,
  { threads, signal, onProgress, onStep }: StudyContext = {},
): Promise<WideStudy> {
  const started = performance.now();
  parsePlan(plan);
  if (plan.select.k === "auto")
    throw new InputError(
      "not-possible",
      `the best number of features is found by cross-validation, which needs all values in memory at once, ${bytesText(memoryNeeded(wide.facts))} here; give a number`,
      { facts: { option: "k", given: "auto" } },
    );
  const whole = await selectWide(wide, {
    ...selectOptions(plan),
    threads,
    signal,
    onStep,
    onProgress: onProgress && ((fraction) => onProgress(0.9 * fraction, "selecting")),
  });
  const described = await describeWide(wide, whole, plan.describe, (fraction) => {
    signal?.throwIfAborted();
    onProgress?.(0.9 + 0.1 * fraction, "selecting");
  });
  return { ...described, whole, seconds: (performance.now() - started) / 1000 };
}
