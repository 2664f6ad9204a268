import type { OptionDefinitions, OptionValues } from "../../core/option.js";

/** The options of `relieff`; the defaults are the definition of Robnik-Šikonja and Kononenko. */
export const relieffOptions = {
  neighbours: {
    type: "number",
    default: 10,
    integer: true,
    min: 1,
    help: "number of nearest neighbours, in the sample's own class and in each other class",
  },
  samples: {
    type: "number",
    default: null,
    integer: true,
    min: 1,
    help: "number of random samples to compute the scores from; unset: all",
  },
  confidence: {
    type: "number",
    default: null,
    min: 0.5,
    max: 0.9999,
    help: "use samples in random order and stop once the top k are separated from the rest at this confidence",
  },
  sigma: {
    type: "number",
    default: null,
    above: 0,
    help: "nearer neighbours count more, the r-th one exp(−(r/sigma)²); unset: all count alike",
  },
  distance: {
    type: "choice",
    default: "manhattan",
    choices: ["manhattan", "euclidean"],
    help: "distance between samples",
  },
  scaling: {
    type: "choice",
    default: "range",
    choices: ["range", "none"],
    help: "divide each feature by its range, or use the raw values",
  },
  prior: {
    type: "choice",
    default: "empirical",
    choices: ["empirical", "uniform"],
    help: "weight of the other classes: by their frequency in the data, or all equal",
  },
  compat: {
    type: "choice",
    default: null,
    choices: ["weka", "matlab", "scikit-feature"],
    help: "follow another tool; sets distance, scaling and other details as that tool does",
  },
} as const satisfies OptionDefinitions;

/** Checked values of these options. */
export type RelieffOptions = OptionValues<typeof relieffOptions>;
