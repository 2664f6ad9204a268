import type { MrmrOptions } from "./options.js";
import { flatFeatures, type States } from "./states.js";
import type { Plan, Rules } from "./tools.js";

/** What the states hide: features that they make constant, and continuous ones taken as categories. */
export function warnOfStates(
  states: States,
  names: readonly string[],
  constant: Uint8Array,
  { discretize, sigmas }: MrmrOptions,
  rules: Rules,
): string[] {
  const warnings: string[] = [];
  const flat = flatFeatures(states).filter((j) => !constant[j]);
  if (flat.length > 0) {
    const remedy =
      discretize === "sigma"
        ? `lie wholly within mean ± ${sigmas}σ, as two-valued ones with even halves do; take discretize none, equal-width or fewer sigmas`
        : "fall into one bin; take other bins";
    warnings.push(
      `${count(flat.length)} (first "${names[flat[0]]}") have one state only, so they look constant: they ${remedy}`,
    );
  }
  if (rules.anyValue) {
    const most = states.counts.indexOf(states.counts.reduce((a, b) => Math.max(a, b)));
    if (2 * states.counts[most] > states.rows)
      warnings.push(
        `feature "${names[most]}" has ${states.counts[most]} different values in ${states.rows} samples and each counts as a category: mutual information then says little`,
      );
  }
  return warnings;
}

/** Features that a program does not look at. */
export function warnOfPool({ tool, rules }: Plan, candidates: number, others: number): string[] {
  if (others === 0) return [];
  const why = rules.dropUseless ? "have no relevance" : `are not among the ${candidates} most relevant`;
  return [`${count(others)} could not be chosen, because they ${why}, as in ${tool}`];
}

const count = (features: number) => `${features} ${features === 1 ? "feature" : "features"}`;
