import { evaluateWith, majorityShare } from "salience/internal";
import type { Measured, Plan } from "../messages.js";
import { compose } from "./compose.js";
import type { Desk, Work } from "./desk.js";
import { asFound, optionsOf, runPlan } from "./run-plan.js";

/** Measures what selections of several sizes predict on rows that they have not seen. */
export async function measure(
  desk: Desk,
  { plan, ks }: { plan: Plan; ks: readonly number[] },
  work: Work,
): Promise<Measured> {
  const { data } = desk;
  // After the page was loaded anew there is a result to show, but no selection here that a report could be made of.
  if (!desk.hasSelection) await runPlan(desk, plan, { signal: work.signal });
  const started = performance.now();
  const evaluation = await evaluateWith(data, {
    ...optionsOf(asFound(desk, plan)),
    k: ks,
    protocol: plan.protocol,
    folds: plan.folds,
    permutations: plan.permutations,
    rareClasses: plan.rareClasses,
    classifier: plan.classifier,
    threads: plan.threads,
    onProgress: (fraction) => work.onProgress(0.97 * fraction),
    signal: work.signal,
  });
  desk.evaluation = evaluation;
  return {
    points: evaluation.results.map(({ k, accuracy, accuracyStd, honesty, redundancyAbs }) => ({
      k,
      accuracy,
      deviation: accuracyStd,
      other: plan.protocol === "nested" ? honesty.paper : honesty.nested,
      redundancy: redundancyAbs,
    })),
    protocol: plan.protocol,
    majority: majorityShare(data.labels!.codes),
    seconds: (performance.now() - started) / 1000,
    report: await compose(desk, plan, { signal: work.signal }),
  };
}
