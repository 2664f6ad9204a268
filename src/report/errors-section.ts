import { confusionMatrix } from "../evaluation/metrics.js";
import { reliability } from "../evaluation/reliability.js";
import { wilsonInterval } from "../evaluation/spread.js";
import { type ThresholdCurve, thresholdCurve } from "../evaluation/threshold-curve.js";
import type { EvaluationData } from "../experiment/evaluate.js";
import type { HeldOut } from "../experiment/held-out.js";
import type { Figures } from "../experiment/summarize.js";
import { Matrix } from "../numeric/matrix.js";
import type { ClassCurve, ErrorsSection, ShareInterval } from "./report.js";

/** Corners of a curve that are kept at most; more cannot be seen. */
const mostCorners = 200;
/** Thresholds go from 0 to 1 in so many steps. */
const steps = 100;
/** Classes that have curves at most; there is a curve for each against the rest. */
const mostCurves = 60;

/** Who is mistaken for whom on held-out rows at one k; null where numbers were predicted or predictions were not kept. */
export function errorsSection(
  { classes, protocol }: Pick<EvaluationData, "classes" | "protocol">,
  figures: Pick<Figures, "k" | "heldOut" | "chosen"> | undefined,
): ErrorsSection | null {
  const heldOut = figures?.heldOut;
  if (!heldOut || classes.length === 0) return null;
  const confusion = confusionMatrix(heldOut.actual, heldOut.predicted, classes.length);
  const tested = new Set(heldOut.rows).size;
  // Rows that are tested several times tell no more than once.
  const times = heldOut.rows.length / tested;
  const share = (count: number, total: number): ShareInterval | null =>
    total === 0
      ? null
      : { share: count / total, ...wilsonInterval(count / times, total / times), rows: total };
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  return {
    kind: "errors",
    id: "errors",
    title: "Where it errs",
    text: [
      `Predictions for rows that took no part in selecting and learning${protocol === "paper" ? " — except that the features were chosen on all rows, which flatters" : ""}, ${figures.chosen ? "with the number of features chosen inside each training fold" : `with ${figures.k === 1 ? "one feature" : `${figures.k} features`}`}. Intervals cover 95 % (Wilson).`,
      ...(times > 1 ? [`Every row was tested ${Math.round(times)} times.`] : []),
    ].join(" "),
    classes,
    confusion,
    overall: share(sum(confusion.map((row, code) => row[code])), heldOut.rows.length)!,
    recall: confusion.map((row, code) => share(row[code], sum(row))),
    precision: confusion.map((row, code) => share(row[code], sum(confusion.map((other) => other[code])))),
    times,
    ...(heldOut.probabilities && {
      curves: classes
        .slice(0, mostCurves)
        .map((_, code) => curveOf(heldOut, heldOut.probabilities!, code, times)),
      calibration: calibrationOf(heldOut, heldOut.probabilities, classes.length, times),
    }),
  };
}

/** A class against the rest, thinned to what can be seen; the figures are those of the whole curve. */
function curveOf(
  { actual }: HeldOut,
  probabilities: readonly (readonly number[])[],
  code: number,
  times: number,
): ClassCurve {
  const curve = thresholdCurve(
    actual.map((own) => own === code),
    probabilities.map((row) => row[code]),
  );
  const { positives, negatives, area, averagePrecision } = curve;
  const corners = cornersOf(curve);
  const at = (step: number) => countsAt(curve, step / steps);
  const counted = Array.from({ length: steps + 1 }, (_, step) => at(step));
  return {
    positives: positives / times,
    negatives: negatives / times,
    area,
    averagePrecision,
    truePositives: corners.map((corner) => curve.truePositives[corner] / times),
    falsePositives: corners.map((corner) => curve.falsePositives[corner] / times),
    steps: counted.map(([truePositives, falsePositives]) => [truePositives / times, falsePositives / times]),
  };
}

/** Rows of the class, and others, that have at least this probability. */
function countsAt(
  { thresholds, truePositives, falsePositives }: ThresholdCurve,
  threshold: number,
): readonly [number, number] {
  let [low, high] = [0, thresholds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (thresholds[middle] >= threshold) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? [0, 0] : [truePositives[low - 1], falsePositives[low - 1]];
}

/** The places of the curve that are drawn: all, or some of them evenly with the last. */
function cornersOf({ thresholds }: ThresholdCurve): number[] {
  const step = Math.max(1, thresholds.length / mostCorners);
  const some = Array.from({ length: Math.min(thresholds.length, mostCorners) }, (_, at) =>
    Math.floor(at * step),
  );
  return some.at(-1) === thresholds.length - 1 ? some : [...some, thresholds.length - 1];
}

/** Whether rows that are predicted with a probability of about p are right in a share of p. */
function calibrationOf(
  { actual, predicted }: HeldOut,
  probabilities: readonly (readonly number[])[],
  classes: number,
  times: number,
): ErrorsSection["calibration"] {
  const values = new Matrix(Float64Array.from(probabilities.flat()), actual.length, classes);
  const { bins, brier, logLoss } = reliability(values, actual, { predicted });
  return {
    bins: bins.map(({ rows, probability, share }) => ({
      rows,
      probability,
      share,
      ...wilsonInterval((share * rows) / times, rows / times),
    })),
    brier,
    logLoss,
  };
}
