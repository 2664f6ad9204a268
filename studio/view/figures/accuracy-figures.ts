import type {
  AccuracySection,
  ClassCurve,
  ErrorsSection,
  TradeoffSection,
} from "../../../src/report/report.js";
import { accuracyLines } from "../charts/accuracy-lines.js";
import { calibrationPlot } from "../charts/calibration-plot.js";
import { classShares, intervalText } from "../charts/class-shares.js";
import { confusionMatrix } from "../charts/confusion-matrix.js";
import { precisionRecallPlot, rocPlot } from "../charts/threshold-plots.js";
import { tradeoffPlot } from "../charts/tradeoff-plot.js";
import { count, formatNumber, formatShare, listed } from "../parts/format.js";
import type { Figure } from "./figure.js";

/** What the band is where the report does not say. */
export const shuffled = "shuffled labels";

/** Accuracy against the number of features. */
export function accuracyFigure(section: AccuracySection): Figure {
  return {
    name: section.title,
    label: accuracyLabel(section),
    draw: (width) => accuracyLines(section, width),
  };
}

function accuracyLabel({
  metric,
  format,
  series,
  chance,
  chanceTitle = shuffled,
  majority,
  baselines = [],
}: AccuracySection): string {
  const shown = (value: number) => formatNumber(value, { digits: format === "plain" ? 3 : 1 });
  const ends = series.flatMap(({ label, protocol, points }) => {
    const end = points.at(-1);
    return end ? [`${label} (${protocol}) ${shown(end.mean)} at ${end.k}`] : [];
  });
  const held = baselines.flatMap(({ label, level, points }) => {
    const value = level ?? points?.at(-1)?.mean;
    return value === undefined ? [] : [`${label} ${shown(value)}`];
  });
  return `Lines of ${metric} against the number of features: ${listed(ends) || "no points"}.${
    chance?.length ? ` A shaded band shows chance: ${chanceTitle}.` : ""
  }${majority === undefined ? "" : ` Always naming the largest class gives ${formatNumber(majority, { digits: 1 })}.`}${held.length > 0 ? ` Baselines: ${listed(held)}.` : ""}`;
}

/** Accuracy against redundancy. */
export function tradeoffFigure(section: TradeoffSection): Figure {
  return {
    name: section.title,
    label: `Accuracy against redundancy, a point for each number of features, for ${listed(
      section.series.map(({ label }) => label),
    )}. Upper left is best: accurate with features that do not repeat each other.`,
    draw: (width) => tradeoffPlot(section, width),
  };
}

/** Who is taken for whom. */
export function confusionFigure(section: ErrorsSection): Figure {
  const { title, classes, overall } = section;
  return {
    name: `${title}: confusion matrix`,
    label: `Confusion matrix of ${count(classes.length, "class")}: ${intervalText(overall)} of ${count(overall.rows, "prediction")} are right.`,
    draw: (width) => confusionMatrix(section, width),
    narrow: classes.length <= 12,
  };
}

/** Recall and precision of each class. */
export function classSharesFigure(section: ErrorsSection): Figure {
  const { title, classes, overall } = section;
  return {
    name: `${title}: recall and precision`,
    label: `Recall and precision of ${count(classes.length, "class")} with 95 % intervals; the dotted line is the accuracy, ${formatShare(overall.share, 1)}.`,
    draw: (width) => classShares(section, width),
    narrow: true,
  };
}

/** The class that is looked at first: of two the smaller, which is mostly the one that is looked for. */
export const firstClass = (curves: readonly ClassCurve[]): number =>
  curves.length === 2 && curves[0].positives >= curves[1].positives ? 1 : 0;

/** The threshold that is chosen first, in hundredths. */
export const firstStep = 50;

/** Found rows of a class against others that are taken for it. */
export function rocFigure(title: string, name: string, curve: ClassCurve, step = firstStep): Figure {
  return {
    name: `${title}: ROC of ${name}`,
    label: `ROC curve of ${name} against the rest: the area is ${formatNumber(curve.area, { digits: 3 })}.`,
    draw: (width) => rocPlot(curve, step, width),
    narrow: true,
  };
}

/** How many of those named are right against how many are found. */
export function precisionFigure(title: string, name: string, curve: ClassCurve, step = firstStep): Figure {
  return {
    name: `${title}: precision and recall of ${name}`,
    label: `Precision against recall of ${name}: average precision ${formatNumber(curve.averagePrecision, { digits: 3 })}.`,
    draw: (width) => precisionRecallPlot(curve, step, width),
    narrow: true,
  };
}

/** Whether probabilities can be trusted. */
export function calibrationFigure(
  title: string,
  calibration: NonNullable<ErrorsSection["calibration"]>,
): Figure {
  return {
    name: `${title}: calibration`,
    label: `The share of right predictions against their probability, in ${count(calibration.bins.length, "bin")}.`,
    draw: (width) => calibrationPlot(calibration, width),
    narrow: true,
  };
}

/** Whether there is something to draw: rows of the class, and others. */
export const hasCurve = ({ positives, negatives }: ClassCurve): boolean => positives > 0 && negatives > 0;

/** All charts of held-out errors; of two classes the curves of the first that is looked at, of more those of all. */
export function errorFigures(section: ErrorsSection): Figure[] {
  const { title, classes, curves = [], calibration } = section;
  const places = curves.length === 2 ? [firstClass(curves)] : curves.map((_, at) => at);
  return [
    confusionFigure(section),
    classSharesFigure(section),
    ...places
      .filter((at) => hasCurve(curves[at]))
      .flatMap((at) => [
        rocFigure(title, classes[at], curves[at]),
        precisionFigure(title, classes[at], curves[at]),
      ]),
    ...(calibration && calibration.bins.length > 0 ? [calibrationFigure(title, calibration)] : []),
  ];
}
