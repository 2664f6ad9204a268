import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { selectionFrequencies } from "../evaluation/stability.js";
import type { Figures } from "../experiment/summarize.js";
import type { Selection } from "../selectors/select.js";
import type { Fact, StabilitySection } from "./report.js";

/** Features that are shown at most: the picked ones, then those that folds picked most often. */
const mostShown = 40;

/** How often the folds picked each feature; null where there was only one selection. */
export function stabilitySection(
  data: Dataset,
  selection: Selection,
  figures: Figures,
): StabilitySection | null {
  const { selections, stability, jaccard, k, chosen } = figures;
  if (selections.length < 2) return null;
  const frequencies = selectionFrequencies(selections, data.features);
  const picked = Array.from(selection.ranking.subarray(0, selection.features.length));
  const inPanel = new Set(picked);
  const others = Array.from(frequencies.keys())
    .filter((j) => frequencies[j] > 0 && !inPanel.has(j))
    .sort((a, b) => frequencies[b] - frequencies[a] || a - b);
  const shown = [...picked, ...others]
    .slice(0, Math.max(mostShown, picked.length))
    .sort((a, b) => frequencies[b] - frequencies[a])
    .slice(0, 2 * mostShown);
  const ever = Array.from(frequencies).filter((share) => share > 0).length;
  const always = picked.filter((j) => frequencies[j] === 1).length;
  const facts: Fact[] = [
    {
      label: "selected in every fold",
      value: always,
      hint: `of the ${plural(picked.length, "feature")} selected on all rows`,
    },
    { label: "selected in any fold", value: ever },
  ];
  if (stability !== null)
    facts.unshift({
      label: "Kuncheva's index",
      value: stability,
      hint: "1: the same features in every fold; 0: as if drawn at random",
      tone: stability >= 0.5 ? "good" : "bad",
    });
  if (jaccard !== null)
    facts.push({
      label: "Jaccard index",
      value: jaccard,
      hint: "features that two folds share, as a fraction of those that either selected; not corrected for chance",
    });
  return {
    kind: "stability",
    id: "stability",
    title: "How stable the choice is",
    text: `In each of ${selections.length} folds ${chosen ? "features were" : k === 1 ? "the best feature was" : `the best ${k} features were`} selected again without the fold's rows. A feature that most folds select does not depend on a few samples.`,
    names: shown.map((j) => data.featureNames[j]),
    frequencies: shown.map((j) => frequencies[j]),
    facts,
  };
}
