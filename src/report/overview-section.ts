import type { Dataset } from "../data/dataset.js";
import { directionText } from "../evaluation/describe-features.js";
import { wilsonInterval } from "../evaluation/spread.js";
import { adviceOf } from "../experiment/advice.js";
import type { Evaluation } from "../experiment/evaluate.js";
import type { Figures } from "../experiment/summarize.js";
import type { Selection } from "../selectors/select.js";
import { majorityOf } from "./data-section.js";
import type { Fact, OverviewSection } from "./report.js";
import { brief, percent, points } from "./words.js";

/** Features that are named at most. */
const mostNamed = 20;

/** The answer on one screen: how many features are enough, what they are worth beside chance and the leaking figure, and which they are. */
export function overviewSection(
  data: Dataset,
  selection: Selection,
  evaluation: Evaluation | null | undefined,
  figures: Figures | undefined,
): OverviewSection {
  const picked = selection.features.length;
  const advice = evaluation ? adviceOf(evaluation, picked) : null;
  const described = selection.descriptions?.features ?? [];
  return {
    kind: "overview",
    id: "overview",
    title: "At a glance",
    ...(advice && { answer: advice.sentence, reason: advice.reason }),
    facts: evaluation && figures ? worth(data, evaluation, figures) : [],
    direction: data.targets ? `goes with ${data.labelName}` : "higher in",
    panel: selection.features.slice(0, mostNamed).map((name, rank) => ({
      name,
      direction: described[rank] ? (directionText(described[rank]) ?? null) : null,
      effect: described[rank] ? finite(described[rank].effect) : null,
    })),
    more: Math.max(0, picked - mostNamed),
  };
}

const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? Number(value.toPrecision(4)) : null;

/** What the features are worth, beside what chance gives and what leaking would show. */
function worth(data: Dataset, evaluation: Evaluation, figures: Figures): Fact[] {
  const { nested, paper, permuted } = figures.honesty;
  if (data.targets) {
    const { r2, rmse, r2Std } = figures;
    return [
      ...(r2 == null
        ? []
        : [
            {
              label: "R² on held-out rows",
              value: r2.toFixed(3),
              hint: `${r2Std == null ? "" : `± ${r2Std.toFixed(2)} over the folds; `}0 is no better than the mean`,
            },
          ]),
      ...(rmse === undefined ? [] : [{ label: "Typical error", value: brief(rmse, 4) }]),
      ...(permuted
        ? [{ label: "By chance", value: `${permuted.low.toFixed(2)} to ${permuted.high.toFixed(2)}` }]
        : []),
    ];
  }
  if (nested === null) return [];
  const tested = new Set(evaluation.testRows.flat()).size;
  const { low, high } = wilsonInterval(Math.round(nested * tested), tested);
  const majority = majorityOf(data);
  return [
    {
      label: "Accuracy on new rows",
      value: percent(nested),
      hint: `95 % interval ${points(low)} to ${points(high)}; nested, ${evaluation.testRows.length} folds`,
      tone: nested > (permuted?.high ?? majority ?? 0) ? "good" : "bad",
    },
    ...(permuted
      ? [
          {
            label: "By chance",
            value: `${points(permuted.low)}–${percent(permuted.high)}`,
            hint: "with permuted labels",
          },
        ]
      : []),
    ...(majority === undefined
      ? []
      : [{ label: "Largest class always", value: percent(majority), hint: "what guessing gets right" }]),
    ...(paper === null
      ? []
      : [
          {
            label: "If features were chosen on all rows",
            value: percent(paper),
            hint: `leaks; ${Number(points(paper - nested)) > 0 ? `${points(paper - nested)} points too high` : "no higher here"}`,
          },
        ]),
  ];
}
