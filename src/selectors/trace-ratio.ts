import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import type { OptionDefinitions, OptionValues } from "../core/option.js";
import { bibtexEntry } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import { classWeightOption } from "../models/class-weight.js";
import { CountedWork } from "./counted-work.js";
import { classScatters, type FeatureScatters, momentScatters, overParts } from "./feature-scatter.js";
import { countGraph } from "./graph/graph-cost.js";
import { graphScatters } from "./graph/graph-scatter.js";
import { graphNames, neighbourOptions } from "./graph/options.js";
import { defineSelector, type Scored, type SelectorContext } from "./selector.js";
import { largestRatio, ratioOfBestQuotients } from "./trace-ratio/largest-ratio.js";

const options = {
  graph: {
    type: "choice",
    default: "class",
    choices: graphNames,
    help: "which samples are joined: nearest ones, nearest ones of the same class, or all of a class (the Fisher weights)",
  },
  ...neighbourOptions,
  standardize: {
    type: "flag",
    default: false,
    help: "bring features to standard deviation 1 first; with the class graph the ranking is then that of the Fisher score",
  },
  classWeight: classWeightOption,
  compat: {
    type: "choice",
    default: null,
    choices: ["scikit-feature"],
    help: "choose as that tool does: among the k best features by single score only; its own heat weight and self-loops",
  },
} as const satisfies OptionDefinitions;

type TraceRatioOptions = OptionValues<typeof options>;

/** Trace ratio: the subset of k features whose scatter between classes is largest beside that inside them. */
export const traceRatio = defineSelector({
  name: "trace-ratio",
  title: "Trace ratio",
  summary:
    "b_j − λ·w_j, with b and w the scatter of a feature between and inside the classes, and λ the largest Σb/Σw that k features can have.",
  citation:
    "F. Nie, S. Xiang, Y. Jia, C. Zhang, S. Yan: Trace Ratio Criterion for Feature Selection. AAAI 2008, 671–676.",
  citedAs: "Nie et al., 2008",
  bibtex: bibtexEntry("inproceedings", "nie2008trace", {
    author: "Nie, F. and Xiang, S. and Jia, Y. and Zhang, C. and Yan, S.",
    title: "Trace Ratio Criterion for Feature Selection",
    booktitle: "Proceedings of the AAAI Conference on Artificial Intelligence",
    pages: "671--676",
    year: "2008",
  }),
  supervised: true,
  direction: "larger",
  categories: "parts",
  options,
  candidates: [{ standardize: true }, { graph: "class-neighbours" }],
  dependsOnK: () => true,
  cost: (shape, { graph }) => {
    const { rows, features, entries } = shape;
    const work = new CountedWork().loops(1500 * features);
    if (graph !== "class") return countGraph(work, shape, graph);
    return work.loops(10 * entries + 1000 * features).cost(8 * (rows + 12 * features));
  },
  async score(data, given, context) {
    const { scatters, notices } = await scattersUnder(given, data, context);
    return { ...chooseByRatio(scatters, given, context), notices };
  },
  fromMoments: {
    needs: "spreads",
    needsRows: ({ graph }) => (graph === "class" ? null : "graph"),
    async score(moments, given, context) {
      const { counts } = moments;
      const scatters = overParts(momentScatters(moments, given.classWeight), context.parts, counts);
      const rows = counts.reduce((sum, count) => sum + count, 0);
      return chooseByRatio(given.standardize ? standardized(scatters, rows) : scatters, given, context);
    },
  },
});

/** The features with the largest ratio of these scatters. */
function chooseByRatio(
  scatters: FeatureScatters,
  given: TraceRatioOptions,
  context: SelectorContext,
): Scored {
  const { between, within, unit } = inOneUnit(ofUsualSize(scatters, context.filled));
  const scattered = between.filter((scatter, j) => scatter > 0 || within[j] > 0).length;
  const m = Math.min(context.k, scattered);
  const choose = given.compat === null ? largestRatio : ratioOfBestQuotients;
  const { ratio, ratios, rises, scores, order } = choose(between, within, m);
  return {
    // A product of its own for each factor: the square of a large unit would overflow before it must.
    scores: scores.map((score) => score * unit * unit),
    order,
    trace: {
      objective: ratios,
      divergence: rises,
      iterations: ratios.length,
      converged: true,
    },
    chosen: { ratio, steps: ratios.length, why: reason(given, m) },
    definition: describe(given, m),
  };
}

async function scattersUnder(
  given: TraceRatioOptions,
  data: Dataset,
  context: SelectorContext,
): Promise<{ scatters: FeatureScatters; notices: readonly Notice[] }> {
  if (given.graph === "class") {
    const weighed = await classScatters(data, context.progress, given.classWeight);
    const scatters = overParts(weighed, context.parts, classCounts(data.labels!));
    return { scatters: given.standardize ? standardized(scatters, data.rows) : scatters, notices: [] };
  }
  if (given.classWeight === "balanced")
    throw new InputError(
      "options-conflict",
      `${optionName("classWeight")} balanced weighs whole classes, so it needs the class ${optionName("graph")}; ${given.graph} was given`,
      { remedies: [{ action: "join all rows of a class", option: "graph", value: "class" }] },
    );
  const tool = given.compat === "scikit-feature";
  const scatters = await graphScatters(
    data,
    { ...given, selfLoops: given.selfLoops || tool, heatRule: tool ? "one" : "squared" },
    context,
  );
  return { scatters, notices: scatters.notices };
}

/** The same for features of standard deviation 1 (of n − 1). */
function standardized({ between, within }: FeatureScatters, rows: number): FeatureScatters {
  const units = between.map((scatter, j) => Math.sqrt((rows - 1) / (scatter + within[j] || 1)));
  return { between, within, units };
}

/** Features with filled values in the usual size of the others, the median: their own is small for want of values. */
function ofUsualSize({ between, within, units }: FeatureScatters, filled?: Uint8Array): FeatureScatters {
  if (!filled) return { between, within, units };
  const sizeOf = (j: number) => units[j] * Math.sqrt(between[j] + within[j]);
  const sizes = Float64Array.from(units.keys(), sizeOf).filter((size, j) => !filled[j] && size > 0);
  const usual = sizes.sort()[sizes.length >> 1] ?? 1;
  return {
    between,
    within,
    units: units.map((unit, j) => (filled[j] && sizeOf(j) > 0 ? unit * (usual / sizeOf(j)) : unit)),
  };
}

/**
 * All scatters in the largest unit of any feature, squared. Features that are smaller than that by 150 orders of
 * magnitude have none left.
 */
function inOneUnit({ between, within, units }: FeatureScatters): {
  between: Float64Array;
  within: Float64Array;
  unit: number;
} {
  const unit = units.reduce((most, value) => Math.max(most, value), 0);
  const shares = units.map((value) => (value / unit) * (value / unit) || 0);
  return {
    between: between.map((scatter, j) => scatter * shares[j]),
    within: within.map((scatter, j) => scatter * shares[j]),
    unit,
  };
}

function reason({ compat }: TraceRatioOptions, m: number): string {
  return compat === null
    ? `the largest ratio of any ${m} features`
    : `the ratio of the ${m} features with the best single scores`;
}

function describe(
  { compat, graph, neighbours, standardize, classWeight }: TraceRatioOptions,
  m: number,
): string {
  const weights =
    graph === "class"
      ? `Fisher weights${classWeight === "balanced" ? " with balanced classes" : ""}`
      : `Laplacian weights over ${neighbours} nearest neighbours${graph === "class-neighbours" ? " inside classes" : ""}`;
  const seen = standardize ? "standardised features" : "features as they are";
  return compat === null
    ? `Nie 2008: ${weights}, λ over all features for subsets of ${m}, ${seen}.`
    : `As scikit-feature: ${weights}, λ over the ${m} features with the best single scores only, ${seen}.`;
}
