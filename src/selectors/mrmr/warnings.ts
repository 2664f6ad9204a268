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
    const why =
      discretize === "sigma"
        ? `all values lie within mean ± ${sigmas}σ, as those of two-valued features with even halves do; use discretize none or equal-width, or fewer sigmas`
        : "all values lie in one bin; use other bins";
    warnings.push(
      `${count(flat.length)} (first "${names[flat[0]]}") made constant by the discretisation: ${why}`,
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
  const why = rules.dropUseless ? "for having no relevance" : `beyond the ${candidates} most relevant`;
  return [`${count(others)} left out ${why}, as ${tool} would`];
}

const count = (features: number) => `${features} ${features === 1 ? "feature" : "features"}`;
