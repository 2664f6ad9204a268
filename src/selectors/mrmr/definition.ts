import type { MrmrOptions } from "./options.js";
import type { Plan } from "./tools.js";

/** Which mRMR a run computes, in a sentence. */
export function definitionOf(plan: Plan, options: MrmrOptions): string {
  const { scheme, rules, tool } = plan;
  const as = tool === null ? "" : `following ${tool}: `;
  const pool = Number.isFinite(rules.pool)
    ? `; at most the ${rules.pool} most relevant features searched`
    : "";
  if (scheme === "fcd" || scheme === "fcq") {
    const floor = rules.floor > 0 ? `, |r| at least ${rules.floor}` : "";
    return `${as}${scheme.toUpperCase()}, F statistic ${scheme === "fcd" ? "less" : "over"} the mean absolute correlation${floor}${pool}`;
  }
  const unit = rules.bits ? "bits" : "nats";
  const mean = rules.epsilon > 0 ? `(mean I(f;s) + ${rules.epsilon})` : "mean I(f;s)";
  const formula = scheme === "mid" ? "I(f;y) − mean I(f;s)" : `I(f;y) / ${mean}`;
  return `${as}${scheme.toUpperCase()}, ${formula} in ${unit}; ${statesOf(plan, options)}${pool}`;
}

function statesOf({ rules }: Plan, { discretize, sigmas, bins }: MrmrOptions): string {
  if (rules.anyValue) return "every different value is a state";
  if (discretize === "none") return "data taken as it is";
  if (discretize === "sigma") return `three states at mean ± ${sigmas}σ (σ of n − 1)`;
  return `${bins} bins of ${discretize === "equal-width" ? "equal width" : "equal frequency"}`;
}
