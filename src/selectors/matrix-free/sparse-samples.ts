import { nonzeroColumns } from "../../data/column-entries.js";
import type { Dataset } from "../../data/dataset.js";
import type { SparseColumns } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { SparseMatrix } from "../../numeric/sparse-matrix.js";
import type { ByClass } from "../recursion/by-class.js";
import { distinctColumns, powerOfTwoBelow, type SampleOptions, type Samples } from "../samples.js";

/**
 * Sparse samples feature by feature, scaled but not centred: a feature holds `values[k]` for the sample `places[k]`, in rising order, for k from
 * `starts[feature]` up to `starts[feature + 1]`, and zero for the others; its mean is in `means`, in the same unit. Features that
 * are more than half full are centred and written out, with a mean of zero: with the others the mean is no larger than the deviation, so
 * that taking it away afterwards costs no digits.
 */
export interface SparseSamples extends SparseColumns {
  /** How many samples there are. Their places follow the classes. */
  readonly samples: number;
}

/** How the features of sparse samples come from those of the data. */
export type SparseOpening = Omit<Samples, "values"> & { readonly samples: SparseSamples };

/**
 * As {@link openSamples}, without writing out zeros. Means and deviations are weighted by what the samples of each class count.
 */
export function openSparse(
  data: Dataset,
  sparse: SparseMatrix,
  { order, starts: classStarts, weights }: ByClass,
  { standardize, costs, parts }: Pick<SampleOptions, "standardize" | "costs" | "parts">,
): SparseOpening {
  const { columns, copies } = distinctColumns(data, { costs, parts });
  const n = data.rows;
  const weightOf = new Float64Array(n);
  weights.forEach((weight, k) => {
    weightOf.fill(weight, classStarts[k], classStarts[k + 1]);
  });
  const stored = nonzeroColumns(sparse.selectRows(order));
  const heldBy = (column: number) => stored.rowStarts[column + 1] - stored.rowStarts[column];
  const isFull = (column: number) => 2 * heldBy(column) > n;
  const starts = new Int32Array(columns.length + 1);
  columns.forEach((column, f) => {
    starts[f + 1] = starts[f] + (isFull(column) ? n : heldBy(column));
  });
  const places = new Int32Array(starts[columns.length]);
  const values = new Float64Array(places.length);
  const [means, scales, variances, implicit] = [0, 1, 2, 3].map(() => new Float64Array(columns.length));
  columns.forEach((column, f) => {
    const [from, to] = [stored.rowStarts[column], stored.rowStarts[column + 1]];
    const own = stored.columnIndices.subarray(from, to);
    const held = stored.values.slice(from, to);
    const unit = standardize ? tame(held) : 1;
    const { mean, variance } = columnMoments(held, own, weightOf, n);
    const scale = standardize ? Math.sqrt((variance * n) / (n - 1)) : 1;
    means[f] = mean * unit;
    scales[f] = scale * unit;
    variances[f] = variance;
    const start = starts[f];
    if (isFull(column)) {
      for (let i = 0; i < n; i++) places[start + i] = i;
      values.fill(-mean / scale, start, start + n);
      for (let k = 0; k < held.length; k++) values[start + own[k]] = (held[k] - mean) / scale;
    } else {
      implicit[f] = mean / scale;
      places.set(own, start);
      for (let k = 0; k < held.length; k++) values[start + k] = held[k] / scale;
    }
  });
  const samples = { samples: n, starts, places, values, means: implicit };
  return { samples, columns, copies, means, scales, variances };
}

/** Samples that hold these features, each as often as it is named. */
export function repeatColumns(sparse: SparseSamples, columns: Int32Array): SparseSamples {
  const starts = new Int32Array(columns.length + 1);
  columns.forEach((column, f) => {
    starts[f + 1] = starts[f] + sparse.starts[column + 1] - sparse.starts[column];
  });
  const places = new Int32Array(starts[columns.length]);
  const values = new Float64Array(places.length);
  columns.forEach((column, f) => {
    const [from, to] = [sparse.starts[column], sparse.starts[column + 1]];
    places.set(sparse.places.subarray(from, to), starts[f]);
    values.set(sparse.values.subarray(from, to), starts[f]);
  });
  const means = Float64Array.from(columns, (column) => sparse.means[column]);
  return { samples: sparse.samples, starts, places, values, means };
}

/** Features of sparse samples by sample: sample i has `values[k]` in the row `rows[k]`, rising, for k from `ends[i]` up to `ends[i + 1]`. */
export interface BySample {
  readonly ends: Int32Array;
  readonly rows: Int32Array;
  readonly values: Float64Array;
}

/** These features, one row each, sample by sample. */
export function bySample({ samples, starts, places, values }: SparseSamples, features: Int32Array): BySample {
  const ends = new Int32Array(samples + 1);
  for (const feature of features)
    for (let k = starts[feature]; k < starts[feature + 1]; k++) ends[places[k] + 1]++;
  for (let i = 0; i < samples; i++) ends[i + 1] += ends[i];
  const rows = new Int32Array(ends[samples]);
  const held = new Float64Array(ends[samples]);
  const next = ends.slice(0, samples);
  features.forEach((feature, row) => {
    for (let k = starts[feature]; k < starts[feature + 1]; k++) {
      const at = next[places[k]]++;
      rows[at] = row;
      held[at] = values[k];
    }
  });
  return { ends, rows, values: held };
}

/** Divides values whose squares would overflow or vanish by a power of two near the largest, and gives what it was. */
function tame(values: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < values.length; k++) largest = Math.max(largest, Math.abs(values[k]));
  if (largest > 1e-100 && largest < 1e100) return 1;
  const unit = powerOfTwoBelow(largest);
  for (let k = 0; k < values.length; k++) values[k] /= unit;
  return unit;
}

/** Mean and variance (of n) of a column from what it holds besides zeros; the weights of all samples add up to n. */
function columnMoments(
  values: Float64Array,
  places: Int32Array,
  weights: Float64Array,
  n: number,
): { mean: number; variance: number } {
  // Deviations from a value of the column are small where values are large and alike; with zeros, from zero.
  const origin = values.length < n ? 0 : values[0];
  let mean = 0;
  let held = 0;
  for (let k = 0; k < values.length; k++) {
    const weight = weights[places[k]];
    held += weight;
    mean += (weight / n) * (values[k] - origin);
  }
  mean += origin;
  let variance = values.length < n ? ((n - held) / n) * mean * mean : 0;
  for (let k = 0; k < values.length; k++)
    variance += (weights[places[k]] / n) * (values[k] - mean) * (values[k] - mean);
  return { mean, variance };
}

/**
 * Numbers that sparse data may have written out, zeros included, to be worked on as dense data: 128 MB. Up to 1 GB where more than
 * one in fifty is not zero: the kernels then do the zeros too in less time than loops do the others.
 */
const mostWrittenOut = { sparse: 1 << 24, denser: 1 << 27 } as const;
const denserFrom = 1 / 50;

/** Whether data is sparse and stays so. */
export function isLargeSparse(values: Matrix | SparseMatrix): values is SparseMatrix {
  return values instanceof SparseMatrix && staysSparse(values.rows * values.columns, values.values.length);
}

/** The same for so many numbers, zeros included, of which so many are held. */
export function staysSparse(numbers: number, held: number): boolean {
  const isDenser = held > denserFrom * numbers;
  return held < numbers && numbers > (isDenser ? mostWrittenOut.denser : mostWrittenOut.sparse);
}
