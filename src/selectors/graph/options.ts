import type { OptionDefinitions, OptionValues } from "../../core/option.js";

/** The graphs there are. */
export const graphNames = ["neighbours", "class-neighbours", "class"] as const;

/** Options of a graph of neighbours, shared by the methods that work on one. */
export const neighbourOptions = {
  neighbours: {
    type: "number",
    default: 5,
    integer: true,
    min: 1,
    help: "number of nearest samples that each sample is joined to",
  },
  symmetrize: {
    type: "choice",
    default: "union",
    choices: ["union", "mutual"],
    help: "join two samples when one is a neighbour of the other (union), or only when both are (mutual)",
  },
  weight: {
    type: "choice",
    default: "heat",
    choices: ["heat", "binary", "cosine"],
    help: "weight of an edge: exp(−d²/t), 1, or the cosine between the two samples",
  },
  heatWidth: {
    type: "number",
    default: null,
    above: 0,
    help: "t of the heat weight, in squared distances; unset: the mean squared distance of neighbours",
  },
  selfLoops: {
    type: "flag",
    default: false,
    help: "join every sample to itself with weight 1; the class graph always does",
  },
} as const satisfies OptionDefinitions;

/** Their values. */
export type NeighbourOptions = OptionValues<typeof neighbourOptions>;

/** Everything that says which graph is to be made of the samples. */
export interface GraphOptions extends NeighbourOptions {
  readonly graph: (typeof graphNames)[number];
  /** Measure distances on standardised features. */
  readonly standardize: boolean;
  /**
   * How t enters the heat weight. `squared`: exp(−d²/t), t the mean squared distance of neighbours where it is unset.
   * The others: exp(−d²/(2t²)), t one (`one`) or the mean distance of all pairs (`mean`) where it is unset.
   */
  readonly heatRule: "squared" | "one" | "mean";
}
