import { spread, wilsonInterval } from "../evaluation/spread.js";
import { stability } from "../evaluation/stability.js";
import type { Constraints } from "../selectors/constraints.js";
import type { TaskAtK } from "./task.js";

/** How often a feature was selected. */
export interface FrequentFeature {
  /** Its place in the data, from 0. */
  readonly index: number;
  readonly name: string;
  /** On so many subsamples. */
  readonly count: number;
  /** count / subsamples. */
  readonly frequency: number;
  /** Wilson's 95 % interval of the frequency: what other subsamples of the same data might give. */
  readonly low: number;
  readonly high: number;
  /** Its mean rank, from 1, where it was selected; null where it never was. */
  readonly meanRank: number | null;
  readonly stable: boolean;
  /** Whether it was kept by name, and so was selected every time. */
  readonly kept: boolean;
}

/** The selections of the subsamples, feature by feature. */
export function summarizeSubsamples(
  names: readonly string[],
  selections: readonly TaskAtK[],
  threshold: number,
  { seen, kept }: Constraints,
) {
  const counts = new Int32Array(names.length);
  const ranks = new Float64Array(names.length);
  for (const { features } of selections)
    features.forEach((feature, place) => {
      counts[feature]++;
      ranks[feature] += place + 1;
    });
  const isKept = new Set(kept);
  const features = Array.from(seen, (index): FrequentFeature => {
    const [count, frequency] = [counts[index], counts[index] / selections.length];
    return {
      index,
      name: names[index],
      count,
      frequency,
      ...wilsonInterval(count, selections.length),
      meanRank: count === 0 ? null : ranks[index] / count,
      stable: frequency >= threshold,
      kept: isKept.has(index),
    };
  }).sort((a, b) => b.count - a.count || (a.meanRank ?? 0) - (b.meanRank ?? 0) || a.index - b.index);
  // What was kept is the same every time by order, not by agreement.
  const chosenFrom = Array.from(seen).filter((index) => !isKept.has(index));
  const placeOf = new Map(chosenFrom.map((index, place) => [index, place]));
  const chosen = selections.map(({ features: all }) => all.flatMap((index) => placeOf.get(index) ?? []));
  const { kuncheva, jaccard } = stability(chosen, chosenFrom.length);
  // Where all are selected nothing could differ, which is no agreement either.
  const free = chosen.some((places) => places.length < chosenFrom.length);
  return {
    features,
    stable: features.filter(({ stable }) => stable).map(({ name }) => name),
    meanSelected: spread(selections.map(({ features: all }) => all.length)).mean,
    kuncheva: free ? kuncheva : null,
    jaccard,
    selectSeconds: spread(selections.map(({ selectSeconds }) => selectSeconds)).mean,
  };
}
