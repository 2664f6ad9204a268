import type { OptionDefinitions, OptionValues } from "../core/option.js";
import { bibtexEntry } from "../core/text.js";
import { classCounts } from "../data/labels.js";
import { classWeightOption, multiplyRows, sampleWeights } from "../models/class-weight.js";
import { CountedWork, openingSamples, roundsOf } from "./counted-work.js";
import { prepareMoments } from "./dfs/prepare.js";
import { type Elimination, eliminate, eliminateByMargin, howMany } from "./mmc-rfe/eliminate.js";
import { countLeadingEigen } from "./mmc-rfe/leading-eigen-cost.js";
import { withRowLimit } from "./row-limit.js";
import { openSamples, requireSquares, type Samples } from "./samples.js";
import { methodWarning, type Scored } from "./selector.js";

const mmcOptions = {
  dropRate: {
    type: "number",
    default: 0.1,
    above: 0,
    max: 0.9,
    help: "fraction of the features that a round drops while there are many",
  },
  slowFrom: {
    type: "number",
    default: 100,
    integer: true,
    min: 1,
    help: "from this number of features on, drop one at a time",
  },
  vectors: {
    type: "choice",
    default: "positive",
    choices: ["positive", "classes"],
    help: "discriminant vectors: all with a positive eigenvalue, or as many as classes minus one",
  },
  weight: {
    type: "choice",
    default: "sum",
    choices: ["sum", "eigenvalue"],
    help: "weight of a feature: the sum of its entries' sizes, or each times its eigenvalue",
  },
  standardize: {
    type: "flag",
    default: true,
    help: "standardise features to mean 0 and standard deviation 1",
  },
  classWeight: classWeightOption,
} as const satisfies OptionDefinitions;

/** Recursive feature elimination by the maximum margin criterion. */
export const mmcRfe = withRowLimit({
  name: "mmc-rfe",
  title: "Maximum Margin Criterion with recursive elimination",
  summary:
    "A feature's share of the entries in the leading eigenvectors of Sb − Sw in the round that drops it: those with the smallest go first.",
  citation:
    "S. Niijima, S. Kuhara: Recursive gene selection based on maximum margin criterion: a comparison with SVM-RFE. BMC Bioinformatics 7:543, 2006.",
  citedAs: "Niijima and Kuhara, 2006",
  bibtex: bibtexEntry("article", "niijima2006recursive", {
    author: "Niijima, S. and Kuhara, S.",
    title: "Recursive gene selection based on maximum margin criterion: a comparison with {SVM-RFE}",
    journal: "BMC Bioinformatics",
    volume: "7",
    pages: "543",
    year: "2006",
  }),
  supervised: true,
  direction: "larger",
  weighsCosts: true,
  categories: "parts",
  weighsBlocks: true,
  options: mmcOptions,
  candidates: [{ vectors: "classes" }, { weight: "eigenvalue" }, { dropRate: 0.3 }],
  cost: ({ rows: n, features: d, classes }, options) => {
    const work = openingSamples(new CountedWork(), n, d);
    const vectors = Math.max(1, classes - 1);
    if (d > n) work.gram(n, d);
    else work.gram(d, n);
    for (const left of roundsOf(d, (count) => howMany(count, options))) {
      work.loops(800 * left);
      countLeadingEigen(work, Math.min(n, left), vectors);
      if (left <= n) work.loops(5 * left * left);
      else
        work
          .loops(4 * n * left + 20 * n * n)
          .gram(n, options.dropRate * left)
          .cholesky(n)
          .gram(n, classes)
          .gram(n, n)
          .solve(n, vectors)
          .product(left, n, vectors);
    }
    const size = Math.min(n, d);
    return work.cost(8 * (n * d + 4 * size * size + 512 * n));
  },
  async score(data, options, context) {
    const kernels = await context.kernels();
    const workspace = kernels.workspace();
    try {
      const labels = data.labels!;
      const weights = sampleWeights(labels, options.classWeight);
      const samples = openSamples(kernels, workspace, data, {
        standardize: options.standardize,
        weights,
        parts: context.parts,
      });
      if (!options.standardize) requireSquares(samples);
      const roots = weights?.map(Math.sqrt) ?? new Float64Array(data.rows).fill(1);
      if (weights) multiplyRows(samples.values, roots);
      await context.progress(0);
      const { order, scores, first } = await eliminate(
        kernels,
        samples.values,
        membersOf(samples, context.costs),
        { codes: labels.codes, sizes: classCounts(labels), roots },
        { ...options, costs: context.costs, blockOf: context.blocks?.of },
        context.progress,
      );
      return scoredBy({ order, scores, first }, data.features, options);
    } finally {
      workspace.release();
    }
  },
  fromMoments: {
    needs: "scatter",
    scatterWeight: ({ classWeight }) => classWeight,
    async score(moments, options, context) {
      const kernels = await context.kernels();
      const { standardize } = options;
      const view = { standardize, scatter: "sum", form: "tall" } as const;
      const prepared = prepareMoments(kernels, moments, view, { parts: context.parts });
      try {
        if (!standardize) requireSquares(prepared);
        const { tall, problem } = prepared;
        const matrix = prepared.workspace.matrix(tall.features, tall.features);
        kernels.syrk(1, problem.between.transposed(), 0, matrix);
        tall.subtractFrom(matrix);
        const found = await eliminateByMargin(
          kernels,
          matrix,
          membersOf(prepared, context.costs),
          Int32Array.from(moments.counts),
          { ...options, costs: context.costs, blockOf: context.blocks?.of },
          context.progress,
        );
        return scoredBy(found, moments.featureNames.length, options);
      } finally {
        prepared.workspace.release();
      }
    },
  },
});

function scoredBy(
  { order, scores, first }: Pick<Elimination, "order" | "scores" | "first">,
  features: number,
  options: OptionValues<typeof mmcOptions>,
): Scored {
  const listed = new Set(order);
  const constant = Array.from({ length: features }, (_, j) => j).filter((j) => !listed.has(j));
  return {
    scores: Float64Array.from({ length: features }, (_, j) => scores.get(j) ?? 0),
    order: Int32Array.from([...order, ...constant]),
    definition: describe(options),
    ...(first.margin <= 0 && { notices: [noMargin(first.margin)] }),
  };
}

/** Which of the ways that the method is understood was taken. */
function describe({ dropRate, slowFrom, vectors, weight }: OptionValues<typeof mmcOptions>): string {
  const which = vectors === "positive" ? "those with positive eigenvalues" : "as many as classes minus one";
  const sum = weight === "sum" ? "Σ|a|" : "Σλ|a|";
  return `orthonormal eigenvectors of Sb − Sw, ${which}; weight ${sum}; a part of ${dropRate} dropped per round down to ${slowFrom} features, then one`;
}

const noMargin = (margin: number) =>
  methodWarning(
    `no direction has more scatter between the classes than inside them (the largest difference is ${margin}): the ranking follows the best of bad directions`,
  );

/** The features that each column of the samples stands for: itself and its exact copies, cheap ones first. */
function membersOf(
  { columns, copies }: Pick<Samples, "columns" | "copies">,
  costs?: Float64Array,
): number[][] {
  const members = new Map(Array.from(columns, (column) => [column, [column]]));
  for (const [copy, first] of copies) members.get(first)?.push(copy);
  return [...members.values()].map((features) =>
    features.sort((a, b) => (costs ? costs[a] - costs[b] : 0) || a - b),
  );
}
