import type { OptionDefinitions } from "../core/option.js";
import { bibtexEntry } from "../core/text.js";
import { classWeightOption, multiplyRows, sampleWeights } from "../models/class-weight.js";
import { Matrix } from "../numeric/matrix.js";
import { upTo } from "../numeric/up-to.js";
import { CountedWork, openingSamples } from "./counted-work.js";
import type { Blocks } from "./dfs/penalty.js";
import { certify } from "./rfs/certificate.js";
import { descend } from "./rfs/descend.js";
import {
  blocksOf,
  meanSquare,
  oneHot,
  openValues,
  type Problem,
  pullAtZero,
  rowLengths,
  targetColumn,
} from "./rfs/problem.js";
import { withRowLimit } from "./row-limit.js";
import type { Samples } from "./samples.js";
import { methodWarning } from "./selector.js";

const rfsOptions = {
  gamma: {
    type: "number",
    default: null,
    above: 0,
    help: "weight of the penalty; unset: a fifth of the least at which every row vanishes",
  },
  zeta: { type: "number", default: 1e-16, above: 0, help: "smooths the norm of rows and residuals at zero" },
  maxIterations: {
    type: "number",
    default: 200,
    integer: true,
    min: 1,
    help: "maximum number of iterations",
  },
  tolerance: {
    type: "number",
    default: 1e-4,
    min: 0,
    help: "relative change of objective and rows at which it has converged",
  },
  standardize: {
    type: "flag",
    default: true,
    help: "standardise features to mean 0 and standard deviation 1",
  },
  classWeight: classWeightOption,
} as const satisfies OptionDefinitions;

/** The part of the least γ that empties W which is used when none is given. */
const defaultPart = 0.2;

/** Robust feature selection: a regression of the classes or of a target that few features enter and outlying samples bend little. */
export const rfs = withRowLimit({
  name: "rfs",
  title: "Robust Feature Selection (joint ℓ2,1 norms)",
  summary: "Row norms of the W that minimises Σ‖xᵢW − yᵢ‖ + γ·Σ‖wʲ‖, with one-hot targets and no intercept.",
  citation:
    "F. Nie, H. Huang, X. Cai, C. Ding: Efficient and Robust Feature Selection via Joint ℓ2,1-Norms Minimization. NIPS 2010.",
  citedAs: "Nie et al., 2010",
  bibtex: bibtexEntry("inproceedings", "nie2010efficient", {
    author: "Nie, F. and Huang, H. and Cai, X. and Ding, C.",
    title: "Efficient and Robust Feature Selection via Joint $\\ell_{2,1}$-Norms Minimization",
    booktitle: "Advances in Neural Information Processing Systems 23",
    year: "2010",
  }),
  supervised: true,
  targets: "continuous",
  direction: "larger",
  categories: "parts",
  weighsBlocks: true,
  options: rfsOptions,
  candidates: [{ gamma: 1 }, { gamma: 10 }, { gamma: 100 }],
  cost: ({ rows: n, features: d, classes: c }) => {
    // On fifteen data sets it took between 59 and 202 steps; with more classes more rows stay that are factored.
    const steps = d < n ? 80 + 2 * c : 105;
    const active = Math.min(
      (d / 2) * Math.min(1, 0.3 + 0.1 * c),
      Math.min(1, 0.1 + 0.1 * c) * Math.sqrt(n * d),
    );
    const work = openingSamples(new CountedWork(), n, d).loops(steps * (3.4 * n * d + 100 * d + 32 * d * c));
    const factored = Math.min(n, active);
    work
      .gram(factored, Math.max(n, active), steps)
      .cholesky(factored, steps)
      .solve(factored, c, 2 * steps);
    work.product(d, n, c, active > n ? 4 * steps : 2 * steps);
    const small = Math.min(n, d);
    return work.cost(8 * (n * d + small * (small + 512) + 9 * (n + d) * c));
  },
  async score(data, given, context) {
    const kernels = await context.kernels();
    const workspace = kernels.workspace();
    try {
      const labels = data.labels!;
      const weights = sampleWeights(labels, given.classWeight);
      const { parts } = context;
      const samples = openValues(kernels, workspace, data, {
        standardize: given.standardize,
        weights,
        parts,
      });
      const { values } = samples;
      const blocks = blocksOf(samples.columns, context.blocks?.of);
      const scale = meanSquare(values);
      const { targets, signs = targets } = data.targets
        ? targetColumn(workspace, data.targets)
        : { targets: oneHot(workspace, labels.codes, labels.classes.length) };
      // Σ wᵢ‖xᵢW − yᵢ‖ is the loss of samples and targets that are wᵢ times as long; the pull is that of wᵢxᵢyᵢᵀ.
      if (weights) multiplyRows(values, weights);
      const largest = pullAtZero({ kernels, samples: values, blocks }, signs);
      if (weights) multiplyRows(targets, weights);
      const gamma = given.gamma ?? defaultPart * largest;
      const problem: Problem = {
        kernels,
        workspace,
        samples: values,
        targets,
        gamma,
        zeta: given.zeta,
        rowZeta: given.zeta / scale,
        blocks,
        watch:
          context.step &&
          ((objective, norms) =>
            context.step!({
              objective,
              left: values.columns,
              scores: () => overAllFeatures(norms(), samples, blocks, data.features).scores,
            })),
      };
      await context.progress(0);
      const fit = await descend(problem, given, context.progress);
      const norms = rowLengths(fit.weights, 0);
      return {
        ...overAllFeatures(norms, samples, blocks, data.features),
        trace: fit.trace,
        definition: `ℓ2,1 loss and penalty, ${data.targets ? "the target from its median in standard deviations" : "one-hot targets"}, no intercept, ${given.standardize ? "standardised features" : "the data's own values"}`,
        certificate: certify(problem, fit),
        ...(given.gamma === null && {
          chosen: { gamma, why: "a fifth of the least gamma at which every row vanishes" },
        }),
        map: {
          features: Array.from(samples.columns, (column) => data.featureNames[column]),
          means: samples.means,
          scales: samples.scales,
          weights: copyOf(fit.weights),
        },
        ...(gamma >= largest && { notices: [emptyWarning(gamma, largest)] }),
      };
    } finally {
      workspace.release();
    }
  },
});

const emptyWarning = (gamma: number, largest: number) =>
  methodWarning(
    `γ = ${gamma} is not below ${largest}, from where on W = 0 is the optimum: the ranking says only how features correlate with the target`,
    [{ action: "use a smaller γ", option: "gamma" }],
  );

/** A copy that outlives the kernels' memory. */
const copyOf = (a: Matrix) => new Matrix(a.data.slice(), a.rows, a.columns);

/**
 * Exact copies get zero rows: with a copy set to zero and the first of them as it is, W is still a minimiser. They stand
 * behind all others, in the order of the features that they repeat.
 */
function overAllFeatures(
  norms: Float64Array,
  { columns, copies }: Samples,
  blocks: Blocks | undefined,
  features: number,
) {
  const [scores, own] = [new Float64Array(features), new Float64Array(features)];
  const blockOf = new Int32Array(features);
  const strengths = blocks ? blocks.overRows(blocks.strengths(norms)) : norms;
  columns.forEach((column, i) => {
    scores[column] = strengths[i];
    own[column] = norms[i];
    blockOf[column] = blocks ? blocks.of[i] : 0;
  });
  if (copies.size === 0 && !blocks) return { scores };
  const original = (column: number) => copies.get(column) ?? column;
  const order = upTo(features).sort(
    (a, b) =>
      Number(copies.has(a)) - Number(copies.has(b)) ||
      scores[original(b)] - scores[original(a)] ||
      blockOf[original(a)] - blockOf[original(b)] ||
      own[original(b)] - own[original(a)] ||
      a - b,
  );
  return { scores, order };
}
