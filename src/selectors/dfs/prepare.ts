import type { Dataset } from "../../data/dataset.js";
import { duplicateColumns } from "../../data/duplicate-columns.js";
import { classCounts } from "../../data/labels.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Moments } from "../../models/moments.js";
import { InputError } from "../../numeric/input-error.js";
import { Matrix } from "../../numeric/matrix.js";
import { constantFeatures } from "../rank.js";
import type { Problem } from "./descend.js";
import { makeScatter } from "./make-scatter.js";
import { TallScatter } from "./tall-scatter.js";

/** How the data is to be seen. */
export interface PrepareOptions {
  /** Whether features are brought to standard deviation one. */
  readonly standardize: boolean;
  /** Whether scatter matrices are sums over samples, as in the paper, or means. */
  readonly scatter: "sum" | "mean";
  readonly form: "auto" | "tall" | "wide";
}

/** Data made ready for the solver. */
export interface Prepared {
  readonly problem: Problem;
  readonly rows: number;
  readonly classes: number;
  /** The columns of the data that are worked on: neither constant nor an exact copy of an earlier one. */
  readonly columns: Int32Array;
  /** Exact copies with the column that they repeat. */
  readonly copies: ReadonlyMap<number, number>;
  readonly means: Float64Array;
  readonly variances: Float64Array;
  /** What values of each column are divided by. */
  readonly scales: Float64Array;
  readonly workspace: Workspace;
}

/** Centres, scales and splits a dataset into B and W. */
export function prepareDataset(kernels: Kernels, data: Dataset, options: PrepareOptions): Prepared {
  const labels = data.labels!;
  const counts = classCounts(labels);
  const constant = constantFeatures(data);
  const copies = new Map<number, number>();
  for (const [first, ...others] of duplicateColumns(data))
    for (const other of others) copies.set(other, first);
  const columns = Int32Array.from(constant.keys()).filter((j) => !constant[j] && !copies.has(j));
  requireFeatures(columns.length);
  const { rows } = data;
  const d = columns.length;
  const workspace = kernels.workspace();
  const samples = workspace.matrix(rows, d);
  const chosen = d === data.features ? data.values : data.values.selectColumns(columns);
  samples.data.set((chosen instanceof Matrix ? chosen : chosen.toDense()).data);
  const units = options.standardize ? scaleToUnit(samples) : null;
  const { means, variances } = kernels.columnMoments(samples);
  const divisors = divisorsOf(variances, rows, options);
  const classMeans = Matrix.zeros(counts.length, d);
  for (let i = 0; i < rows; i++) {
    const code = labels.codes[i];
    for (let j = 0; j < d; j++) {
      const at = i * d + j;
      samples.data[at] = (samples.data[at] - means[j]) / divisors[j];
      classMeans.data[code * d + j] += samples.data[at] / counts[code];
    }
  }
  for (let i = 0; i < rows; i++)
    for (let j = 0, at = i * d; j < d; j++, at++)
      samples.data[at] -= classMeans.data[labels.codes[i] * d + j];
  const between = betweenScatter(workspace, classMeans, Float64Array.from(counts));
  const form = options.form === "auto" ? undefined : options.form;
  const within = makeScatter(kernels, workspace, samples, form);
  return {
    problem: { kernels, within, between },
    rows,
    classes: present(counts),
    columns,
    copies,
    means: units ? means.map((mean, j) => mean * units[j]) : means,
    variances,
    scales: units ? divisors.map((divisor, j) => divisor * units[j]) : divisors,
    workspace,
  };
}

/** The same from moments; only the tall form is possible, and copies are not looked for. */
export function prepareMoments(kernels: Kernels, moments: Moments, options: PrepareOptions): Prepared {
  if (options.form === "wide")
    throw new InputError("moments hold no samples, so solver must be auto, tall or literal");
  const rows = moments.counts.reduce((sum, n) => sum + n, 0);
  const all = moments.featureNames.length;
  const overall = new Float64Array(all);
  moments.counts.forEach((n, code) => {
    for (let j = 0; j < all; j++) overall[j] += (n / rows) * moments.means.get(code, j);
  });
  const variances = overall.map((mean, j) =>
    moments.counts.reduce(
      (sum, n, code) => sum + (n / rows) * (n > 0 ? square(moments.means.get(code, j) - mean) : 0),
      moments.within.get(j, j) / rows,
    ),
  );
  const columns = Int32Array.from(variances.keys()).filter((j) => variances[j] > 0);
  requireFeatures(columns.length);
  const d = columns.length;
  const chosenVariances = Float64Array.from(columns, (j) => variances[j]);
  const divisors = divisorsOf(chosenVariances, rows, options);
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
  const between = betweenScatter(workspace, classMeans, moments.counts);
  return {
    problem: { kernels, within: new TallScatter(kernels, workspace, within), between },
    rows,
    classes: present(moments.counts),
    columns,
    copies: new Map(),
    means: Float64Array.from(columns, (j) => overall[j]),
    variances: chosenVariances,
    scales: divisors,
    workspace,
  };
}

/** Divides every column by its largest absolute value, so that no square overflows or vanishes. */
function scaleToUnit(samples: Matrix): Float64Array {
  const { rows, columns, data } = samples;
  const units = new Float64Array(columns);
  for (let i = 0, at = 0; i < rows; i++)
    for (let j = 0; j < columns; j++, at++) units[j] = Math.max(units[j], Math.abs(data[at]));
  for (let i = 0, at = 0; i < rows; i++) for (let j = 0; j < columns; j++, at++) data[at] /= units[j];
  return units;
}

/** √n_k·(μ_k − μ), one row per class. */
function betweenScatter(workspace: Workspace, classMeans: Matrix, counts: Float64Array): Matrix {
  const between = workspace.matrix(classMeans.rows, classMeans.columns);
  for (let code = 0; code < classMeans.rows; code++)
    for (let j = 0; j < classMeans.columns; j++)
      between.set(code, j, Math.sqrt(counts[code]) * classMeans.get(code, j));
  return between;
}

/** With `mean` scatter all values are divided by √n, which divides every scatter matrix by n. */
function divisorsOf(
  variances: Float64Array,
  rows: number,
  { standardize, scatter }: PrepareOptions,
): Float64Array {
  const common = scatter === "mean" ? Math.sqrt(rows) : 1;
  return variances.map((variance) => common * (standardize ? Math.sqrt((variance * rows) / (rows - 1)) : 1));
}

function requireFeatures(count: number): void {
  if (count === 0) throw new InputError("every feature is constant; there is nothing to select from");
}

const square = (x: number) => x * x;
const present = (counts: ArrayLike<number>) => Array.from(counts).filter((n) => n > 0).length;
