import type { OptionDefinitions, OptionValues } from "../../core/option.js";
import { classWeightOption } from "../../models/class-weight.js";

/** The options of `lasso`; those that glmnet or scikit-learn have are named as there. */
export const lassoOptions = {
  l1Ratio: {
    type: "number",
    default: 1,
    min: 0.001,
    max: 1,
    help: "part of the penalty that goes by size and sets coefficients to 0; the rest goes by squares. 1: lasso, less: elastic net",
  },
  lambdas: {
    type: "number",
    default: 100,
    integer: true,
    min: 2,
    help: "number of penalties along the path",
  },
  lambdaMinRatio: {
    type: "number",
    default: null,
    above: 0,
    max: 0.9,
    help: "smallest penalty as a part of the largest; unset: 0.0001, or 0.01 with more features than rows",
  },
  tolerance: {
    type: "number",
    default: null,
    above: 0,
    max: 1e-3,
    help: "part of the loss that the last pass of a fit may still gain by a coefficient; unset: 1e-7, or 1e-10 with more than two classes",
  },
  maxIterations: {
    type: "number",
    default: 1000,
    integer: true,
    min: 1,
    help: "maximum number of Newton steps for one penalty",
  },
  standardize: {
    type: "flag",
    default: true,
    help: "standardise features to mean 0 and standard deviation 1",
  },
  classWeight: {
    ...classWeightOption,
    help: "balanced: every class counts the same: the loss of a row times n / (classes × rows of the class)",
  },
} as const satisfies OptionDefinitions;

/** The values of {@link lassoOptions}. */
export type LassoOptions = OptionValues<typeof lassoOptions>;
