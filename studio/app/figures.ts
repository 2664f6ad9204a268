import {
  type Advice,
  adviceOf,
  type Evaluation,
  type EvaluationJson,
  type FoldMetrics,
  isShare,
  type MetricName,
  metricOf,
  metricTitles,
} from "salience/internal";
import type { FoldSeen, Opened } from "../messages.js";
import { formatNumber, formatShare } from "../view/parts/format.js";
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

/** How well each fold was predicted with the measured number of features that is nearest. */
export function foldsOfResult(
  evaluation: EvaluationJson | null | undefined,
  cut: number,
): readonly FoldSeen[] {
  const { results = [], metric = "accuracy", testRows = [] } = evaluation ?? {};
  const near = results.find(({ k }) => Number(k) === nearest(pointsOf(evaluation), cut).k);
  return (near?.foldMetrics ?? []).map((measures, at) => ({
    value: numberOf(metricOf(measures as FoldMetrics, metric)),
    rows: testRows[at]?.length ?? 0,
  }));
}

/** How many features are enough, as the curve says; null where there is no curve. */
export const curveAdvice = (evaluation: EvaluationJson | null | undefined, picked: number): Advice | null =>
  evaluation ? adviceOf(evaluation as unknown as Evaluation, picked) : null;
