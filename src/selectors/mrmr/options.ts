import type { Remedy } from "../../core/diagnostic.js";
import type { Notice } from "../../core/notice.js";
import type { OptionDefinitions, OptionValues } from "../../core/option.js";
import { plural } from "../../core/text.js";
import type { Dataset } from "../../data/dataset.js";
import { methodWarning } from "../selector.js";
import { discretizations } from "./discretize.js";
import { flatFeatures, type States } from "./states.js";
import { type Plan, type Rules, schemes, toolNames } from "./tools.js";

/** The options of mRMR. */
export const mrmrOptions = {
  scheme: {
    type: "choice",
    default: schemes[0],
    choices: schemes,
    help: "how a feature is scored: mutual information as a difference (mid) or a quotient (miq), or F statistic and correlation likewise (fcd, fcq)",
  },
  discretize: {
    type: "choice",
    default: discretizations[0],
    choices: discretizations,
    help: "how values become states, for mid and miq: three states around mean ± sigmas·σ, bins of equal width or of equally many samples, or none for data that is discrete already",
  },
  sigmas: {
    type: "number",
    default: 1,
    min: 0,
    help: "with discretize sigma: how many standard deviations from the mean the outer states begin",
  },
  bins: {
    type: "number",
    default: 5,
    integer: true,
    min: 2,
    max: 256,
    help: "with discretize equal-width or equal-frequency: how many bins",
  },
  maxStates: {
    type: "number",
    default: null,
    integer: true,
    min: 2,
    max: 65536,
    help: "with discretize none: a feature with more different values is refused as continuous (32, or half the samples where that is fewer)",
  },
  compat: {
    type: "choice",
    default: null,
    choices: toolNames,
    help: "follow this program where it differs; overrides other options",
  },
} as const satisfies OptionDefinitions;

/** Their values. */
export type MrmrOptions = OptionValues<typeof mrmrOptions>;

/** Which mRMR a run computes, in a sentence. */
export function definitionOf(plan: Plan, options: MrmrOptions, data: Dataset): string {
  const { targets, labels, categories } = data;
  const { scheme, rules, tool } = plan;
  const as = tool === null ? "" : `following ${tool}: `;
  const pool = Number.isFinite(rules.pool)
    ? `; at most the ${rules.pool} most relevant features searched`
    : "";
  if (scheme === "fcd" || scheme === "fcq") {
    const floor = rules.floor > 0 ? `, |r| at least ${rules.floor}` : "";
    const f = targets ? "F statistic of the regression of the target" : "F statistic";
    return `${as}${scheme.toUpperCase()}, ${f} ${scheme === "fcd" ? "less" : "over"} the mean absolute correlation${floor}${pool}`;
  }
  const unit = rules.bits ? "bits" : "nats";
  const mean = rules.epsilon > 0 ? `(mean I(f;s) + ${rules.epsilon})` : "mean I(f;s)";
  const formula = scheme === "mid" ? "I(f;y) − mean I(f;s)" : `I(f;y) / ${mean}`;
  const slices = targets ? `, the target in ${labels!.classes.length} slices of equal frequency` : "";
  const fair = tool === null ? ", information as of two-valued features" : "";
  const levels = categories ? `, levels of categories as they are${fair}` : "";
  return `${as}${scheme.toUpperCase()}, ${formula} in ${unit}; ${statesOf(plan, options)}${levels}${slices}${pool}`;
}

function statesOf({ rules }: Plan, { discretize, sigmas, bins }: MrmrOptions): string {
  if (rules.anyValue) return "every different value is a state";
  if (discretize === "none") return "data used unchanged";
  if (discretize === "sigma") return `three states at mean ± ${sigmas}σ (σ of n − 1)`;
  return `${bins} bins of ${discretize === "equal-width" ? "equal width" : "equal frequency"}`;
}

/** What the states hide: features that they make constant, and continuous ones taken as categories. */
export function warnOfStates(
  states: States,
  names: readonly string[],
  constant: Uint8Array,
  { discretize, sigmas }: MrmrOptions,
  rules: Rules,
): Notice[] {
  const notices: Notice[] = [];
  const flat = flatFeatures(states).filter((j) => !constant[j]);
  if (flat.length > 0) {
    const [why, remedies]: [string, Remedy[]] =
      discretize === "sigma"
        ? [
            `all values lie within mean ± ${sigmas}σ, as those of two-valued features with even halves do`,
            [
              { action: "take the values as they are", option: "discretize", value: "none" },
              { action: "take bins of equal width", option: "discretize", value: "equal-width" },
              { action: "take a smaller number of standard deviations", option: "sigmas" },
            ],
          ]
        : ["all values lie in one bin", [{ action: "take other bins", option: "bins" }]];
    notices.push(
      methodWarning(
        `${plural(flat.length, "feature")} (first "${names[flat[0]]}") made constant by the discretisation: ${why}`,
        remedies,
      ),
    );
  }
  if (rules.anyValue) {
    const most = states.counts.indexOf(states.counts.reduce((a, b) => Math.max(a, b)));
    if (2 * states.counts[most] > states.rows)
      notices.push(
        methodWarning(
          `feature "${names[most]}" has ${states.counts[most]} different values in ${states.rows} rows and each counts as a category: mutual information then says little`,
        ),
      );
  }
  return notices;
}

/** Features that a program does not look at. */
export function warnOfPool({ tool, rules }: Plan, candidates: number, others: number): Notice[] {
  if (others === 0) return [];
  const why = rules.dropUseless ? "for having no relevance" : `beyond the ${candidates} most relevant`;
  return [methodWarning(`${plural(others, "feature")} left out ${why}, as ${tool} would`)];
}
