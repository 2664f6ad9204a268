import type { OptionDefinitions, OptionValues } from "../../data/option.js";
import { discretizations } from "./discretize.js";
import { schemes, toolNames } from "./tools.js";

/** The options of mRMR. */
export const mrmrOptions = {
  scheme: {
    type: "choice",
    default: schemes[0],
    choices: schemes,
    help: "how a feature is judged: mutual information as a difference (mid) or a quotient (miq), or F statistic and correlation likewise (fcd, fcq)",
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
    help: "do as this program does, where it differs; it decides over the other options",
  },
} as const satisfies OptionDefinitions;

/** Their values. */
export type MrmrOptions = OptionValues<typeof mrmrOptions>;
