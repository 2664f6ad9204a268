import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import type { OptionDefinitions, OptionValues } from "../core/option.js";
import { bibtexEntry } from "../core/text.js";
import { CountedWork } from "./counted-work.js";
import { countGraph } from "./graph/graph-cost.js";
import { type GraphScatters, graphScatters } from "./graph/graph-scatter.js";
import { type GraphOptions, graphNames, neighbourOptions } from "./graph/options.js";
import { withRowLimit } from "./row-limit.js";

const options = {
  graph: {
    type: "choice",
    default: "neighbours",
    choices: graphNames,
    help: "which samples are joined: nearest ones, nearest ones of the same class, or all of a class",
  },
  ...neighbourOptions,
  standardize: {
    type: "flag",
    default: true,
    help: "measure distances on features of mean 0 and standard deviation 1",
  },
  compat: {
    type: "choice",
    default: null,
    choices: ["scikit-feature", "constructw"],
    help: "score as that tool does (constructw: Deng Cai's MATLAB code); sets standardize, symmetrize, the heat weight and scikit-feature's self-loops",
  },
} as const satisfies OptionDefinitions;

type LaplacianOptions = OptionValues<typeof options>;

/** Laplacian score: how much a feature changes between neighbouring samples, measured by how much it changes at all. */
export const laplacian = withRowLimit({
  name: "laplacian",
  title: "Laplacian score",
  summary:
    "f̃ᵀLf̃ / f̃ᵀDf̃ over a graph of neighbouring samples: a small score says that samples close to each other have close values of the feature.",
  citation:
    "X. He, D. Cai, P. Niyogi: Laplacian Score for Feature Selection. Advances in Neural Information Processing Systems 18, 2005.",
  citedAs: "He et al., 2005",
  bibtex: bibtexEntry("inproceedings", "he2005laplacian", {
    author: "He, X. and Cai, D. and Niyogi, P.",
    title: "Laplacian Score for Feature Selection",
    booktitle: "Advances in Neural Information Processing Systems 18",
    year: "2005",
  }),
  supervised: false,
  direction: "smaller",
  categories: "parts",
  options,
  candidates: [{ neighbours: 15 }, { graph: "class-neighbours" }, { graph: "class" }],
  cost: (shape, { graph }) => countGraph(new CountedWork(), shape, graph),
  async score(data, given, context) {
    const seen = seenAs(given);
    const scatters = await graphScatters(data, seen, context);
    const { between, within, units, edges, heatWidth, notices } = scatters;
    // A feature that does not change at all, or not where there are edges, has no score; it counts as the worst.
    const scores = within.map((along, j) => (between[j] > 0 ? along / between[j] : Number.POSITIVE_INFINITY));
    if (given.compat !== null)
      scores.forEach((_, j) => {
        const whole = between[j] * units[j] * units[j];
        if (whole < smallestSpread) scores[j] = 1 - (whole - within[j] * units[j] * units[j]) / standInSpread;
      });
    return {
      scores,
      definition: describe(given, scatters),
      ...(edges !== undefined && {
        chosen: { edges, ...(heatWidth !== undefined && { heatWidth, why: whyWidth(given) }) },
      }),
      notices,
    };
  },
});

/** Both tools put the second in place of a weighted variance below the first. */
const [smallestSpread, standInSpread] = [1e-12, 10_000];

/** The graph under these options. */
function seenAs(given: LaplacianOptions): GraphOptions {
  if (given.compat === null) return { ...given, heatRule: "squared" };
  if (given.symmetrize === "mutual")
    throw new InputError(
      "options-conflict",
      `${optionName("compat")} ${given.compat} joins two rows when one is a neighbour of the other; leave out ${optionName("symmetrize")} mutual, or ${optionName("compat")}`,
    );
  if (given.compat === "constructw") return { ...given, standardize: false, heatRule: "mean" };
  if (given.weight === "cosine")
    throw new InputError(
      "options-conflict",
      `${optionName("compat")} scikit-feature has heat or binary weights here: with cosine weights that tool changes the data itself`,
      { remedies: [{ action: "use other weights", option: "weight", value: "heat" }] },
    );
  return { ...given, standardize: false, selfLoops: true, heatRule: "one" };
}

function describe(given: LaplacianOptions, { heatWidth }: GraphScatters): string {
  const { compat, graph, neighbours, symmetrize, weight } = given;
  const tool =
    compat === "scikit-feature"
      ? "As scikit-feature"
      : compat === "constructw"
        ? "As LaplacianScore.m with constructW.m (which reports 1 minus this score)"
        : "He 2005";
  if (graph === "class")
    return `${tool}: all samples of a class joined with weights 1/n_c, self-loops included.`;
  const seen = seenAs(given);
  const joined = `${symmetrize} of ${neighbours} nearest neighbours${graph === "class-neighbours" ? " inside classes" : ""}`;
  const heat = `heat weights ${compat === null ? "exp(−d²/t)" : "exp(−d²/(2t²))"} with t = ${heatWidth?.toPrecision(4)}`;
  return `${tool}: ${joined}, ${weight === "heat" ? heat : `${weight} weights`}, ${seen.selfLoops ? "" : "no "}self-loops, ${seen.standardize ? "standardised features" : "features as they are"}.`;
}

function whyWidth({ heatWidth, compat }: LaplacianOptions): string {
  if (heatWidth !== null) return "heatWidth was given";
  if (compat === "scikit-feature") return "the value in scikit-feature's example";
  return compat === "constructw"
    ? "the mean distance of all pairs of samples"
    : "the mean squared distance of neighbours";
}
