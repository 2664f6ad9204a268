import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import type { OptionDefinitions, OptionValues } from "../core/option.js";
import { bibtexEntry } from "../core/text.js";
import { classCounts } from "../data/labels.js";
import { type Elimination, eliminateGaussian } from "./bahsic/gaussian.js";
import { makeLabelKernel, makePairWeights } from "./bahsic/label-kernel.js";
import { linearMomentScores, linearScores } from "./bahsic/linear.js";
import { CountedWork, openingSamples, roundsOf } from "./counted-work.js";
import { partsTogether } from "./parts.js";
import { perCost } from "./rank.js";
import { defineSelector, type SelectorContext } from "./selector.js";

const bahsicOptions = {
  kernel: {
    type: "choice",
    default: "linear",
    choices: ["linear", "gaussian"],
    help: "kernel on the data: linear is one pass over the data, gaussian eliminates in rounds and sees more than means",
  },
  labelKernel: {
    type: "choice",
    default: "one-hot",
    choices: ["one-hot", "balanced", "class-number"],
    help: "kernel on the labels: 1 inside a class; 1/n_c inside a class; or the product of the classes' numbers, which depends on their order",
  },
  estimator: {
    type: "choice",
    default: null,
    choices: ["biased", "unbiased"],
    help: "estimate of HSIC: tr(KHLH)/(n − 1)², or without the pairs of a sample with itself; unset: biased",
  },
  dropRate: {
    type: "number",
    default: 0.1,
    min: 0,
    max: 1,
    help: "part of the features left that a round drops, rounded down, one at least (gaussian)",
  },
  bandwidth: {
    type: "number",
    default: null,
    above: 0,
    help: "σ of e^{−‖x − x′‖²/2σ²}; unset: each round σ² is the mean variance times the features left less one (gaussian)",
  },
  standardize: {
    type: "flag",
    default: true,
    help: "standardise features to mean 0 and standard deviation 1",
  },
  compat: {
    type: "choice",
    default: null,
    choices: ["elefant"],
    help: "as the authors' Python code does it: unbiased, one feature more per round, one at a time from k on, σ² = 1/2 in all rounds unless given",
  },
} as const satisfies OptionDefinitions;

/** Backward elimination by the Hilbert-Schmidt independence criterion. */
export const bahsic = defineSelector({
  name: "bahsic",
  title: "BAHSIC",
  summary:
    "What HSIC = tr(KHLH)/(n − 1)², the dependence between features and labels, lost without the feature when it was dropped.",
  citation:
    "L. Song, A. Smola, A. Gretton, J. Bedo, K. Borgwardt: Feature Selection via Dependence Maximization. Journal of Machine Learning Research 13, 2012.",
  citedAs: "Song et al., 2012",
  bibtex: bibtexEntry("article", "song2012feature", {
    author: "Song, L. and Smola, A. and Gretton, A. and Bedo, J. and Borgwardt, K.",
    title: "Feature Selection via Dependence Maximization",
    journal: "Journal of Machine Learning Research",
    volume: "13",
    year: "2012",
  }),
  supervised: true,
  direction: "larger",
  weighsCosts: true,
  categories: "parts",
  options: bahsicOptions,
  // The Gaussian kernel is worth trying too, but costs the square of the rows for every feature.
  candidates: [{ labelKernel: "balanced" }, { estimator: "unbiased" }],
  dependsOnK: ({ kernel, compat }) => kernel === "gaussian" && compat === "elefant",
  cost: ({ rows: n, features: d, entries }, options) => {
    const work = new CountedWork();
    if (options.kernel === "linear") return work.loops(8 * entries + 150 * d).cost(8 * (n + d));
    const rounds = roundsOf(d, (left) => Math.floor(options.dropRate * left));
    openingSamples(work, n, d).gram(n, d);
    for (const left of rounds) work.product(n, n, 1.5 * left).loops(70 * n * left + 10 * n * n);
    return work.cost(8 * (2 * n * d + 2 * n * n));
  },
  async score(data, options, context) {
    if (options.kernel === "linear" && options.bandwidth !== null)
      throw new InputError(
        "options-conflict",
        `${optionName("bandwidth")} is for the gaussian kernel, but the kernel is linear`,
        { remedies: [{ action: "use the gaussian kernel", option: "kernel", value: "gaussian" }] },
      );
    const estimator = estimatorOf(options);
    const counts = classCounts(data.labels!);
    const kernel = makeLabelKernel(options.labelKernel, counts);
    const weights = makePairWeights(kernel, counts, estimator);
    const definition = describe(options, estimator);
    if (options.kernel === "linear") {
      const { standardize } = options;
      const losses = await linearScores(data, standardize, kernel, weights, context.progress);
      return { scores: overFeatures(losses, context), definition };
    }
    if (context.costs)
      throw new InputError(
        "not-possible",
        `under the gaussian ${optionName("kernel")} HSIC often rises without a useful feature, so that it has no worth per cost; ${optionName("costs")} need the linear one`,
        { remedies: [{ action: "use the linear kernel", option: "kernel", value: "linear" }] },
      );
    const elimination = eliminationOf(options, data.rows, context.k);
    return { ...(await eliminateGaussian(data, weights, elimination, context)), definition };
  },
  fromMoments: {
    needs: "spreads",
    needsRows: ({ kernel }) => (kernel === "linear" ? null : "kernel"),
    async score(moments, options, context) {
      const estimator = estimatorOf(options);
      const counts = Int32Array.from(moments.counts);
      const kernel = makeLabelKernel(options.labelKernel, counts);
      const weights = makePairWeights(kernel, counts, estimator);
      const losses = linearMomentScores(moments, options.standardize, kernel, weights);
      return { scores: overFeatures(losses, context), definition: describe(options, estimator) };
    },
  },
});

/** A category counts as one feature: its columns together have variance 1. With costs, what a feature gives for its cost. */
function overFeatures(losses: Float64Array, { parts, costs }: SelectorContext): Float64Array {
  for (const columns of partsTogether(parts)) {
    const mean = columns.reduce((sum, j) => sum + losses[j], 0) / columns.length;
    for (const j of columns) losses[j] = mean;
  }
  return costs ? losses.map((loss, j) => perCost(loss, costs[j])) : losses;
}

type BahsicOptions = OptionValues<typeof bahsicOptions>;

function estimatorOf({ estimator, compat }: BahsicOptions): "biased" | "unbiased" {
  if (compat === "elefant" && estimator === "biased")
    throw new InputError(
      "options-conflict",
      `${optionName("compat")} elefant estimates without bias; leave out ${optionName("estimator")}, or ${optionName("compat")}`,
    );
  return estimator ?? (compat === "elefant" ? "unbiased" : "biased");
}

function eliminationOf(options: BahsicOptions, rows: number, k: number): Elimination {
  const { standardize, dropRate, bandwidth, compat } = options;
  const fixed = bandwidth === null ? null : 1 / (2 * bandwidth * bandwidth);
  if (compat === "elefant")
    return {
      standardize,
      // Their standard deviation is that of n, ours of n − 1; their kernel is e^{−scale·‖x − x′‖²} with scale 1.
      fixedScale: (fixed ?? 1) * (standardize ? rows / (rows - 1) : 1),
      dropped: (left) => (left > k ? Math.min(Math.floor(dropRate * left) + 1, left - k) : 1),
    };
  return { standardize, fixedScale: fixed, dropped: (left) => Math.max(1, Math.floor(dropRate * left)) };
}

function describe({ kernel, labelKernel, compat, dropRate }: BahsicOptions, estimator: string): string {
  const rounds =
    kernel === "linear"
      ? "additive over the features, so in one step"
      : `${Number((100 * dropRate).toPrecision(6))} % of the rest per round`;
  const like = compat === null ? "" : `, as in the authors' code (${compat})`;
  return `HSIC by the ${estimator} estimate, ${kernel} kernel on the data, ${labelKernel} kernel on the labels, ${rounds}${like}`;
}
