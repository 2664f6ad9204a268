import type { EvaluationData } from "./evaluate.js";
import { isShare, metricOf, metricText } from "./metric-choice.js";
import type { Figures } from "./summarize.js";
import { choose, type TunedPoint, tunedPoint } from "./tune/choose.js";

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
  // Where all folds have the same share of rows right, as at 100 %, their spread says nothing: one row more or less is chance.
  const rows = new Set(testRows.flat()).size;
  const repeats = testRows.reduce((sum, fold) => sum + fold.length, 0) / rows;
  const smallest = testRows.reduce((least, fold) => Math.min(least, fold.length), rows);
  // Of a mean over folds a row is worth most in the smallest one.
  const oneRow = isShare(metric) ? repeats / (testRows.length * smallest) : 0;
  const isRough = (point: TunedPoint) => point.standardError < oneRow;
  const { chosen, best } = choose(
    points.map((point) => (isRough(point) ? { ...point, standardError: oneRow } : point)),
    "one-se",
  );
  const say = (k: number) => {
    const { honesty } = results.find((one) => one.k === k)!;
    return metricText(metric, honesty[protocol] ?? points.find((one) => one.k === k)!.mean);
  };
  const now = points.reduce((near, point) =>
    Math.abs(point.k - picked) < Math.abs(near.k - picked) ? point : near,
  ).k;
  const features = (k: number) => (k === 1 ? "One feature is" : `${k} features are`);
  const size = metricText(metric, best.standardError);
  const error =
    oneRow > 0 && best.standardError === oneRow
      ? `one row (worth up to ${size} here)`
      : `one standard error (${size}, over ${testRows.length} folds)`;
  return {
    k: chosen.k,
    best: best.k,
    standardError: best.standardError,
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
