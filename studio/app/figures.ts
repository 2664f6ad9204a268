import { type EvaluationJson, isShare, type MetricName, metricTitles } from "salience/internal";
import type { Opened } from "../messages.js";
import { count, formatNumber, formatShare } from "../view/parts/format.js";
import { predictsNumbers, type Result } from "./state.js";

/** What was measured at a number of features. */
export interface Point {
  readonly k: number;
  /** The metric of the evaluation. */
  readonly value: number;
  readonly deviation: number | null;
  readonly balancedAccuracy: number | null;
  readonly rmse: number | null;
}

/** What was measured, the number of features rising. */
export function pointsOf(evaluation: EvaluationJson | null | undefined): readonly Point[] {
  const { results = [], protocol } = evaluation ?? {};
  return results.map(({ k, honesty, balancedAccuracy, rmse }) => {
    const [value, deviation] =
      protocol === "paper" ? [honesty.paper, honesty.paperStd] : [honesty.nested, honesty.nestedStd];
    return {
      k: Number(k),
      value: Number(value ?? Number.NaN),
      deviation: numberOf(deviation),
      balancedAccuracy: numberOf(balancedAccuracy),
      rmse: numberOf(rmse),
    };
  });
}

/** JSON has words for numbers that are not finite. */
const numberOf = (value: number | string | null | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** What is shown where nothing was measured yet. */
export const usualMetric = (data: Opened): MetricName => (predictsNumbers(data) ? "r2" : "accuracy");

/** A figure for people. */
export const figure = (metric: MetricName, value: number): string =>
  isShare(metric) ? formatShare(value, 1) : formatNumber(value, { digits: 3 });

/** The measured number of features that is nearest to the cut; the smaller of two. */
export function nearest(points: readonly Point[], cut: number): Point {
  return points.reduce((best, point) => (Math.abs(point.k - cut) < Math.abs(best.k - cut) ? point : best));
}

/** What was measured of a result at its number of features, in words. */
export function figureOf({ selected, measured }: Result): string {
  const evaluation = measured?.evaluation;
  const points = pointsOf(evaluation);
  if (!evaluation || points.length === 0) return "not measured";
  const { k, value } = nearest(points, selected.selection.picked);
  const at = k === selected.selection.picked || selected.tuning ? "" : ` (at ${formatNumber(k)})`;
  return `${metricTitles[evaluation.metric]} ${figure(evaluation.metric, value)}${at}`;
}

/** What the curve advises. */
export interface Advice {
  readonly point: Point;
  readonly best: Point;
  readonly error: number;
  readonly sentence: string;
  readonly reason: string;
}

/**
 * The fewest features within one standard error of the best, over the folds (L. Breiman and others, Classification and
 * Regression Trees, 1984). Null where fewer than two numbers of features were measured.
 */
export function adviceOf(evaluation: EvaluationJson | null | undefined, picked: number): Advice | null {
  const points = pointsOf(evaluation).filter(({ value }) => Number.isFinite(value));
  if (!evaluation || points.length < 2) return null;
  const best = points.reduce((a, b) => (b.value > a.value ? b : a));
  const folds = evaluation.testRows.length;
  const error = (best.deviation ?? 0) / Math.sqrt(folds);
  const point = points.find(({ value }) => value >= best.value - error) ?? best;
  const { metric } = evaluation;
  const say = (one: Point) => figure(metric, one.value);
  const features = (k: number) => count(k, "feature");
  const now = nearest(points, picked);
  const sentence =
    point.k === now.k
      ? `${features(point.k)} ${point.k === 1 ? "is" : "are"} about right: ${say(point)}.`
      : point.k < now.k
        ? `${features(point.k)} ${point.k === 1 ? "is" : "are"} enough: ${say(point)}, against ${say(now)} with ${now.k}.`
        : `${features(point.k)} predict better: ${say(point)}, against ${say(now)} with ${now.k}.`;
  const reason =
    point.k === best.k
      ? `No smaller number comes within one standard error (${figure(metric, error)}, over ${count(folds, "fold")}) of it.`
      : `The best is ${say(best)} with ${best.k}; this is the smallest number within one standard error of it (${figure(metric, error)}, over ${count(folds, "fold")}).`;
  return { point, best, error, sentence, reason };
}
