import type { Dataset } from "../data/dataset.js";
import { directionText } from "../evaluation/describe-features.js";
import { wilsonInterval } from "../evaluation/spread.js";
import { adviceOf } from "../experiment/advice.js";
import type { Evaluation } from "../experiment/evaluate.js";
import { metricText, metricTitles } from "../experiment/metric-choice.js";
import type { Figures } from "../experiment/summarize.js";
import type { Selection } from "../selectors/select.js";
import { guessOf } from "./guessing.js";
import type { Fact, OverviewSection } from "./report.js";
import { gapInWords } from "./selection-lead.js";
import { brief, capital, percent, points } from "./words.js";

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
  const { metric, testRows, protocol } = evaluation;
  const guess = guessOf(data, metric);
  const text = (value: number) => metricText(metric, value);
  const gap = paper === null ? 0 : paper - nested;
  const { accuracy } = protocol === "nested" ? figures : {};
  return [
    {
      label: `${capital(metricTitles[metric])} on new rows`,
      value: text(nested),
      hint: `${uncertainty(evaluation, figures, nested)}nested, ${testRows.length} folds`,
      tone: nested > (permuted?.high ?? guess?.value ?? 0) ? "good" : "bad",
    },
    ...(permuted
      ? [
          {
            label: "By chance",
            value: `${text(permuted.low).replace(" %", "")}–${text(permuted.high)}`,
            hint: "with permuted labels",
          },
        ]
      : []),
    ...(guess ? [{ label: guess.label, value: text(guess.value), hint: "what guessing gives" }] : []),
    ...(metric !== "accuracy" && accuracy !== undefined
      ? [{ label: "New rows predicted right", value: percent(accuracy), hint: "the plain accuracy" }]
      : []),
    ...(paper === null
      ? []
      : [
          {
            label: "If features were chosen on all rows",
            value: text(paper),
            hint: `leaks; ${Number(points(gap)) > 0 ? `${gapInWords(metric, gap)} too high` : "no higher here"}`,
          },
        ]),
  ];
}

/** How sure a value is: of an accuracy the interval, of another measure how it differs between folds. */
function uncertainty({ metric, testRows }: Evaluation, { honesty }: Figures, nested: number): string {
  if (metric !== "accuracy")
    return honesty.nestedStd === null ? "" : `± ${gapInWords(metric, honesty.nestedStd)} over the folds; `;
  const tested = new Set(testRows.flat()).size;
  const { low, high } = wilsonInterval(Math.round(nested * tested), tested);
  return `95 % interval ${points(low)} to ${points(high)}; `;
}
