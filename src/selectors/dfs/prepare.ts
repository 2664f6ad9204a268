import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { Dataset } from "../../data/dataset.js";
import { classCounts, type Labels } from "../../data/labels.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { type ClassWeight, classWeights, multiplyRows, sampleWeights } from "../../models/class-weight.js";
import type { Moments } from "../../models/moments.js";
import { Matrix } from "../../numeric/matrix.js";
import { upTo } from "../../numeric/up-to.js";
import { overallMeans } from "../feature-scatter.js";
import { openSamples, requireFeatures, type Samples } from "../samples.js";
import type { SelectorContext } from "../selector.js";
import { cheaperForm } from "./cheaper-form.js";
import { type CurveSamples, openCurves } from "./curves.js";
import type { Problem } from "./fit.js";
import { Blocks } from "./penalty.js";
import { TallScatter } from "./tall-scatter.js";
import { WideScatter } from "./wide-scatter.js";
import type { WithinScatter } from "./within-scatter.js";

/** How the data is to be seen. */
export interface PrepareOptions {
  /** Whether features are brought to standard deviation one. */
  readonly standardize: boolean;
  /** Whether scatter matrices are sums over samples, as in the paper, or means. */
  readonly scatter: "sum" | "mean";
  readonly form: "auto" | "tall" | "wide";
  /** How many functions a feature is expanded into; absent leaves features as they are. */
  readonly basis?: number;
  /** How much each class counts in the scatter matrices and in means and deviations; by its rows if absent. */
  readonly classWeight?: ClassWeight;
}

/** What is known of the columns of the data. */
export type ColumnFacts = Pick<SelectorContext, "blocks" | "parts" | "costs">;

/** Data made ready for the solver. A row of A belongs to a column of the data, or to a function of one. */
export interface Prepared extends Omit<Samples, "values">, Partial<Pick<CurveSamples, "curves">> {
  readonly problem: Problem;
  readonly rows: number;
  readonly classes: number;
  readonly workspace: Workspace;
}

/** Centres, scales and splits a dataset into B and W. */
export function prepareDataset(
  kernels: Kernels,
  data: Dataset,
  options: PrepareOptions,
  facts: ColumnFacts = {},
): Prepared {
  const workspace = kernels.workspace();
  try {
    return prepareIn(workspace, kernels, data, options, facts);
  } catch (error) {
    workspace.release();
    throw error;
  }
}

function prepareIn(
  workspace: Workspace,
  kernels: Kernels,
  data: Dataset,
  options: PrepareOptions,
  facts: ColumnFacts,
): Prepared {
  const labels = data.labels!;
  const { values, ...samples } = openValues(kernels, workspace, data, options, facts);
  return {
    ...samples,
    problem: {
      ...splitProblem(kernels, workspace, values, labels, options),
      blocks: blocksOf(samples.columns, options.basis !== undefined, facts),
    },
    rows: data.rows,
    classes: present(classCounts(labels)),
    workspace,
  };
}

/** The samples, centred and scaled, with features expanded into curves where that was asked for. */
export function openValues(
  kernels: Kernels,
  workspace: Workspace,
  data: Dataset,
  options: PrepareOptions,
  facts: ColumnFacts,
): Samples & Partial<Pick<CurveSamples, "curves">> {
  const { standardize, basis, classWeight = "none" } = options;
  const { costs, parts } = facts;
  const weights = sampleWeights(data.labels!, classWeight);
  const scaling = { standardize, divisor: commonDivisor(data.rows, options), costs, parts, weights };
  return basis === undefined
    ? openSamples(kernels, workspace, data, scaling)
    : openCurves(workspace, data, { ...scaling, sizeOf: expansion(basis, facts) });
}

/** Splits samples, which are overwritten, into what is inside the classes and what is between them. */
export function splitProblem(
  kernels: Kernels,
  workspace: Workspace,
  values: Matrix,
  labels: Labels,
  { form, classWeight = "none" }: Pick<PrepareOptions, "form" | "classWeight">,
): Pick<Problem, "kernels" | "within" | "between"> {
  const { means, masses } = splitByClass(values, labels, classWeight);
  return {
    kernels,
    within: makeScatter(kernels, workspace, values, form === "auto" ? undefined : form),
    between: betweenScatter(workspace, means, masses),
  };
}

/** The size of each column's expansion: columns that stand for the levels of a category stay as they are. */
function expansion(basis: number, { parts }: ColumnFacts): (column: number) => number {
  if (!parts) return () => basis;
  const sizes = new Map<number, number>();
  for (const feature of parts) sizes.set(feature, (sizes.get(feature) ?? 0) + 1);
  return (column) => (sizes.get(parts[column])! > 1 ? 1 : basis);
}

/** What stands or falls together: the columns of a group of features, else the columns and functions of a feature. */
export function blocksOf(
  columns: Int32Array,
  expanded: boolean,
  { blocks, parts, costs }: ColumnFacts,
): Blocks | undefined {
  const unitOf = blocks?.of ?? parts;
  if (!unitOf && !costs && !expanded) return undefined;
  return Blocks.weighted(
    unitOf ? columns.map((column) => unitOf[column]) : columns,
    costs && Float64Array.from(columns, (column) => costs[column]),
  );
}

/**
 * Takes every sample's class mean away from it, so that what is left has the scatter inside the classes, and gives the means,
 * one row per class, and how many rows each class counts for. The samples are multiplied by the roots of their weights.
 */
export function splitByClass(
  samples: Matrix,
  labels: Labels,
  classWeight: ClassWeight,
): { readonly means: Matrix; readonly masses: Float64Array } {
  const counts = classCounts(labels);
  const means = subtractClassMeans(samples, labels, counts);
  const weights = classWeights(counts, classWeight);
  const perRow = sampleWeights(labels, classWeight);
  if (perRow) multiplyRows(samples, perRow.map(Math.sqrt));
  return { means, masses: weights.map((weight, code) => weight * counts[code]) };
}

function subtractClassMeans(samples: Matrix, { codes }: Labels, counts: Int32Array): Matrix {
  const { rows, columns, data } = samples;
  const means = Matrix.zeros(counts.length, columns);
  const sums = means.data;
  for (let i = 0; i < rows; i++)
    for (let j = 0, from = i * columns, to = codes[i] * columns; j < columns; j++) sums[to++] += data[from++];
  for (let at = 0; at < sums.length; at++) sums[at] /= counts[Math.floor(at / columns)] || 1;
  for (let i = 0; i < rows; i++)
    for (let j = 0, to = i * columns, from = codes[i] * columns; j < columns; j++) data[to++] -= sums[from++];
  return means;
}

/** What moments are made ready as. */
export interface PreparedMoments extends Prepared {
  /** The scatter inside the classes, which can only be in the tall form. */
  readonly tall: TallScatter;
}

/** The same from moments; only the tall form is possible. Copies are columns with the same moments. */
export function prepareMoments(
  kernels: Kernels,
  moments: Moments,
  options: PrepareOptions,
  facts: ColumnFacts = {},
): PreparedMoments {
  if (options.form === "wide")
    throw new InputError(
      "option-value",
      `moments hold no rows, so ${optionName("solver")} must be auto, tall or literal`,
    );
  const rows = moments.counts.reduce((sum, n) => sum + n, 0);
  const all = moments.featureNames.length;
  const { weights } = moments;
  // What each class counts for: as many rows as it has, unless it is weighted. Together they are all rows.
  const masses = weights ? moments.counts.map((n, code) => n * weights[code]) : moments.counts;
  const overall = overallMeans(masses, moments.means);
  const variances = overall.map((mean, j) =>
    masses.reduce(
      (sum, n, code) => sum + (n / rows) * (n > 0 ? square(moments.means.get(code, j) - mean) : 0),
      moments.within.get(j, j) / rows,
    ),
  );
  const copies = facts.parts ? new Map<number, number>() : copiesIn(moments, facts.costs);
  const columns = upTo(all).filter((j) => variances[j] > 0 && !copies.has(j));
  requireFeatures(columns.length);
  const d = columns.length;
  const chosenVariances = Float64Array.from(columns, (j) => variances[j]);
  const divisors = chosenVariances.map(
    (variance) =>
      commonDivisor(rows, options) * (options.standardize ? Math.sqrt((variance * rows) / (rows - 1)) : 1),
  );
  const workspace = kernels.workspace();
  const within = workspace.matrix(d, d);
  for (let i = 0; i < d; i++)
    for (let j = 0; j < d; j++)
      within.set(i, j, moments.within.get(columns[i], columns[j]) / (divisors[i] * divisors[j]));
  const classMeans = Matrix.zeros(moments.counts.length, d);
  for (let code = 0; code < classMeans.rows; code++)
    for (let j = 0; j < d; j++)
      if (moments.counts[code] > 0)
        classMeans.set(code, j, (moments.means.get(code, columns[j]) - overall[columns[j]]) / divisors[j]);
  const between = betweenScatter(workspace, classMeans, masses);
  const tall = new TallScatter(kernels, workspace, within);
  return {
    problem: { kernels, within: tall, between, blocks: blocksOf(columns, false, facts) },
    tall,
    rows,
    classes: present(moments.counts),
    columns,
    copies,
    means: Float64Array.from(columns, (j) => overall[j]),
    variances: chosenVariances,
    scales: divisors,
    workspace,
  };
}

/**
 * Columns with the same class means and spreads whose difference does not vary, each with the one that it repeats: the first,
 * or the first of those that cost least.
 */
function copiesIn({ means, spreads, within }: Moments, costs?: Float64Array): Map<number, number> {
  const alike = new Map<string, number[]>();
  for (let j = 0; j < means.columns; j++) {
    const own = Array.from(
      { length: means.rows },
      (_, code) => `${means.get(code, j)} ${spreads.get(code, j)}`,
    );
    const key = own.join();
    const group = alike.get(key);
    if (group) group.push(j);
    else alike.set(key, [j]);
  }
  const copies = new Map<number, number>();
  const isCopy = (a: number, b: number) =>
    Math.abs(within.get(a, b) - within.get(a, a)) <= 1e-13 * within.get(a, a);
  for (const group of alike.values()) {
    const left = [...group].sort((a, b) => (costs ? costs[a] - costs[b] : 0) || a - b);
    for (const [at, first] of left.entries())
      if (!copies.has(first))
        for (const other of left.slice(at + 1))
          if (!copies.has(other) && isCopy(first, other)) copies.set(other, first);
  }
  return copies;
}

/** √n_k·(μ_k − μ), one row per class, for class means less the overall mean. */
export function betweenScatter(workspace: Workspace, classMeans: Matrix, counts: Float64Array): Matrix {
  const between = workspace.matrix(classMeans.rows, classMeans.columns);
  for (let code = 0; code < classMeans.rows; code++)
    for (let j = 0; j < classMeans.columns; j++)
      between.set(code, j, Math.sqrt(counts[code]) * classMeans.get(code, j));
  return between;
}

/** With `mean` scatter all values are divided by √n, which divides every scatter matrix by n. */
export const commonDivisor = (rows: number, { scatter }: PrepareOptions) =>
  scatter === "mean" ? Math.sqrt(rows) : 1;

const square = (x: number) => x * x;
const present = (counts: ArrayLike<number>) => Array.from(counts).filter((n) => n > 0).length;

/** The scatter of these samples less their class means, in the form asked for or the cheaper one. */
function makeScatter(
  kernels: Kernels,
  workspace: Workspace,
  samples: Matrix,
  form = cheaperForm(samples.rows, samples.columns),
): WithinScatter {
  if (form === "wide") return new WideScatter(kernels, workspace, samples);
  const within = workspace.room(samples.columns, samples.columns);
  kernels.syrk(1, samples.transposed(), 0, within);
  return new TallScatter(kernels, workspace, within);
}
