import type { OptionDefinitions, OptionValues } from "../core/option.js";
import { bibtexEntry } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import type { Kernels, Workspace } from "../kernels/kernels.js";
import { type ClassWeight, classWeightOption, sampleWeights } from "../models/class-weight.js";
import { largestGram } from "../models/svm/gram.js";
import { svmOptions } from "../models/svm/svm-options.js";
import type { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import { upTo } from "../numeric/up-to.js";
import { CountedWork, openingSamples } from "./counted-work.js";
import { SparseFeatures } from "./matrix-free/sparse-features.js";
import { mostProducts, SparseMachines } from "./matrix-free/sparse-machines.js";
import { isLargeSparse, openSparse, repeatColumns, staysSparse } from "./matrix-free/sparse-samples.js";
import { type ByClass, byClass, transpose } from "./recursion/by-class.js";
import { type Criterion, eliminate, type Remaining } from "./recursion/eliminate.js";
import { FeatureRows, type SampleRows } from "./recursion/feature-rows.js";
import { Machines } from "./recursion/machines.js";
import { countElimination, countGram, countMachines, roundsUnder } from "./recursion/recursion-cost.js";
import { unitsOf } from "./recursion/units.js";
import { openSamples, requireSquares, type Samples } from "./samples.js";
import { defineSelector, methodWarning, type Scored, type SelectorContext } from "./selector.js";
import { withStreamedRows } from "./wide/with-streamed-rows.js";

const rfeOptions = {
  // Not `svmC`: a flag of that name is the classifier's, with any method.
  penaltyC: svmOptions.svmC,
  dropRate: {
    type: "number",
    default: 0.1,
    above: 0,
    max: 0.9,
    help: "fraction of the features that a round drops while there are many",
  },
  slowRate: {
    type: "number",
    default: 0.03,
    min: 0,
    max: 0.9,
    help: "fraction that a round drops when few are left, but at least one",
  },
  slowFrom: {
    type: "number",
    default: 100,
    integer: true,
    min: 1,
    help: "from this number of features on, drop by the slow rate",
  },
  standardize: {
    type: "flag",
    default: true,
    help: "standardise features to mean 0 and standard deviation 1",
  },
  classWeight: {
    ...classWeightOption,
    help: "balanced: every class counts the same: penaltyC times n / (classes × rows of the class)",
  },
} as const satisfies OptionDefinitions;

/** Recursive feature elimination by the weights of linear support vector machines. */
export const svmRfe = defineSelector({
  name: "svm-rfe",
  title: "Support vector machines with recursive elimination",
  summary:
    "A feature's share of the squared weights of linear support vector machines in the round that drops it: those with the smallest go first.",
  citation:
    "I. Guyon, J. Weston, S. Barnhill, V. Vapnik: Gene selection for cancer classification using support vector machines. Machine Learning 46:389–422, 2002.",
  citedAs: "Guyon et al., 2002",
  bibtex: bibtexEntry("article", "guyon2002gene", {
    author: "Guyon, I. and Weston, J. and Barnhill, S. and Vapnik, V.",
    title: "Gene selection for cancer classification using support vector machines",
    journal: "Machine Learning",
    volume: "46",
    pages: "389--422",
    year: "2002",
  }),
  supervised: true,
  direction: "larger",
  weighsCosts: true,
  categories: "parts",
  weighsBlocks: true,
  options: rfeOptions,
  candidates: [{ penaltyC: 0.01 }, { penaltyC: 100 }, { dropRate: 0.3 }],
  countsSharing: true,
  cost: (shape, options) => {
    const { rows: n, features: d } = shape;
    const rounds = roundsUnder(d, options);
    const isSparse = staysSparse(n * d, shape.entries);
    const work = isSparse ? new CountedWork() : openingSamples(new CountedWork(), n, d);
    work.loops(10 * shape.entries);
    countElimination(work, rounds, 1);
    countMachines(work, shape, rounds, n <= largestGram && !isSparse);
    if (n <= largestGram) countGram(work, n, rounds);
    if (isSparse) return work.cost(8 * (4.5 * shape.entries + Math.min(mostProducts, n * n)));
    const held = Math.min(n, largestGram);
    return work.cost(8 * (2 * n * d + held * held));
  },
  async score(data, options, context) {
    const kernels = await context.kernels();
    const workspace = kernels.workspace();
    try {
      const samples = byClass(data.labels!, options.classWeight);
      const opened = isLargeSparse(data.values)
        ? openSparseMachines(data, data.values, samples, options, context.parts)
        : openMachines(kernels, workspace, data, samples, options, context.parts);
      await context.progress(0);
      return await recurse(data, opened, options, context);
    } finally {
      workspace.release();
    }
  },
  async scoreWide(wide, options, context) {
    const kernels = await context.kernels();
    const samples = byClass(wide.facts.labels!, options.classWeight);
    return withStreamedRows(kernels, wide, { ...options, samples, withCopies: true }, context, (streamed) => {
      const { workspace, rows } = streamed;
      const machines = new Machines(kernels, workspace, rows, boundsOf(samples, options));
      return recurse(wide.facts, { rows, machines }, options, streamed.context);
    });
  },
});

/** Machines that are ready, and the features that they are trained on. */
interface ReadyMachines {
  readonly rows: Remaining & Pick<SampleRows, "remaining">;
  readonly machines: Criterion & { readonly converged: boolean };
}

/** Drops features; of the data only their number is read. */
async function recurse(
  { features }: Dataset,
  { rows, machines }: ReadyMachines,
  options: OptionValues<typeof rfeOptions>,
  context: SelectorContext,
): Promise<Scored> {
  const units = unitsOf(rows.remaining, (feature) => context.blocks?.of[feature] ?? feature, context.costs);
  const { order, scores } = await eliminate(rows, [machines], units, options, context.progress);
  const constant = Array.from(upTo(features)).filter((j) => !scores.has(j));
  return {
    scores: Float64Array.from({ length: features }, (_, j) => scores.get(j) ?? 0),
    order: Int32Array.from([...order, ...constant]),
    definition: describe(options),
    ...(!machines.converged && { notices: [notConverged] }),
  };
}

/** Which of the ways that the method is understood was taken. */
function describe({ penaltyC, dropRate, slowRate, slowFrom }: OptionValues<typeof rfeOptions>): string {
  return `linear machines for every two classes, C = ${penaltyC}; weight Σw²; a part of ${dropRate} dropped per round down to ${slowFrom} features, then ${slowRate}`;
}

const notConverged = methodWarning("a support vector machine was stopped before its optimum", [
  { action: "let errors cost less", option: "penaltyC" },
]);

/** Machines that are trained on features written out. */
function openMachines(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  samples: ByClass,
  options: OptionValues<typeof rfeOptions>,
  parts: Int32Array | undefined,
): ReadyMachines {
  const { values, features } = openRows(kernels, workspace, data, options, parts, samples.order);
  const rows = new FeatureRows(kernels, workspace, values, features, largestGram);
  const machines = new Machines(kernels, workspace, rows, boundsOf(samples, options));
  return { rows, machines };
}

/** The same on sparse data that is not written out. */
function openSparseMachines(
  data: Dataset,
  values: SparseMatrix,
  samples: ByClass,
  options: OptionValues<typeof rfeOptions>,
  parts: Int32Array | undefined,
): ReadyMachines {
  const opened = openSparse(data, values, samples, { standardize: options.standardize, parts });
  if (!options.standardize) requireSquares(opened);
  const { features, columns } = withCopies(opened);
  const rows = new SparseFeatures(repeatColumns(opened.samples, columns), features);
  return { rows, machines: new SparseMachines(rows, boundsOf(samples, options)) };
}

const boundsOf = ({ starts, weights }: ByClass, { penaltyC }: OptionValues<typeof rfeOptions>) => ({
  starts,
  upper: weights.map((weight) => penaltyC * weight),
});

/** One row of prepared values for each feature that varies, exact copies included; its samples in the order given. */
function openRows(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  { standardize, classWeight }: { standardize: boolean; classWeight: ClassWeight },
  parts: Int32Array | undefined,
  order: Int32Array,
): { readonly values: Matrix; readonly features: Int32Array } {
  const passing = kernels.workspace();
  try {
    const weights = sampleWeights(data.labels!, classWeight);
    const samples = openSamples(kernels, passing, data, { standardize, weights, parts });
    if (!standardize) requireSquares(samples);
    const { features, columns } = withCopies(samples);
    const values = workspace.matrix(features.length, data.rows);
    transpose(samples.values, order, columns, values);
    return { values, features };
  } finally {
    passing.release();
  }
}

/** All features that vary, and the column of the samples that holds each. */
function withCopies({ columns, copies }: Pick<Samples, "columns" | "copies">): {
  features: Int32Array;
  columns: Int32Array;
} {
  const placeOf = new Map(Array.from(columns, (feature, place) => [feature, place]));
  const features = Int32Array.from(
    [...columns, ...copies.keys()].filter((j) => placeOf.has(copies.get(j) ?? j)),
  );
  features.sort();
  return { features, columns: features.map((j) => placeOf.get(copies.get(j) ?? j)!) };
}
