import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { OptionDefinitions, OptionValues } from "../../core/option.js";
import type { Dataset } from "../../data/dataset.js";
import { classWeightOption } from "../../models/class-weight.js";
import type { PrepareOptions } from "./prepare.js";

/** The options of `dfs`. What is unset depends on whether gamma is given. */
export const dfsOptions = {
  gamma: {
    type: "number",
    default: null,
    min: 0,
    help: "weight of the penalty; unset: target-k mode, which needs only k",
  },
  p: {
    type: "number",
    default: null,
    above: 0,
    max: 2,
    help: "power of the row norms, smaller is sparser; unset: 1, or what target-k mode chooses",
  },
  l: {
    type: "number",
    default: null,
    integer: true,
    min: 1,
    help: "columns of the transformation; unset: classes minus one",
  },
  alpha: {
    type: "number",
    default: null,
    min: 0,
    help: "added to the diagonal of the total scatter; unset: 0, or what target-k mode chooses",
  },
  zeta: { type: "number", default: 1e-12, above: 0, help: "smooths the norm of rows at zero" },
  maxIterations: {
    type: "number",
    default: 200,
    integer: true,
    min: 1,
    help: "maximum number of outer iterations",
  },
  tolerance: {
    type: "number",
    default: 1e-4,
    min: 0,
    help: "relative change of objective and rows at which it has converged",
  },
  solver: {
    type: "choice",
    default: "auto",
    choices: ["auto", "tall", "wide", "literal"],
    help: "form of the solver; literal is the paper's own, for few features",
  },
  scatter: {
    type: "choice",
    default: null,
    choices: ["sum", "mean"],
    help: "scatter matrices as sums (the paper) or means; unset: sum with gamma, mean in target-k mode",
  },
  standardize: {
    type: "flag",
    default: true,
    help: "standardise features to mean 0 and standard deviation 1",
  },
  kernel: {
    type: "choice",
    default: "linear",
    choices: ["linear", "additive"],
    help: "what to weigh: the feature itself, or several functions of it as one block",
  },
  basis: {
    type: "number",
    default: null,
    integer: true,
    min: 1,
    max: 50,
    help: "number of functions per feature with the additive kernel; unset: 4",
  },
  classWeight: classWeightOption,
  elimination: {
    type: "choice",
    default: "recursive",
    choices: ["recursive", "one-shot"],
    help: "how target-k mode finds the features",
  },
  margins: {
    type: "flag",
    default: true,
    help: "recursive elimination also weighs features by the margins between every two classes",
  },
} as const satisfies OptionDefinitions;

/** Their values. */
export type DfsOptions = OptionValues<typeof dfsOptions>;

/** The grid that is worth trying beside target-k mode, for mean scatter, so that γ means the same on a fold as on all data. */
export const gridCandidates: readonly Partial<DfsOptions>[] = [1, 0.5].flatMap((p) =>
  [0.003, 0.01, 0.03, 0.1, 0.3].map((gamma) => ({ gamma, p, scatter: "mean" as const })),
);

/** Functions of each feature with the additive kernel, by nested accuracy: docs/dfs.md has the table. */
const defaultBasis = 4;

/**
 * Slices of a number to predict are in order, and one direction tells most of it: planted features come first far more often
 * with one than with as many as there can be.
 */
export const forTargets = <O extends Pick<DfsOptions, "l">>({ targets }: Dataset, options: O): O =>
  targets ? { ...options, l: options.l ?? 1 } : options;

/** How data is to be seen under these options; with gamma the paper's way, in target-k mode as means. */
export function seenAs(options: DfsOptions): PrepareOptions {
  const { gamma, scatter, solver, standardize, kernel, basis, classWeight } = options;
  if (kernel === "linear" && basis !== null)
    throw new InputError(
      "not-possible",
      `${optionName("basis")} is the number of functions of the additive kernel; the linear one has none`,
      { remedies: [{ action: "use the additive kernel", option: "kernel", value: "additive" }] },
    );
  if (kernel === "additive" && gamma === 0)
    throw new InputError(
      "not-possible",
      `${optionName("gamma")} 0 is linear discriminant analysis, which has no additive kernel; give it above 0`,
      { facts: { option: "gamma" } },
    );
  return {
    ...(kernel === "additive" && { basis: basis ?? defaultBasis }),
    standardize,
    scatter: scatter ?? (gamma === null ? "mean" : "sum"),
    form: solver === "literal" ? "tall" : solver,
    classWeight,
  };
}
