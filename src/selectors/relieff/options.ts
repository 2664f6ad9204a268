import type { OptionDefinitions, OptionValues } from "../../core/option.js";

/** The options of `relieff`; the defaults are the definition of Robnik-Šikonja and Kononenko. */
export const relieffOptions = {
  neighbours: {
    type: "number",
    default: 10,
    integer: true,
    min: 1,
    help: "nearest neighbours that are looked at, in the sample's own class and in each other one",
  },
  samples: {
    type: "number",
    default: null,
    integer: true,
    min: 1,
    help: "how many samples, drawn at random, the scores rest on; unset: all",
  },
  confidence: {
    type: "number",
    default: null,
    min: 0.5,
    max: 0.9999,
    help: "take samples in random order and stop once the top k stand apart from the rest at this confidence",
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
    help: "distance by which neighbours are near",
  },
  scaling: {
    type: "choice",
    default: "range",
    choices: ["range", "none"],
    help: "divide each feature by its range, or take the values as they are",
  },
  prior: {
    type: "choice",
    default: "empirical",
    choices: ["empirical", "uniform"],
    help: "weight of the other classes: as frequent as in the data, or all alike",
  },
  compat: {
    type: "choice",
    default: null,
    choices: ["weka", "matlab", "scikit-feature"],
    help: "do as another tool does; it settles distance, scaling and what else that tool does in its own way",
  },
} as const satisfies OptionDefinitions;

/** Checked values of these options. */
export type RelieffOptions = OptionValues<typeof relieffOptions>;
