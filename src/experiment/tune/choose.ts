import { spread } from "../../evaluation/spread.js";
import type { TuningRule } from "./tuning-plan.js";

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
 * `best`: the largest mean. `one-se`: of all whose mean is within the best one's standard error, the simplest: fewest
 * features, then the earliest candidate. Of equal means, too, fewer features and then the earlier candidate win.
 */
export function choose(points: readonly TunedPoint[], rule: TuningRule): Choice {
  const bySimplicity = [...points].sort((a, b) => a.k - b.k || a.candidate - b.candidate);
  const slack = (value: number) => rounding * Math.max(1, Math.abs(value));
  const best = bySimplicity.reduce((top, point) => (point.mean > top.mean + slack(top.mean) ? point : top));
  const threshold = best.mean - (rule === "one-se" ? best.standardError : 0);
  const chosen =
    rule === "best" ? best : bySimplicity.find(({ mean }) => mean >= threshold - slack(best.mean))!;
  return { chosen, best, threshold };
}
