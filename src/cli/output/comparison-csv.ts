import type { ComparedFigures, Comparison } from "../../internal.js";
import { toCsv } from "./csv.js";

const columns: Readonly<Record<string, (figures: ComparedFigures) => string | number | null>> = {
  dataset: ({ dataset }) => dataset,
  method: ({ method }) => method,
  label: ({ label }) => label,
  k: ({ k }) => k,
  accuracy: ({ accuracy }) => accuracy,
  accuracyStd: ({ accuracyStd }) => accuracyStd,
  balancedAccuracy: ({ balancedAccuracy }) => balancedAccuracy,
  macroF1: ({ macroF1 }) => macroF1,
  auc: ({ auc }) => auc,
  redundancy: ({ redundancy }) => redundancy,
  redundancyAbs: ({ redundancyAbs }) => redundancyAbs,
  stability: ({ stability }) => stability,
  jaccard: ({ jaccard }) => jaccard,
  nested: ({ nested }) => nested,
  paper: ({ paper }) => paper,
  nestedStd: ({ nestedStd }) => nestedStd,
  paperStd: ({ paperStd }) => paperStd,
  permutedLow: ({ permuted }) => permuted?.low ?? null,
  permutedHigh: ({ permuted }) => permuted?.high ?? null,
  pValue: ({ permuted }) => permuted?.pValue ?? null,
  seconds: ({ seconds }) => seconds,
};

/** One line for each data set, method and k. */
export function comparisonCsv({ results, metric }: Comparison): string {
  const lines = results.map((figures) => [...Object.values(columns).map((value) => value(figures)), metric]);
  return toCsv([[...Object.keys(columns), "metric"], ...lines]);
}
