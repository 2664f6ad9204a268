import type { OptionDefinitions, OptionValues } from "../../core/option.js";
import { classWeightOption } from "../../models/class-weight.js";

/** The options of `ldfs`. */
export const ldfsOptions = {
  gamma: {
    type: "number",
    default: null,
    min: 0,
    help: "weight of the penalty; unset: raised until all rows but k have vanished",
  },
  variant: {
    type: "choice",
    default: "original",
    choices: ["original", "normalised"],
    help: "original: as published, without a constraint; normalised: under AᵀA = I, which rules out the trivial solution",
  },
  l: {
    type: "number",
    default: null,
    integer: true,
    min: 1,
    help: "columns of the transformation; unset: classes less one, and where gamma is unset at most half of k",
  },
  alpha: {
    type: "number",
    default: null,
    min: 0,
    help: "added to the diagonal of the scatter inside the classes; unset: a tenth of the features' mean variance",
  },
  standardize: {
    type: "flag",
    default: true,
    help: "standardise features to mean 0 and standard deviation 1",
  },
  classWeight: classWeightOption,
  maxIterations: {
    type: "number",
    default: 200,
    integer: true,
    min: 1,
    help: "steps at most, for each gamma",
  },
  tolerance: {
    type: "number",
    default: 1e-4,
    min: 0,
    help: "relative change of the objective, three steps in a row, at which it has converged",
  },
} as const satisfies OptionDefinitions;

/** Their values. */
export type LdfsOptions = OptionValues<typeof ldfsOptions>;
