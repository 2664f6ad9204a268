import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { Notice } from "../../core/notice.js";
import type { Dataset } from "../../data/dataset.js";
import { classCounts } from "../../data/labels.js";
import { requireCompleteNumbers, requireSelectable } from "../../data/require-selectable.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import { classScatters, type FeatureScatters, overParts } from "../feature-scatter.js";
import { partsTogether, widthsOf } from "../parts.js";
import { openSamples, type Samples } from "../samples.js";
import type { SelectorContext } from "../selector.js";
import type { GraphOptions } from "./options.js";
import { type WeightedGraph, weighGraph } from "./weigh-graph.js";

/** A graph of samples as the scatters of features over it. */
export interface GraphScatters extends FeatureScatters {
  /** How many edges it has, and t of the heat weights; absent for the class graph. */
  readonly edges?: number;
  readonly heatWidth?: number;
  readonly notices: readonly Notice[];
}

type Progress = (fraction: number) => Promise<void>;

/**
 * How much every feature f changes over a graph with weights W and degrees D = W·1: along the edges (within),
 * f̃ᵀLf̃ = Σ_{i<j} W_ij (f_i − f_j)², and as a whole (between), f̃ᵀDf̃ = Σ D_i (f_i − μ)² with μ = fᵀD1 / 1ᵀD1.
 * Both are sums of squares of differences, so none is negative and no digits are lost. A feature that is constant where
 * the graph has edges has zeros.
 */
export async function graphScatters(
  data: Dataset,
  options: GraphOptions,
  context: SelectorContext,
): Promise<GraphScatters> {
  if (options.graph !== "neighbours") requireLabels(data, options.graph);
  if (options.graph === "class") return classGraphScatters(data, options, context);
  const kernels = await context.kernels();
  return meanOfParts(
    await (options.standardize ? scattersOfStandardized : scattersOfRaw)(kernels, data, options, context),
    context.parts,
  );
}

function requireLabels(data: Dataset, graph: string): void {
  if (data.targets)
    throw new InputError(
      "not-possible",
      `${optionName("graph")} ${graph} needs classes, but the target "${data.labelName}" is a number`,
      { remedies: [{ action: "join near rows of any target", option: "graph", value: "neighbours" }] },
    );
  if (data.labels === null)
    throw new InputError("target", `${optionName("graph")} ${graph} needs labels, but the data has none`, {
      remedies: [
        { action: "name the label column", option: "target" },
        { action: "join near rows of any class", option: "graph", value: "neighbours" },
      ],
    });
  requireSelectable(data, true);
  requireCompleteNumbers(data);
}

/**
 * The class graph joins all samples of a class c, each with itself too, by weights of 1/n_c. Then every degree is 1, the
 * scatter along the edges is that inside the classes, and the whole is the total scatter.
 */
async function classGraphScatters(
  data: Dataset,
  { standardize }: GraphOptions,
  { progress, parts }: SelectorContext,
): Promise<GraphScatters> {
  const { between, within, units } = overParts(
    await classScatters(data, progress),
    parts,
    classCounts(data.labels!),
  );
  const whole = between.map((scatter, j) => scatter + within[j]);
  if (standardize)
    whole.forEach((scatter, j) => {
      units[j] = scatter > 0 ? Math.sqrt((data.rows - 1) / scatter) : 1;
    });
  return { between: whole, within, units, notices: [] };
}

async function scattersOfStandardized(
  kernels: Kernels,
  data: Dataset,
  options: GraphOptions,
  { progress, parts }: SelectorContext,
): Promise<GraphScatters> {
  const workspace = kernels.workspace();
  try {
    const samples = openSamples(kernels, workspace, data, { standardize: true, parts });
    await progress(0.1);
    const counts = countCopies(samples, widthsOf(data.features, parts));
    const graph = await weighGraph(kernels, samples.values, 1, data, options, (part) =>
      progress(0.1 + 0.7 * part),
    );
    const units = counts.map((count) => 1 / Math.sqrt(count));
    return await overAllFeatures(data, samples, units, graph, (part) => progress(0.8 + 0.2 * part));
  } finally {
    workspace.release();
  }
}

/** Distances are those of the data as it is, to the last digit; the scatters are measured on standardised features. */
async function scattersOfRaw(
  kernels: Kernels,
  data: Dataset,
  options: GraphOptions,
  { progress, parts }: SelectorContext,
): Promise<GraphScatters> {
  let workspace = kernels.workspace();
  try {
    const { values, unit } = openRaw(workspace, data, parts);
    await progress(0.05);
    const graph = await weighGraph(kernels, values, unit, data, options, (part) =>
      progress(0.05 + 0.7 * part),
    );
    workspace.release();
    workspace = kernels.workspace();
    const samples = openSamples(kernels, workspace, data, { standardize: true, parts });
    await progress(0.8);
    const counts = countCopies(samples, widthsOf(data.features, parts));
    const units = samples.scales.map((scale, j) => scale / Math.sqrt(counts[j]));
    return await overAllFeatures(data, samples, units, graph, (part) => progress(0.8 + 0.2 * part));
  } finally {
    workspace.release();
  }
}

/** The scatters of a category's columns, each in its own unit, as their mean: those of a block of variance 1. */
function meanOfParts(scatters: GraphScatters, parts: Int32Array | undefined): GraphScatters {
  const { between, within, units } = scatters;
  for (const columns of partsTogether(parts)) {
    const mean = (list: Float64Array) =>
      columns.reduce((sum, j) => sum + list[j] * units[j] * units[j], 0) / columns.length;
    const [whole, along] = [mean(between), mean(within)];
    for (const j of columns) [between[j], within[j], units[j]] = [whole, along, 1];
  }
  return scatters;
}

/**
 * A feature that stands several times counts as often in distances, and one that is spread over several columns once in all: its
 * column grows by the root of that number, which is given. The scatters of a column are compared with each other only,
 * so they do not mind.
 */
function countCopies({ values, columns, copies }: Samples, widths: Float64Array): Float64Array {
  const counts = Float64Array.from(columns, (column) => 1 / widths[column]);
  const placeOf = new Map(Array.from(columns, (column, place) => [column, place]));
  for (const [copy, first] of copies) if (placeOf.has(first)) counts[placeOf.get(first)!] += 1 / widths[copy];
  counts.forEach((count, j) => {
    if (count !== 1)
      for (let i = 0; i < values.rows; i++) values.data[i * values.columns + j] *= Math.sqrt(count);
  });
  return counts;
}

/** The data itself in kernel memory, divided by a power of two where its squares would overflow or vanish. */
function openRaw(
  workspace: Workspace,
  { values }: Dataset,
  parts: Int32Array | undefined,
): { values: Matrix; unit: number } {
  const raw = workspace.matrix(values.rows, values.columns);
  raw.data.set((values instanceof Matrix ? values : values.toDense()).data);
  widthsOf(raw.columns, parts).forEach((width, j) => {
    if (width > 1) for (let i = 0; i < raw.rows; i++) raw.data[i * raw.columns + j] /= Math.sqrt(width);
  });
  let largest = 0;
  for (let at = 0; at < raw.data.length; at++) largest = Math.max(largest, Math.abs(raw.data[at]));
  let unit = 1;
  while (largest / unit > 1e100) unit *= 2 ** 100;
  while (largest > 0 && largest / unit < 1e-100) unit *= 2 ** -100;
  if (unit !== 1) for (let at = 0; at < raw.data.length; at++) raw.data[at] /= unit;
  return { values: raw, unit };
}

/** From the features worked on to all: copies have what the feature has that they repeat, constant ones zeros. */
async function overAllFeatures(
  data: Dataset,
  { values, columns, copies }: Samples,
  columnUnits: Float64Array,
  graph: WeightedGraph,
  progress: Progress,
): Promise<GraphScatters> {
  const [along, whole] = [
    await scatterAlongEdges(values, graph, progress),
    wholeScatter(values, graph.degrees),
  ];
  const [between, within, units] = [0, 0, 1].map((value) => new Float64Array(data.features).fill(value));
  columns.forEach((column, place) => {
    within[column] = whole[place] > 0 ? along[place] : 0;
    between[column] = whole[place];
    units[column] = columnUnits[place];
  });
  for (const [copy, first] of copies) for (const list of [between, within, units]) list[copy] = list[first];
  return {
    between,
    within,
    units,
    edges: graph.weights.length,
    heatWidth: graph.heatWidth,
    notices: graph.notices,
  };
}

async function scatterAlongEdges(
  { data, columns: d }: Matrix,
  { edges: { from, to }, weights }: WeightedGraph,
  progress: Progress,
): Promise<Float64Array> {
  const scatter = new Float64Array(d);
  const atOnce = Math.ceil(1e7 / d);
  for (let start = 0; start < weights.length; start += atOnce) {
    for (let e = start; e < Math.min(start + atOnce, weights.length); e++) {
      const [a, b, weight] = [from[e] * d, to[e] * d, weights[e]];
      for (let j = 0; j < d; j++) {
        const difference = data[a + j] - data[b + j];
        scatter[j] += weight * (difference * difference);
      }
    }
    await progress(start / weights.length);
  }
  return scatter;
}

/** Σ D_i (f_i − μ)² of every column; zero where it is no more than rounding of columns of unit variance. */
function wholeScatter({ rows, columns: d, data }: Matrix, degrees: Float64Array): Float64Array {
  const total = degrees.reduce((sum, degree) => sum + degree, 0);
  const means = new Float64Array(d);
  for (let i = 0, at = 0; i < rows; i++) {
    const share = degrees[i] / total;
    for (let j = 0; j < d; j++, at++) means[j] += share * data[at];
  }
  const scatter = new Float64Array(d);
  for (let i = 0, at = 0; i < rows; i++) {
    const degree = degrees[i];
    for (let j = 0; j < d; j++, at++) scatter[j] += degree * ((data[at] - means[j]) * (data[at] - means[j]));
  }
  return scatter.map((sum) => (sum > 1e-24 * total ? sum : 0));
}
