import type { OptionDefinitions, OptionValues } from "../core/option.js";
import { bibtexEntry } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts, type Labels } from "../data/labels.js";
import type { Kernels, Workspace } from "../kernels/kernels.js";
import { type ClassWeight, classWeightOption, classWeights, sampleWeights } from "../models/class-weight.js";
import { largestGram } from "../models/svm/gram.js";
import { svmOptions } from "../models/svm/svm-options.js";
import { log2 } from "../numeric/math.js";
import type { Matrix } from "../numeric/matrix.js";
import { openSamples, requireSquares, type Samples } from "./samples.js";
import { defineSelector, methodWarning, type SelectorContext } from "./selector.js";
import { eliminate, type Unit } from "./svm-rfe/eliminate.js";
import { FeatureRows } from "./svm-rfe/feature-rows.js";
import { Machines, type SampleClasses } from "./svm-rfe/machines.js";

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
  cost: ({ rows: n, features: d, classes }) => {
    const rounds = Math.min(d, 83) + 7 * log2(Math.max(1, d / 100));
    const held = Math.min(n, largestGram);
    return {
      // Pairs of classes hold classes × n samples; each meets the support vectors of its pair a few times a round.
      scalar: 20 * n * d + rounds * classes * n * (80 + (2 * n) / Math.max(2, classes)),
      matrix: 2 * n * n * d + 20 * n * d * classes,
      bytes: 8 * (2 * n * d + held * held),
    };
  },
  async score(data, options, context) {
    const kernels = await context.kernels();
    const workspace = kernels.workspace();
    try {
      const { starts, order: samplesByClass, upper } = classesOf(data.labels!, options);
      const opened = openRows(kernels, workspace, data, options, context.parts, samplesByClass);
      await context.progress(0);
      const rows = new FeatureRows(kernels, workspace, opened.values, opened.features, largestGram);
      const machines = new Machines(kernels, workspace, rows, { starts, upper });
      const units = unitsOf(opened.features, context);
      const { order, scores } = await eliminate(rows, machines, units, options, context.progress);
      const constant = Array.from({ length: data.features }, (_, j) => j).filter((j) => !scores.has(j));
      return {
        scores: Float64Array.from({ length: data.features }, (_, j) => scores.get(j) ?? 0),
        order: Int32Array.from([...order, ...constant]),
        definition: describe(options),
        ...(!machines.converged && { notices: [notConverged] }),
      };
    } finally {
      workspace.release();
    }
  },
});

/** Which of the ways that the method is understood was taken. */
function describe({ penaltyC, dropRate, slowRate, slowFrom }: OptionValues<typeof rfeOptions>): string {
  return `linear machines for every two classes, C = ${penaltyC}; weight Σw²; a part of ${dropRate} dropped per round down to ${slowFrom} features, then ${slowRate}`;
}

const notConverged = methodWarning("a support vector machine was stopped before its optimum", [
  { action: "let errors cost less", option: "penaltyC" },
]);

/** The rows of the data class after class, and the bound of the multipliers in each class that has any. */
function classesOf(
  labels: Labels,
  { penaltyC, classWeight }: { penaltyC: number; classWeight: ClassWeight },
): SampleClasses & { readonly order: Int32Array } {
  const counts = classCounts(labels);
  const weights = classWeights(counts, classWeight);
  const present = Array.from(counts.keys()).filter((code) => counts[code] > 0);
  const starts = new Int32Array(present.length + 1);
  present.forEach((code, a) => {
    starts[a + 1] = starts[a] + counts[code];
  });
  return {
    starts,
    upper: Float64Array.from(present, (code) => penaltyC * weights[code]),
    order: Int32Array.from(labels.codes.keys()).sort((i, k) => labels.codes[i] - labels.codes[k] || i - k),
  };
}

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
function withCopies({ columns, copies }: Samples): { features: Int32Array; columns: Int32Array } {
  const placeOf = new Map(Array.from(columns, (feature, place) => [feature, place]));
  const features = Int32Array.from(
    [...columns, ...copies.keys()].filter((j) => placeOf.has(copies.get(j) ?? j)),
  );
  features.sort();
  return { features, columns: features.map((j) => placeOf.get(copies.get(j) ?? j)!) };
}

/** Columns become rows, and rows columns in the order given; a few at a time, so that both stay in the cache. */
function transpose(from: Matrix, rows: Int32Array, columns: Int32Array, to: Matrix): void {
  const band = 16;
  const { data } = from;
  for (let first = 0; first < columns.length; first += band) {
    const end = Math.min(columns.length, first + band);
    for (let i = 0; i < rows.length; i++) {
      const start = from.offset + rows[i] * from.rowStride;
      for (let j = first; j < end; j++) to.data[to.offset + j * to.rowStride + i] = data[start + columns[j]];
    }
  }
}

/** What is dropped together: blocks, or each feature on its own. */
function unitsOf(features: Int32Array, { blocks, costs }: SelectorContext): Unit[] {
  const members = new Map<number, number[]>();
  for (const feature of features) {
    const block = blocks ? blocks.of[feature] : feature;
    const list = members.get(block);
    if (list) list.push(feature);
    else members.set(block, [feature]);
  }
  return Array.from(members.values(), (unit) => ({
    features: unit,
    cost: costs ? unit.reduce((sum, feature) => sum + costs[feature], 0) / unit.length : 1,
  }));
}
