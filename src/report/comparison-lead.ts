import { plural } from "../core/text.js";
import type { ComparedFigures, Comparison } from "../experiment/comparison.js";
import { isForNumbers, metricText, metricTitles } from "../experiment/metric-choice.js";
import { listed, percent, points } from "./words.js";

/** Smaller differences do not show in figures with one digit. */
export const visible = 0.0005;

/** The mean of some figure of a method over all k of a data set, or of all where it is null; null where none is known. */
export function meanOver<T extends Pick<ComparedFigures, "dataset" | "label">>(
  results: readonly T[],
  dataset: string | null,
  label: string,
  value: (figures: T) => number | null | undefined,
): number | null {
  const known = results
    .filter((entry) => (dataset === null || entry.dataset === dataset) && entry.label === label)
    .flatMap((entry) => value(entry) ?? []);
  return known.length === 0 ? null : known.reduce((sum, x) => sum + x, 0) / known.length;
}

/** What was found, in plain sentences. */
export function comparisonLead(comparison: Comparison): string[] {
  const { datasets, methods, results, protocol, metric, tests } = comparison;
  const ks = [...new Set(results.map(({ k }) => k))].sort((a, b) => a - b);
  const shown = (value: number) => (isForNumbers(metric) ? metricText(metric, value) : percent(value));
  const over = ks.length === 1 ? `k = ${ks[0]}` : `${ks.length} values of k from ${ks[0]} to ${ks.at(-1)}`;
  const lead = [
    `${plural(methods.length, "method")} on ${plural(datasets.length, "data set")}, ${over}, ${metricTitles[metric]} by the ${protocol} protocol.`,
  ];
  // Of many data sets the table says which method is first on each; here it is counted.
  for (const { name } of datasets.length > fewDatasets ? [] : datasets) {
    const ranked = methods
      .map(({ label }) => ({
        label,
        mean: meanOver(results, name, label, (figures) => figures[protocol]) ?? 0,
      }))
      .sort((a, b) => b.mean - a.mean);
    const [first] = ranked;
    const beaten = tests.perDataset.filter(
      ({ dataset, methods: pair, adjusted }) =>
        dataset === name && adjusted < 0.05 && pair.includes(first.label),
    ).length;
    const level = ranked.filter(({ mean }) => first.mean - mean < visible).map(({ label }) => label);
    const others = ranked
      .slice(level.length, level.length + 3)
      .map(({ label, mean }) => `${label} ${shown(mean)}`);
    const then = others.length > 0 ? `, then ${listed(others)}` : "";
    lead.push(
      level.length > 1
        ? `${name}: ${listed(level, 10)} are level with ${shown(first.mean)} on average${then}.`
        : `${name}: ${first.label} is first with ${shown(first.mean)} on average${then}.${beaten > 0 ? ` Its lead is significant over ${beaten} of ${methods.length - 1} ${methods.length === 2 ? "other" : "others"}.` : ""}`,
    );
  }
  if (datasets.length > fewDatasets) lead.push(firstPlaces(comparison));
  lead.push(...baselineLead(comparison));
  if (tests.perDataset.length > 0 && tests.perDataset.every(({ adjusted }) => adjusted >= 0.05))
    lead.push("No difference between two of these methods is significant on these folds.");
  const gaps = results.filter(({ nested, paper }) => nested !== null && paper !== null);
  if (gaps.length > 0) {
    const gap = gaps.reduce((sum, { nested, paper }) => sum + paper! - nested!, 0) / gaps.length;
    lead.push(
      `Choosing features before splitting, as many papers do, would show ${Math.abs(gap) < visible ? "the same here, on average" : `figures that are ${points(Math.abs(gap))} points ${gap > 0 ? "higher" : "lower"} on average`}.`,
    );
  }
  return lead;
}

/** Up to so many data sets have a sentence each. */
const fewDatasets = 3;

/** On how many data sets each method has the best mean over all k; those that are level are all first. */
function firstPlaces({ datasets, methods, results, protocol }: Comparison): string {
  const labels = methods.map(({ label }) => label);
  const firsts = new Map(labels.map((label) => [label, 0]));
  for (const { name } of datasets) {
    const means = labels.map((label) => meanOver(results, name, label, (figures) => figures[protocol]) ?? 0);
    const best = Math.max(...means);
    labels.forEach((label, at) => {
      if (best - means[at] < visible) firsts.set(label, firsts.get(label)! + 1);
    });
  }
  const counted = [...firsts].filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1]);
  return `First, or level with the first, by the mean over all k: ${listed(counted.map(([label, count]) => `${label} on ${count}`))} of the ${datasets.length} data sets.`;
}

/** What all features and random ones reach, the mean over the data sets. */
function baselineLead({ baselines = [], datasets, metric }: Comparison): string[] {
  const shown = (value: number) => (isForNumbers(metric) ? metricText(metric, value) : percent(value));
  const parts = [...new Set(baselines.map(({ label }) => label))].flatMap((label) => {
    const mean = meanOver(baselines, null, label, ({ nested }) => nested);
    return mean === null ? [] : [`${label} ${shown(mean)}`];
  });
  if (parts.length === 0) return [];
  return [
    `For comparison, on the same folds${datasets.length > 1 ? ", over all data sets" : ""}: ${listed(parts)}.`,
  ];
}
