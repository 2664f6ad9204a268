import type { OptionValues } from "../../core/option.js";
import { classWeightOption } from "../class-weight.js";

/** What the support vector machine can be told. The names begin with `svm` since they are also flags. */
export const svmOptions = {
  svmC: {
    type: "number",
    default: 1,
    above: 0,
    help: "The cost of a sample on the wrong side; larger values fit the training samples more closely",
  },
  svmKernel: {
    type: "choice",
    default: "linear",
    choices: ["linear", "rbf"],
    help: "linear: planes; rbf: exp(−γ·|x − y|²), for curved boundaries",
  },
  svmGamma: {
    type: "number",
    default: null,
    above: 0,
    help: "γ of the rbf kernel; one over the number of features unless given",
  },
  svmTolerance: {
    type: "number",
    default: 1e-3,
    above: 0,
    help: "Tolerance of the optimality conditions",
  },
  svmShrinking: {
    type: "flag",
    default: true,
    help: "Set aside samples that will likely stay at a bound; faster on large data",
  },
  classWeight: {
    ...classWeightOption,
    help: "balanced: multiply C by n / (classes × samples of the class), so that every class counts the same",
  },
} as const;

/** The options of the support vector machine, complete. */
export type SvmOptions = OptionValues<typeof svmOptions>;

/** A kernel with its parameter settled. */
export type SvmKernel = { readonly name: "linear" } | { readonly name: "rbf"; readonly gamma: number };

/** The kernel that the options ask for, on this many features. */
export function svmKernel({ svmKernel: name, svmGamma }: SvmOptions, features: number): SvmKernel {
  return name === "linear" ? { name } : { name: "rbf", gamma: svmGamma ?? 1 / Math.max(1, features) };
}
