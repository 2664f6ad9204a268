import { InputError } from "../core/input-error.js";

/** How much the features agree that were selected on different data, as in different folds. */
export interface Stability {
  /**
   * Kuncheva's index: the mean over all pairs of sets of (r·d − k²) / (k(d − k)), r being what they share. 1 for equal
   * sets, about 0 for random ones, below 0 for less than chance. 0 where all features are selected, or none; null where
   * the sets differ in size, for which it is not defined.
   */
  readonly kuncheva: number | null;
  /** Mean over all pairs of shared features / features in either; two empty sets agree. Chance is not taken off. */
  readonly jaccard: number;
  /**
   * Nogueira's measure: 1 minus the features' mean variance of being selected, over that of random sets of the same mean
   * size. For sets of one size it equals Kuncheva's index. 0 where all features are selected, or none.
   */
  readonly nogueira: number;
}

/** The stability of a selection: sets of selected features, out of `features` in all. Two sets or more. */
export function stability(sets: readonly ArrayLike<number>[], features: number): Stability {
  if (sets.length < 2)
    throw new InputError(
      "option-value",
      `stability needs at least two selections to compare; ${sets.length} was given`,
    );
  const selected = sets.map((set) => memberships(set, features));
  const sameSize = sets.every((set) => set.length === sets[0].length);
  let [kuncheva, jaccard, pairs] = [0, 0, 0];
  for (let a = 1; a < sets.length; a++)
    for (let b = 0; b < a; b++, pairs++) {
      let shared = 0;
      for (let i = 0; i < sets[a].length; i++) shared += selected[b][sets[a][i]];
      kuncheva += kunchevaIndex(shared, sets[a].length, features);
      jaccard += jaccardIndex(shared, sets[a].length, sets[b].length);
    }
  return {
    kuncheva: sameSize ? kuncheva / pairs : null,
    jaccard: jaccard / pairs,
    nogueira: nogueiraMeasure(selected, features),
  };
}

/** How often each feature is in a set: 0 to 1. */
export function selectionFrequencies(sets: readonly ArrayLike<number>[], features: number): Float64Array {
  if (sets.length === 0)
    throw new InputError("option-value", "frequencies need at least one selection; none was given");
  const counts = new Float64Array(features);
  for (const set of sets)
    memberships(set, features).forEach((is, feature) => {
      counts[feature] += is;
    });
  return counts.map((count) => count / sets.length);
}

/** 1 for the features of the set, 0 for the others. */
function memberships(set: ArrayLike<number>, features: number): Uint8Array {
  const selected = new Uint8Array(features);
  for (let i = 0; i < set.length; i++) {
    if (!(Number.isInteger(set[i]) && set[i] >= 0 && set[i] < features) || selected[set[i]])
      throw new InputError(
        "option-value",
        `a selection holds feature ${set[i]}; the features are 0 to ${features - 1}, each at most once`,
      );
    selected[set[i]] = 1;
  }
  return selected;
}

function kunchevaIndex(shared: number, k: number, features: number): number {
  if (k === 0 || k === features) return 0;
  return (shared * features - k * k) / (k * (features - k));
}

function jaccardIndex(shared: number, a: number, b: number): number {
  const either = a + b - shared;
  return either === 0 ? 1 : shared / either;
}

function nogueiraMeasure(selected: readonly Uint8Array[], features: number): number {
  const sets = selected.length;
  let [variance, total] = [0, 0];
  for (let feature = 0; feature < features; feature++) {
    const share = selected.reduce((sum, set) => sum + set[feature], 0) / sets;
    variance += (sets / (sets - 1)) * share * (1 - share);
    total += share;
  }
  const meanShare = total / features;
  if (meanShare === 0 || meanShare === 1) return 0;
  return 1 - variance / features / (meanShare * (1 - meanShare));
}
