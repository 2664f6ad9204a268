import { binomialBand } from "../evaluation/chance.js";
import type { MetricName } from "../evaluation/metrics.js";
import { isForNumbers, metricTitles } from "../experiment/metric-choice.js";
import type { Honesty } from "../experiment/summarize.js";
import type { AccuracySection, SpreadPoint, TradeoffSection } from "./report.js";

/** What one method reaches at one k, however it was measured. */
export interface MeasuredAtK extends Honesty {
  readonly k: number;
  readonly accuracy?: number;
  readonly redundancyAbs: number;
}

/** A method and its figures, k rising. */
export interface MeasuredCurve {
  readonly label: string;
  readonly figures: readonly MeasuredAtK[];
}

/** What an accuracy section is made of besides the curves. */
interface AccuracyParts {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly protocols: readonly ("nested" | "paper")[];
  readonly majority?: number;
  readonly cut?: number;
  /** How many rows were tested: then luck in guessing stands in where no labels were shuffled. */
  readonly rows?: number;
  readonly baselines?: AccuracySection["baselines"];
  /** What the figures are; accuracy where not given. */
  readonly metric?: MetricName;
}

/** Accuracy against k, with the spread over folds, and the band of chance where labels were shuffled. */
export function accuracySection(curves: readonly MeasuredCurve[], parts: AccuracyParts): AccuracySection {
  const { protocols, rows, metric = "accuracy", ...rest } = parts;
  const numbers = isForNumbers(metric);
  const series = curves.flatMap(({ label, figures }) =>
    protocols.flatMap((protocol) => {
      const points = figures.flatMap((at) => pointOf(at, protocol, numbers));
      return points.length > 0 ? [{ label, protocol, points }] : [];
    }),
  );
  const shuffled = chanceOf(curves);
  const chance = shuffled.length > 0 ? shuffled : guessingOf(curves, rows, parts.majority);
  return {
    kind: "accuracy",
    metric: numbers ? metricTitles[metric] : `${metricTitles[metric]} (%)`,
    ...(numbers && { format: "plain" as const }),
    ...rest,
    series,
    ...(chance.length > 0 && { chance }),
    ...(chance.length > 0 && shuffled.length === 0 && { chanceTitle: "guessing the largest class" }),
  };
}

/** Accuracy against redundancy, each k a point. */
export function tradeoffSection(
  curves: readonly MeasuredCurve[],
  { id, title, text }: { readonly id: string; readonly title: string; readonly text: string },
): TradeoffSection {
  return {
    kind: "tradeoff",
    id,
    title,
    text,
    series: curves.map(({ label, figures }) => ({
      label,
      points: figures.flatMap(({ k, accuracy, redundancyAbs }) =>
        accuracy === undefined ? [] : [{ k, accuracy, redundancy: redundancyAbs }],
      ),
    })),
  };
}

/** Shares do not leave 0 to 1; R² and correlations can be below 0. */
function pointOf(at: MeasuredAtK, protocol: "nested" | "paper", numbers: boolean): SpreadPoint[] {
  const deviation = protocol === "nested" ? at.nestedStd : at.paperStd;
  return spreadAt(at.k, at[protocol], deviation, numbers);
}

/** A mean and one standard deviation to both sides; none where the mean is not known. */
export const spreadAt = (
  k: number,
  mean: number | null,
  deviation: number | null,
  numbers: boolean,
): SpreadPoint[] =>
  mean === null
    ? []
    : [
        {
          k,
          mean,
          low: Math.max(numbers ? -Infinity : 0, mean - (deviation ?? 0)),
          high: Math.min(1, mean + (deviation ?? 0)),
        },
      ];

/** What always naming the largest class gets right, on so many rows of which that is true by luck more or less often. */
function guessingOf(curves: readonly MeasuredCurve[], rows?: number, majority?: number): SpreadPoint[] {
  if (rows === undefined || majority === undefined || majority >= 100) return [];
  const { low, high } = binomialBand(rows, majority);
  return (curves[0]?.figures ?? []).map(({ k }) => ({ k, mean: majority, low, high }));
}

/** The band of shuffled labels; with several methods the one that holds all of theirs. */
function chanceOf(curves: readonly MeasuredCurve[]): SpreadPoint[] {
  const ks = [...new Set(curves.flatMap(({ figures }) => figures.map(({ k }) => k)))].sort((a, b) => a - b);
  return ks.flatMap((k) => {
    const bands = curves.flatMap(({ figures }) =>
      figures.flatMap((at) => (at.k === k && at.permuted ? [at.permuted] : [])),
    );
    if (bands.length === 0) return [];
    return [
      {
        k,
        mean: bands.reduce((sum, { mean }) => sum + mean, 0) / bands.length,
        low: Math.min(...bands.map(({ low }) => low)),
        high: Math.max(...bands.map(({ high }) => high)),
      },
    ];
  });
}
