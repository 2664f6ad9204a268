import type { MetricName } from "../../evaluation/metrics.js";
import { spread } from "../../evaluation/spread.js";
import { isShare, metricText, metricTitles } from "../metric-choice.js";
import type { OptionSet, TuningRule } from "./tuning-plan.js";

/** What one set of options is worth at one k. */
export interface TunedPoint {
  /** Which of the candidates. */
  readonly candidate: number;
  readonly k: number;
  /** The mean over the folds. */
  readonly mean: number;
  /** Standard deviation over the folds (with n − 1) / √n. */
  readonly standardError: number;
  /** The measure in every fold, repeat after repeat. */
  readonly folds: readonly number[];
}

/** A choice, and what it is measured by. */
export interface Choice {
  readonly chosen: TunedPoint;
  /** The largest mean. */
  readonly best: TunedPoint;
  /** The least mean that counts as good as the best. */
  readonly threshold: number;
}

/** A point from its folds. */
export function tunedPoint(candidate: number, k: number, folds: readonly number[]): TunedPoint {
  const { mean, standardError } = spread(folds);
  return { candidate, k, mean, standardError: standardError ?? 0, folds };
}

/** Means of the same numbers in another order differ by rounding; that must not decide. */
const rounding = 1e-9;

/**
 * What one row more or less is worth in the mean over the folds, where the measure is a share of rows; else 0. It is worth
 * most in the smallest fold.
 */
export function worthOfOneRow(metric: MetricName, testRows: readonly ArrayLike<number>[]): number {
  if (!isShare(metric)) return 0;
  const rows = new Set(testRows.flatMap((fold) => Array.from(fold))).size;
  const repeats = testRows.reduce((sum, fold) => sum + fold.length, 0) / rows;
  const smallest = testRows.reduce((least, fold) => Math.min(least, fold.length), rows);
  return repeats / (testRows.length * smallest);
}

/**
 * `best`: the largest mean. `one-se`: of all whose mean is within the best one's standard error, the simplest: fewest
 * features, then the earliest candidate. Of equal means, too, fewer features and then the earlier candidate win.
 * Where all folds have the same share of rows right, as at 100 %, their spread says nothing: what one row is worth
 * ({@link worthOfOneRow}) counts as the error at least.
 */
export function choose(points: readonly TunedPoint[], rule: TuningRule, oneRow: number): Choice {
  const bySimplicity = [...points].sort((a, b) => a.k - b.k || a.candidate - b.candidate);
  const slack = (value: number) => rounding * Math.max(1, Math.abs(value));
  const best = bySimplicity.reduce((top, point) => (point.mean > top.mean + slack(top.mean) ? point : top));
  const threshold = best.mean - (rule === "one-se" ? Math.max(best.standardError, oneRow) : 0);
  const chosen =
    rule === "best" ? best : bySimplicity.find(({ mean }) => mean >= threshold - slack(best.mean))!;
  return { chosen, best, threshold };
}

/** What lies between the best and the threshold, in words: its standard error, or one row where that is more. */
export function marginText({ best, threshold }: Pick<Choice, "best" | "threshold">): string {
  return best.mean - threshold > best.standardError + rounding ? "one row" : "one standard error";
}

/** Options in words: `gamma = 0.1, p = 1`, or `defaults`. */
export function optionsText(options: OptionSet): string {
  const parts = Object.entries(options).map(([name, value]) => `${name} = ${value ?? "unset"}`);
  return parts.length === 0 ? "defaults" : parts.join(", ");
}

/** What the reasons are about. */
interface Chosen extends Choice {
  readonly points: readonly TunedPoint[];
  readonly candidates: readonly OptionSet[];
  readonly metric: MetricName;
  readonly rule: TuningRule;
}

/** Why this and nothing else, in sentences. */
export function reasonsFor(choice: Chosen): string[] {
  const { chosen, best, points, candidates, metric, rule } = choice;
  const several = {
    k: new Set(points.map(({ k }) => k)).size > 1,
    options: candidates.length > 1,
  };
  const nameOf = ({ k, candidate }: TunedPoint) => {
    const options = several.options ? optionsText(candidates[candidate]) : "";
    return [several.k || !several.options ? `k = ${k}` : "", options].filter(Boolean).join(", ");
  };
  const folds = chosen.folds.length;
  const reasons = [
    `${nameOf(chosen)}: ${metricTitles[metric]} ${withError(chosen, metric)} (mean of ${folds} folds ± its standard error)`,
  ];
  if (points.length === 1) return [...reasons, "nothing else was tried"];
  const least = metricText(metric, choice.threshold);
  const margin = marginText(choice);
  if (chosen !== best)
    reasons.push(
      `the best was ${nameOf(best)} with ${withError(best, metric)}; the choice is within ${margin} of it (${least} or more) and ${simplerBy(chosen, best, candidates)}`,
    );
  else if (rule === "best") reasons.push(`none of the ${points.length} settings is better`);
  else reasons.push(`it is the best, and nothing simpler is within ${margin} (${least} or more)`);
  return [...reasons, ...beside(choice, several)];
}

/** Other things to know: equals at the same k, and edges of what was tried. */
function beside(
  { chosen, best, points, candidates, metric, rule, threshold }: Chosen,
  several: { k: boolean; options: boolean },
): string[] {
  const notes: string[] = [];
  const atK = points.filter(({ k }) => k === chosen.k);
  const better = atK.filter(({ mean }) => mean > chosen.mean).sort((a, b) => b.mean - a.mean);
  const good = atK.filter(({ mean }) => mean >= threshold).length;
  if (rule === "one-se" && several.k && several.options && better.length > 0 && better[0] !== best)
    notes.push(
      `at k = ${chosen.k}, ${optionsText(candidates[better[0].candidate])} has ${withError(better[0], metric)}; of the ${good} sets of options within ${marginText({ best, threshold })}, the first is chosen`,
    );
  const ks = points.map(({ k }) => k);
  if (several.k && best.k === Math.max(...ks))
    notes.push(`the best is at k = ${best.k}, the largest that was tried; more features may be better still`);
  if (several.k && chosen.k === Math.min(...ks))
    notes.push(`k = ${chosen.k} is the smallest that was tried; fewer features may do as well`);
  return notes;
}

function simplerBy(chosen: TunedPoint, best: TunedPoint, candidates: readonly OptionSet[]): string {
  if (chosen.k < best.k) return "has fewer features";
  return Object.keys(candidates[chosen.candidate]).length === 0
    ? "keeps the default options"
    : "comes first in the order tried";
}

const withError = ({ mean, standardError }: TunedPoint, metric: MetricName) =>
  `${metricText(metric, mean)} ± ${metricText(metric, standardError).replace(" %", "")}`;
