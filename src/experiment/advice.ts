import type { EvaluationData } from "./evaluate.js";
import { metricOf, metricText } from "./metric-choice.js";
import type { Figures } from "./summarize.js";
import { choose, marginText, tunedPoint, worthOfOneRow } from "./tune/choose.js";

/** How many features are enough, as a measured curve says. */
export interface Advice {
  /** The fewest features within one standard error of the best. */
  readonly k: number;
  /** The number with the largest mean over the folds. */
  readonly best: number;
  /** The standard error of the best, over the folds; of a share of rows, that of one row at least. */
  readonly standardError: number;
  readonly sentence: string;
  readonly reason: string;
}

/** What an advice is made from. */
type Measured = Pick<EvaluationData, "metric" | "protocol" | "testRows"> & {
  readonly results: readonly Pick<Figures, "k" | "chosen" | "foldMetrics" | "honesty">[];
};

/**
 * The advice of an accuracy curve by the one-standard-error rule (Breiman and others 1984), which tuning goes by too. Null where
 * fewer than two numbers of features were measured, or where k was chosen inside the folds.
 */
export function adviceOf({ results, metric, protocol, testRows }: Measured, picked: number): Advice | null {
  if (results.some(({ chosen }) => chosen)) return null;
  const points = results.flatMap(({ k, foldMetrics }) => {
    const folds = foldMetrics.flatMap((fold) => metricOf(fold, metric) ?? []);
    return folds.length > 1 ? [tunedPoint(0, k, folds)] : [];
  });
  if (points.length < 2) return null;
  const oneRow = worthOfOneRow(metric, testRows);
  const choice = choose(points, "one-se", oneRow);
  const { chosen, best } = choice;
  const margin = Math.max(best.standardError, oneRow);
  const say = (k: number) => {
    const { honesty } = results.find((one) => one.k === k)!;
    return metricText(metric, honesty[protocol] ?? points.find((one) => one.k === k)!.mean);
  };
  const now = points.reduce((near, point) =>
    Math.abs(point.k - picked) < Math.abs(near.k - picked) ? point : near,
  ).k;
  const features = (k: number) => (k === 1 ? "One feature is" : `${k} features are`);
  const size = metricText(metric, margin);
  const error =
    marginText(choice) === "one row"
      ? `one row (worth up to ${size} here)`
      : `one standard error (${size}, over ${testRows.length} folds)`;
  return {
    k: chosen.k,
    best: best.k,
    standardError: margin,
    sentence:
      chosen.k === now
        ? `${features(now)} about right: ${say(now)}.`
        : chosen.k < now
          ? `${features(chosen.k)} enough: ${say(chosen.k)} against ${say(now)} with ${now}.`
          : `More features help: ${say(chosen.k)} with ${chosen.k} against ${say(now)} with ${now}.`,
    reason:
      chosen.k === best.k
        ? `Of the numbers that were measured, none smaller comes within ${error} of the best.`
        : `The best is ${say(best.k)} with ${best.k}; ${chosen.k} is the smallest number that was measured within ${error} of it, with features chosen anew in every fold.`,
  };
}
