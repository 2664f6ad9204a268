import type { Comparison } from "../experiment/comparison.js";
import type { TableSection } from "./report.js";
import { brief, listed } from "./words.js";

/** Below this an adjusted p-value counts as a difference. */
const significant = 0.05;

/** Which methods differ beyond chance; null where there was nothing to test. */
export function testsSection({ tests }: Comparison): TableSection | null {
  const { perDataset, overDatasets } = tests;
  if (perDataset.length + overDatasets.length === 0) return null;
  const sure = perDataset.filter(({ adjusted }) => adjusted < significant);
  const sentences = sure.map(({ dataset, methods: [a, b], difference }) => {
    const [better, worse] = difference > 0 ? [a, b] : [b, a];
    return `${better} above ${worse} on ${dataset} by ${Math.abs(difference).toFixed(1)} points`;
  });
  return {
    kind: "table",
    id: "tests",
    title: "Which differences are beyond chance",
    text: `${sentences.length > 0 ? `Beyond chance at 5 %: ${listed(sentences, 8)}.` : "No difference between two methods is beyond chance at 5 % on these folds."} Per data set: the corrected resampled t test over folds, of accuracies averaged over all k; adjusted by Holm's method for the number of pairs.`,
    columns: [
      { title: "data", type: "text" },
      { title: "first", type: "text" },
      { title: "second", type: "text" },
      { title: "difference", type: "number", digits: 2, signed: true },
      { title: "p", type: "number", digits: 4 },
      { title: "adjusted p", type: "number", digits: 4 },
    ],
    rows: [
      ...perDataset.map(({ dataset, methods: [a, b], difference, pValue, adjusted }) => [
        dataset,
        a,
        b,
        difference,
        finite(pValue),
        finite(adjusted),
      ]),
      ...overDatasets.map(({ methods: [a, b], difference, pValue, adjusted }) => [
        "all data sets",
        a,
        b,
        difference,
        finite(pValue),
        finite(adjusted),
      ]),
    ],
    ...(overDatasets.length > 0 && {
      notes: [
        `Over all data sets: Wilcoxon's signed-rank test on one difference for each; with fewer than six data sets it cannot get below ${brief(significant)}.`,
      ],
    }),
  };
}

const finite = (x: number) => (Number.isFinite(x) ? x : null);
