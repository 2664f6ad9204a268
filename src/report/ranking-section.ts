import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { selectionFrequencies } from "../evaluation/stability.js";
import type { Figures } from "../experiment/summarize.js";
import { findSelector } from "../selectors/registry.js";
import type { Selection } from "../selectors/select.js";
import type { RankingSection } from "./report.js";

/** All features, best first, with the line behind the last one picked. */
export function rankingSection(data: Dataset, selection: Selection, figures?: Figures): RankingSection {
  const { ranking, scores, errors, direction, features, kept, excluded, method } = selection;
  const selector = findSelector(method);
  const inOrder = (values: Float64Array) =>
    Array.from(ranking, (j) => (Number.isFinite(values[j]) ? values[j] : null));
  const endless = Array.from(ranking).filter((j) => Math.abs(scores[j]) === Number.POSITIVE_INFINITY).length;
  const frequencies = figures && selectionFrequencies(figures.selections, data.features);
  return {
    kind: "ranking",
    id: "ranking",
    title: "Ranking of the features",
    text: [
      scoreText(selection) ?? selector.summary,
      `A ${direction} score is better. ${plural(features.length, "feature")} above the line ${features.length === 1 ? "was" : "were"} picked, ${data.features - features.length} below ${data.features - features.length === 1 ? "was" : "were"} not.`,
      ...(endless > 0
        ? [
            `${plural(endless, "feature tells", "features tell")} the classes apart without any error here: the score is infinite and shown as empty.`,
          ]
        : []),
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
    ...(frequencies && {
      columns: [
        {
          title: `picked in folds (%, k = ${figures.k})`,
          values: Array.from(ranking, (j) => frequencies[j]),
          format: "percent",
        },
      ],
    }),
  };
}

/** What a score means where features were dropped round by round, which is not what it means in one fit. */
function scoreText({ chosen }: Selection): string | null {
  if (chosen?.elimination !== "recursive") return null;
  return "Features were dropped round by round. The score is the round that dropped a feature, plus its share of the strongest row norm there: what stayed longest stands first.";
}
