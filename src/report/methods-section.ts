import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import type { FeatureDescriptions } from "../evaluation/describe-features.js";
import type { Evaluation } from "../experiment/evaluate.js";
import { isForNumbers, metricTitles } from "../experiment/metric-choice.js";
import type { ClassifierPlan } from "../experiment/task.js";
import type { Tuning } from "../experiment/tune.js";
import { describeClassifier } from "../models/classifiers.js";
import { missingCounts } from "../models/preparation.js";
import { ridgeName } from "../models/ridge.js";
import { describeSelector } from "../selectors/registry.js";
import type { Selection } from "../selectors/select.js";
import { version } from "../version.js";
import { type Citation, falseDiscoveryRate, kunchevaIndex, selectionBias } from "./citations.js";
import type { MethodsSection } from "./report.js";
import { brief, capital, listed, sentence } from "./words.js";

/** The paragraph about a selection for the methods part of a paper, and what it cites. */
export function methodsSection(
  data: Dataset,
  selection: Selection,
  evaluation?: Evaluation | null,
  tuning?: Tuning | null,
): MethodsSection {
  const { method, seed, features, kept, excluded, adjusted, chosen, options, descriptions } = selection;
  const picked = [
    `Of the ${plural(data.features, "feature")} of ${data.source.name} (${describeRows(data)}), ${features.length} were selected with ${nameOf(method)}${optionsInWords(method, options, chosen)}`,
  ];
  if (kept.length > 0) picked.push(`${listed(kept)} ${kept.length === 1 ? "was" : "were"} kept in any case`);
  const left = excluded.filter((name) => !adjusted.includes(name)).length;
  if (left > 0) picked.push(`${plural(left, "feature")} had been excluded beforehand`);
  const sentences = [`${picked.join("; ")}.`];
  if (selection.costs)
    sentences.push(
      `The cost of features was weighed (${costsInWords(selection.costs)}); those selected cost ${brief(selection.totalCost ?? 0, 6)} together.`,
    );
  if (data.source.transforms.length > 0)
    sentences.push(`Values were transformed on reading (${data.source.transforms.join(", ")}).`);
  sentences.push(...readingInWords(data));
  const prepared = preparedInWords(data, selection);
  sentences.push(...prepared);
  if (tuning) sentences.push(tuningInWords(tuning));
  if (descriptions) sentences.push((data.targets ? correlationsInWords : testsInWords)(descriptions));
  if (evaluation) sentences.push(...evaluationInWords(evaluation, prepared.length > 0));
  sentences.push(`All computations were done with Salience ${version} (random seed ${seed}).`);
  return {
    kind: "methods",
    id: "methods",
    title: "For your methods section",
    text: "Ready to paste; check it against what you did before and after this step.",
    paragraph: sentences.join(" "),
    citations: [
      ...citationsOf([method]),
      ...(descriptions ? [falseDiscoveryRate] : []),
      ...(evaluation ? [selectionBias] : []),
      ...(evaluation?.results.some(({ stability }) => stability !== null) ? [kunchevaIndex] : []),
    ].map(plain),
  };
}

/** The title of a method with the work behind it. */
export function nameOf(method: string): string {
  const { title, citedAs } = describeSelector(method);
  return `${title}${citedAs ? ` (${citedAs})` : ""}`;
}

/** The works behind some methods, each once, as their definitions say. */
export function citationsOf(methods: readonly string[]): Citation[] {
  const cited = [...new Set(methods)].map((method): Citation => {
    const { citation: text, title, citedAs: short = title, bibtex = "" } = describeSelector(method);
    return { text, short, bibtex };
  });
  return cited.filter(({ text }) => text !== "");
}

/** What the report holds of a work. */
export const plain = ({ text, bibtex }: Citation): { text: string; bibtex: string } => ({ text, bibtex });

/** Options that are not the method's defaults. */
export function changedOptions(
  method: string,
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const definitions = describeSelector(method).options;
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== null && value !== definitions[name]?.default),
  );
}

/** The model that judges, in words. */
export function classifierInWords({ name, options }: ClassifierPlan): string {
  const weighed = options.classWeight === "balanced" ? " with balanced class weights" : "";
  if (name === ridgeName) return "ridge regression (penalty by leaving one sample out)";
  if (name !== "svm")
    return `${describeClassifier(name).title.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}${weighed}`;
  const { svmKernel, svmC, svmGamma } = options;
  const gamma = svmKernel === "rbf" ? `, γ = ${svmGamma ?? "1/k"}` : "";
  return `a ${svmKernel === "rbf" ? "radial basis function" : "linear"} support vector machine (C = ${svmC}${gamma})${weighed}`;
}

/** What features cost: `150 costs between 2 and 30, all others 1`. */
export function costsInWords(costs: Readonly<Record<string, number>>): string {
  const all = Object.values(costs);
  const [least, most] = [Math.min, Math.max].map((pick) =>
    brief(
      all.reduce((a, b) => pick(a, b)),
      6,
    ),
  );
  const range = least === most ? `of ${least}` : `between ${least} and ${most}`;
  return `${plural(all.length, "cost")} ${range}, all others 1`;
}

/** How the samples were split: `5 stratified folds`. */
export const foldsInWords = (folds: number, rowGroupCount: number | undefined): string =>
  `${plural(folds, "stratified fold")}${rowGroupCount === undefined ? "" : " that keep groups of samples together"}`;

/** How the number of features and the options were chosen. */
function tuningInWords({
  candidates,
  results,
  folds,
  repeats,
  rowGroupCount,
  metric,
  rule,
  classifier,
}: Tuning): string {
  const ks = [...new Set(results.map(({ k }) => k))];
  const options = candidates.length > 1 ? ` and from ${candidates.length} sets of options` : "";
  return `The number of features was chosen from ${plural(ks.length, "value")} between ${Math.min(...ks)} and ${Math.max(...ks)}${options} by cross-validation on all samples with ${foldsInWords(folds, rowGroupCount)}${repeats > 1 ? `, repeated ${repeats} times` : ""}, by the ${metricTitles[metric]} of ${classifierInWords(classifier)}${rule === "one-se" ? " and the one-standard-error rule" : ""}.`;
}

/** How the features were tested one by one. */
function testsInWords({ test, features }: FeatureDescriptions): string {
  const tests = [
    ...(features.some((feature) => feature.test === test)
      ? [test === "f" ? "one-way analysis of variance" : "the Kruskal–Wallis test"]
      : []),
    ...(features.some((feature) => feature.test === "chi-square") ? ["the chi-square test"] : []),
  ];
  return `Differences of single features between the classes were described by p-values of ${tests.join(" and ")}, adjusted over ${plural(features.length, "feature")} for the false discovery rate (${falseDiscoveryRate.short}); these p-values come from the samples that the features were selected on.`;
}

/** The same where the target is a number. */
function correlationsInWords({ test, features }: FeatureDescriptions): string {
  const tests = [
    ...(features.some((feature) => feature.test === "correlation" || feature.test === "spearman")
      ? [test === "f" ? "the F test of Pearson's correlation" : "Spearman's rank correlation"]
      : []),
    ...(features.some((feature) => feature.test === test)
      ? [test === "f" ? "analysis of variance over the levels" : "the Kruskal–Wallis test over the levels"]
      : []),
  ];
  return `How single features go along with the target was described by p-values of ${tests.join(" and ")}, adjusted over ${plural(features.length, "feature")} for the false discovery rate (${falseDiscoveryRate.short}); these p-values come from the samples that the features were selected on.`;
}

/** Rows and columns of the file that were not used. */
function readingInWords({ notices }: Dataset): string[] {
  const left = notices.filter(({ code }) => code === "columns-left-out");
  const columns = left.reduce((sum, { count = 0 }) => sum + count, 0);
  return [
    ...notices.filter(({ code }) => code === "rows-left-out").map(({ text }) => sentence(text)),
    ...(columns > 0
      ? [`${plural(columns, "column", "columns")} of the file ${columns === 1 ? "was" : "were"} not used.`]
      : []),
  ];
}

/** How a table was made ready for the method: filled, encoded, adjusted. */
function preparedInWords(
  { values, featureNames, categories, missing, targets }: Dataset,
  { method, adjusted }: Selection,
): string[] {
  const gaps = missingCounts(values).reduce((sum, count) => sum + count, 0);
  const levels = featureNames.filter((name, j) => categories?.[j] && !adjusted.includes(name)).length;
  const native = missing === "impute" && describeSelector(method).missing === "native";
  const filled =
    missing === "knn" ? "from the five nearest samples" : "with the median or the most frequent level";
  const were = plural(gaps, "missing value was", "missing values were");
  const parts = [
    ...(gaps > 0 ? [native ? `${were} left out of the method's sums` : `${were} filled ${filled}`] : []),
    ...(levels > 0
      ? [
          plural(
            levels,
            "categorical feature was taken as a whole",
            "categorical features were taken as a whole",
          ),
        ]
      : []),
    ...(adjusted.length > 0
      ? [
          `the influence of ${listed(adjusted)} was removed from the numeric features by least squares, fitted together with the ${targets ? "target" : "classes"}`,
        ]
      : []),
  ];
  if (parts.length === 0) return [];
  const text = parts.join("; ");
  return [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`];
}

function evaluationInWords(
  { metric, results, folds, classifier, protocol, rowGroupCount }: Evaluation,
  prepared: boolean,
): string[] {
  const permutations = results[0]?.honesty.permuted?.permutations ?? 0;
  const nested =
    protocol === "nested"
      ? `${prepared ? "this preparation, selection" : "selection"} and scaling were repeated inside every training fold, without the test samples (${selectionBias.short})`
      : "features were selected once on all samples, so accuracies are optimistic";
  const tuned = results.some(({ chosen }) => chosen !== undefined);
  return [
    `${metric === "r2" ? "R², against predicting the mean of the training samples," : capital(metricTitles[metric])} was measured with ${classifierInWords(classifier)} on ${foldsInWords(folds.length, rowGroupCount)}; ${nested}.`,
    ...(tuned
      ? [
          protocol === "nested"
            ? "The number of features and the options of the method were chosen again by cross-validation inside every training fold."
            : "The number of features and the options of the method were chosen by cross-validation on all samples.",
        ]
      : []),
    ...(permutations > 0
      ? [
          `The level of chance was estimated with ${plural(permutations, "random permutation")} of the ${isForNumbers(metric) ? "targets" : "labels"}.`,
        ]
      : []),
    ...(results.some(({ stability }) => stability !== null)
      ? [
          `The stability of the selection over the folds is given by Kuncheva's index (${kunchevaIndex.short}).`,
        ]
      : []),
  ];
}

function describeRows({ rows, labels, targets, labelName }: Dataset): string {
  if (!labels) return plural(rows, "sample");
  if (targets) return `${plural(rows, "sample")}, to predict ${labelName}`;
  const sizes = Array.from(classCounts(labels)).filter((size) => size > 0);
  const range = [Math.min(...sizes), Math.max(...sizes)];
  const each = range[0] === range[1] ? `${range[0]} in each` : `${range[0]} to ${range[1]} in each`;
  return `${plural(rows, "sample")}, ${plural(sizes.length, "class", "classes")}, ${each}`;
}

/** Options that are not the method's defaults, and what it chose itself. */
function optionsInWords(method: string, options: Selection["options"], chosen: Selection["chosen"]): string {
  const set = Object.entries(changedOptions(method, options)).map(
    ([name, value]) => `${name} = ${String(value)}`,
  );
  const found = Object.entries(chosen ?? {})
    .filter(([name]) => name !== "why")
    .map(([name, value]) => `${name} = ${typeof value === "number" ? brief(value, 4) : value}`);
  const parts = [
    ...(set.length > 0 ? [`options ${set.join(", ")}`] : []),
    ...(found.length > 0 ? [`chosen by the method itself: ${found.join(", ")}`] : []),
  ];
  return parts.length > 0 ? ` (${parts.join("; ")})` : " with its default options";
}
