import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import type { MetricName } from "../evaluation/metrics.js";
import { wilsonInterval } from "../evaluation/spread.js";
import type { Evaluation } from "../experiment/evaluate.js";
import { isShare, metricText, metricTitles } from "../experiment/metric-choice.js";
import type { Figures, PermutedBand } from "../experiment/summarize.js";
import { describeSelector } from "../selectors/registry.js";
import type { Selection } from "../selectors/select.js";
import { guessOf } from "./guessing.js";
import { classifierInWords } from "./methods-section.js";
import { brief, listed, percent, points } from "./words.js";

/** From so many times the rows of the smallest class on, accuracy alone is mostly about the largest. */
const uneven = 2;

/** A gap between the protocols from which on it is worth a sentence. */
const noticeable = 0.01;

/** What was found, in plain sentences, the most important first. */
export function selectionLead(
  data: Dataset,
  selection: Selection,
  evaluation: Evaluation | null | undefined,
  figures: Figures | undefined,
  warnings: number,
): string[] {
  const { features, method } = selection;
  const lead = [
    `${describeSelector(method).title} selected ${features.length} of the ${plural(data.features, "feature")} of ${data.source.name}: ${listed(features)}.`,
  ];
  if (evaluation && figures) lead.push(...worthInWords(data, evaluation, figures));
  else if (!describeSelector(method).supervised)
    lead.push(
      data.labels
        ? "The method does not look at the labels; how well the features predict them was not measured."
        : "There are no labels: the features describe the structure of the samples, not classes.",
    );
  else lead.push("How well these features predict was not measured here.");
  if (figures && figures.stability !== null)
    lead.push(stabilityInWords(figures.stability, figures.selections.length));
  if (warnings > 0)
    lead.push(
      `Before you rely on this, read the ${warnings === 1 ? "warning" : `${warnings} warnings`} below.`,
    );
  return lead;
}

/** What the features of these figures were found to be worth on held-out rows, the main figure first. */
export const worthInWords = (data: Dataset, evaluation: Evaluation, figures: Figures): string[] =>
  (data.targets ? r2InWords : accuracyInWords)(data, evaluation, figures);

function accuracyInWords(data: Dataset, evaluation: Evaluation, figures: Figures): string[] {
  const { metric } = evaluation;
  const { nested, paper, permuted } = figures.honesty;
  if (nested === null) return [];
  const judge = `With ${featuresInWords(figures)}, ${classifierInWords(evaluation.classifier)}`;
  const chance = permuted ? [chanceInWords(nested, permuted, metric)] : [];
  const sentences =
    metric === "accuracy"
      ? [`${judge} gets ${rightInWords(data, evaluation, figures, nested)}.`, ...chance]
      : [`${judge} reaches ${measureInWords(data, evaluation, figures, nested)}.`, ...chance];
  // The other figures are those of the protocol that was asked for.
  const { accuracy, balancedAccuracy: balanced } = evaluation.protocol === "nested" ? figures : {};
  if (metric !== "accuracy" && accuracy !== undefined)
    sentences.push(`It gets ${rightInWords(data, evaluation, figures, accuracy)}.`);
  const sizes = data.labels ? Array.from(classCounts(data.labels)).filter((size) => size > 0) : [];
  const isUneven = Math.max(...sizes) > uneven * Math.min(...sizes);
  if (metric !== "balanced-accuracy" && balanced !== undefined && isUneven)
    sentences.push(
      `If every class counts the same, however many rows it has, the accuracy is ${percent(balanced)} (balanced accuracy); always predicting one class would get ${percent(1 / sizes.length)}.`,
    );
  if (paper !== null && paper - nested >= noticeable)
    sentences.push(
      `Had the features been chosen on all rows before testing, as is often done, the ${metricTitles[metric]} would look like ${metricText(metric, paper)}: ${gapInWords(metric, paper - nested)} too high.`,
    );
  return sentences;
}

/** How many held-out rows are right: `81.0 % of the held-out rows right (95 % interval …); always predicting …`. */
function rightInWords(data: Dataset, evaluation: Evaluation, figures: Figures, share: number): string {
  const tested = new Set(evaluation.testRows.flat()).size;
  const { low, high } = wilsonInterval(Math.round(share * tested), tested);
  const deviation = evaluation.metric === "accuracy" ? figures.honesty.nestedStd : figures.accuracyStd;
  const over = deviation == null ? "" : `; ± ${points(deviation)} over ${evaluation.folds.length} folds`;
  return `${percent(share)} of the held-out rows right (95 % interval ${points(low)} to ${points(high)}${over})${guessInWords(data, "accuracy")}`;
}

/** Another measure than accuracy: `a balanced accuracy of 61.0 % on held-out rows (± 2.1 over 5 folds); always predicting …`. */
function measureInWords(
  data: Dataset,
  { metric, folds }: Evaluation,
  { honesty: { nestedStd } }: Figures,
  value: number,
): string {
  const title = metricTitles[metric];
  const over =
    nestedStd === null
      ? ""
      : ` (± ${isShare(metric) ? points(nestedStd) : metricText(metric, nestedStd)} over ${folds.length} folds)`;
  return `${/^[aeiou]/.test(title) ? "an" : "a"} ${title} of ${metricText(metric, value)} on held-out rows${over}${guessInWords(data, metric)}`;
}

function guessInWords(data: Dataset, metric: MetricName): string {
  const guess = guessOf(data, metric);
  return guess ? `; ${guess.how} would get ${metricText(metric, guess.value)}` : "";
}

/** A difference of two values: in percentage points, or as it is. */
export const gapInWords = (metric: MetricName, gap: number): string =>
  isShare(metric) ? `${points(gap)} points` : metricText(metric, gap);

/** What was measured where the target is a number. */
function r2InWords({ labelName }: Dataset, evaluation: Evaluation, figures: Figures): string[] {
  const { r2, rmse, spearman, r2Std, honesty } = figures;
  if (r2 == null || rmse === undefined) return [];
  const spread = r2Std == null ? "" : ` (± ${r2Std.toFixed(2)} over ${evaluation.folds.length} folds)`;
  const ranks = spearman == null ? "" : `, and a Spearman correlation of ${spearman.toFixed(2)}`;
  const sentences = [
    `With ${featuresInWords(figures)}, ${classifierInWords(evaluation.classifier)} predicts ${labelName} of held-out rows with R² ${r2.toFixed(3)}${spread}, a typical error of ${brief(rmse, 4)}${ranks}. R² is 0 where it predicts no better than the mean.`,
  ];
  const { nested, permuted } = honesty;
  if (permuted && nested !== null) {
    const [low, high] = [permuted.low, permuted.high].map((value) => metricText(evaluation.metric, value));
    const band = `with permuted targets ${metricTitles[evaluation.metric]} is mostly between ${low} and ${high}`;
    sentences.push(
      nested > permuted.high
        ? `That is more than chance: ${band}.`
        : `That is not better than chance: ${band}. These features may say nothing about ${labelName}.`,
    );
  }
  return sentences;
}

/** What was selected in the folds: `20 features chosen this way`. */
function featuresInWords({ k, chosen }: Figures): string {
  if (!chosen) return `${k === 1 ? "one feature" : `${k} features`} chosen this way`;
  const ks = chosen.map((setting) => setting.k);
  const [least, most] = [Math.min(...ks), Math.max(...ks)];
  return `the number of features (${least === most ? least : `${least} to ${most}`}) and the options chosen again inside every training fold`;
}

/** What shuffled labels say about a measure. */
export function chanceInWords(
  nested: number,
  { low, high, accuracies }: PermutedBand,
  metric: MetricName,
): string {
  const reached = accuracies.filter((value) => value >= nested).length;
  const band = `with permuted labels it is mostly between ${metricText(metric, low)} and ${metricText(metric, high)}`;
  if (nested > high)
    return `That is more than chance: ${band}, and ${reached === 0 ? "none" : reached} of ${accuracies.length} permutations reached it.`;
  return `That is not better than chance: ${band}. These features may say nothing about the classes.`;
}

/** What Kuncheva's index says. */
export function stabilityInWords(index: number, folds: number): string {
  const how =
    index >= 0.75
      ? "The choice is stable"
      : index >= 0.4
        ? "The choice is partly stable"
        : "The choice is not stable (leaving out a few rows changes many of the features)";
  return `${how}: ${folds} folds agree with a Kuncheva index of ${index.toFixed(2)} (1: always the same features, 0: as if drawn at random).`;
}
