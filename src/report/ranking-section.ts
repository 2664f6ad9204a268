import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import {
  directionText,
  type FeatureDescription,
  type FeatureDescriptions,
} from "../evaluation/describe-features.js";
import { selectionFrequencies } from "../evaluation/stability.js";
import type { Figures } from "../experiment/summarize.js";
import { describeSelector } from "../selectors/registry.js";
import type { Selection } from "../selectors/select.js";
import type { RankingColumn, RankingSection } from "./report.js";
import { sentence } from "./words.js";

/** All features, best first, with the line behind the last one picked. */
export function rankingSection(data: Dataset, selection: Selection, figures?: Figures): RankingSection {
  const { ranking, scores, errors, descriptions, direction, features, method } = selection;
  const { kept, excluded, adjusted } = selection;
  const selector = describeSelector(method);
  const inOrder = (values: Float64Array) =>
    Array.from(ranking, (j) => (Number.isFinite(values[j]) ? values[j] : null));
  const endless = Array.from(ranking).filter((j) => Math.abs(scores[j]) === Number.POSITIVE_INFINITY).length;
  const frequencies = figures && selectionFrequencies(figures.selections, data.features);
  return {
    kind: "ranking",
    id: "ranking",
    title: "Ranking of the features",
    text: [
      scoreText(selection, data) ?? selector.summary,
      `A ${direction} score is better. ${plural(features.length, "feature")} above the line ${features.length === 1 ? "was" : "were"} selected, ${data.features - features.length} below ${data.features - features.length === 1 ? "was" : "were"} not.`,
      ...(endless > 0
        ? [
            `${data.targets ? plural(endless, "feature tells", "features tell") : plural(endless, "feature separates", "features separate")} the ${data.targets ? "target" : "classes"} without any error here: the score is infinite and shown as empty.`,
          ]
        : []),
      ...(descriptions ? [data.targets ? correlationText(descriptions) : descriptionText(descriptions)] : []),
    ].join(" "),
    names: Array.from(ranking, (j) => data.featureNames[j]),
    indices: Array.from(ranking),
    scores: inOrder(scores),
    ...(errors && { errors: inOrder(errors) }),
    direction,
    scoreTitle: `${selector.title} score`.replace(/score score$/, "score"),
    cut: features.length,
    kept,
    excluded,
    ...(adjusted.length > 0 && { adjusted }),
    columns: [
      ...(descriptions ? descriptionColumns(descriptions, data.targets ? data.labelName : "higher in") : []),
      ...(frequencies
        ? [
            {
              title: `selected in folds (%, k = ${figures.k})`,
              values: Array.from(ranking, (j) => frequencies[j]),
              format: "percent" as const,
            },
          ]
        : []),
    ],
  };
}

/** Direction, effect, p and q of the features in the ranking's order. Six digits are enough to read and keep pages small. */
function descriptionColumns({ features, logBase }: FeatureDescriptions, direction: string): RankingColumn[] {
  const numbers = (title: string, of: (feature: FeatureDescription) => number | undefined) => ({
    title,
    values: features.map((feature) => {
      const value = of(feature);
      return value !== undefined && Number.isFinite(value) ? Number(value.toPrecision(6)) : null;
    }),
  });
  return [
    { title: direction, type: "text", values: features.map(directionText) },
    numbers("effect", ({ effect }) => effect),
    ...(logBase === "none" ? [] : [numbers("fold change", ({ foldChange }) => foldChange)]),
    numbers("p", ({ p }) => p),
    numbers("q", ({ q }) => q),
  ];
}

/** How to read those columns. */
function descriptionText({ features, test, logBase }: FeatureDescriptions): string {
  const categories = features.some((feature) => feature.test === "chi-square");
  return [
    `Effect is how far the class that is higher lies above all other rows, in standard deviations inside the classes (Cohen's d)${categories ? "; for categories it is Cramér's V, from 0 to 1, and the level that is more frequent stands beside the class" : ""}.`,
    ...(logBase === "none" ? [] : ["Fold change is that difference as a ratio of geometric means."]),
    `p is that of ${test === "f" ? "the one-way F test" : "the Kruskal–Wallis test"}${categories ? " (chi-square for categories)" : ""}, q is p adjusted over all features by Benjamini and Hochberg.`,
    descriptive,
  ].join(" ");
}

const descriptive =
  "Both are descriptive: the features were selected on the same rows, so they are not evidence for new ones.";

/** The same where the target is a number. */
function correlationText({ features, test }: FeatureDescriptions): string {
  const categories = features.some((feature) => feature.test === test);
  const [ranks, tests] =
    test === "f"
      ? ["Pearson's", "the F test of the regression"]
      : ["Spearman's rank", "the test of that correlation"];
  return [
    `Effect is ${ranks} correlation with the target, from −1 to 1${categories ? "; for categories it is η, from 0 to 1, with the level that has the highest mean" : ""}.`,
    `p is that of ${tests}${categories ? ` (${test === "f" ? "analysis of variance" : "Kruskal–Wallis"} for categories)` : ""}, q is p adjusted over all features by Benjamini and Hochberg.`,
    descriptive,
  ].join(" ");
}

/**
 * What a score means where that is not what the method's summary says: where features were dropped round by round, which is
 * not one fit, and where the target is a number.
 */
function scoreText({ chosen, definition }: Selection, { targets }: Dataset): string | null {
  if (!definition) return null;
  if (chosen?.elimination === "recursive")
    return `Features were dropped round by round; those that stayed longest come first. ${sentence(definition)}`;
  return targets ? sentence(definition) : null;
}
