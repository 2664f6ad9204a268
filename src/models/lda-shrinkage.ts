import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import type { Kernels } from "../kernels/kernels.js";
import { Matrix } from "../numeric/matrix.js";
import { type ClassWeight, classWeights, multiplyRows } from "./class-weight.js";
import type { TrainingData } from "./classifier.js";

/** The classes that have samples. */
export interface Groups {
  /** Codes of the classes that have samples, rising. */
  readonly order: Int32Array;
  readonly counts: Float64Array;
  /** What a row of each class counts. */
  readonly weights: Float64Array;
  readonly overall: Float64Array;
  /** Class means less the overall mean. */
  readonly centred: Matrix;
}

/** Sizes, weights and means of the classes. */
export function groupsOf({ values, codes, classes }: TrainingData, classWeight: ClassWeight): Groups {
  const d = values.columns;
  const order = Int32Array.from(classes.keys()).filter((code) => codes.includes(code));
  const placeOf = placesOf({ order });
  const counts = new Float64Array(order.length);
  for (const code of codes) counts[placeOf.get(code)!]++;
  const overall = new Float64Array(d);
  for (let i = 0; i < values.rows; i++)
    for (let f = 0; f < d; f++) overall[f] += values.get(i, f) / values.rows;
  const centred = Matrix.zeros(order.length, d);
  codes.forEach((code, i) => {
    const g = placeOf.get(code)!;
    for (let f = 0; f < d; f++) centred.data[g * d + f] += (values.get(i, f) - overall[f]) / counts[g];
  });
  return { order, counts, weights: classWeights(counts, classWeight), overall, centred };
}

/** The covariance inside the classes as diag(diagonal) + rowsᵀ·rows. */
interface ShrunkenCovariance {
  readonly diagonal: Float64Array;
  /** Samples × features. */
  readonly rows: Matrix;
}

/**
 * The covariance inside the classes, shrunken: (1 − λ)·Sw/n + λ·μ·I with μ the mean of the diagonal of Sw/n. Without λ it
 * is what scikit-learn calls "auto": each class by itself is brought to standard deviation one, shrunken as Ledoit and
 * Wolf's formula says and brought back, and the classes are averaged by their shares, or where classes are balanced all
 * alike. Null where that says not to shrink.
 */
export function shrinkageOf(
  data: TrainingData,
  groups: Groups,
  shrinkage: number | null,
  kernels: Kernels,
): ShrunkenCovariance | null {
  const rows = deviationsFromMeans(data, groups);
  if (shrinkage === null) return byFormula(data, groups, rows, kernels);
  const roots = groups.weights.map(Math.sqrt);
  const placeOf = placesOf(groups);
  multiplyRows(
    rows,
    Float64Array.from(data.codes, (code) => roots[placeOf.get(code)!]),
  );
  return towardsIdentity(rows, shrinkage);
}

/** Σ⁻¹ of the class means. With more features than samples the inverse is taken among the samples. */
export function shrunken(
  { order, centred }: Groups,
  { diagonal, rows }: ShrunkenCovariance,
  kernels: Kernels,
): Matrix {
  // With E = diagonal^(−½): Σ⁻¹ = E(I + ZᵀZ)⁻¹E for Z = rows·E, and (I + ZᵀZ)⁻¹ = I − Zᵀ(I + ZZᵀ)⁻¹Z.
  const [n, d] = [rows.rows, rows.columns];
  const scale = diagonal.map((value) => 1 / Math.sqrt(value));
  for (let i = 0, at = 0; i < n; i++) for (let f = 0; f < d; f++, at++) rows.data[at] *= scale[f];
  const means = centred.copy();
  for (let g = 0, at = 0; g < order.length; g++) for (let f = 0; f < d; f++, at++) means.data[at] *= scale[f];
  const wide = n < d;
  const size = wide ? n : d;
  const system = Matrix.zeros(size, size);
  kernels.syrk(1, wide ? rows : rows.transposed(), 0, system);
  for (let i = 0; i < size; i++) system.data[i * size + i] += 1;
  if (!kernels.cholesky(system))
    throw new InputError(
      "option-value",
      `${optionName("ldaShrinkage")} is too small for this data; it may be up to 1`,
      { facts: { option: "ldaShrinkage", allowed: "up to 1" } },
    );
  const right = wide ? Matrix.zeros(size, order.length) : means.transposed().copy();
  if (wide) kernels.gemm(1, rows, means.transposed(), 0, right);
  kernels.solveTriangular(system, right);
  kernels.solveTriangular(system, right, true);
  const result = wide ? means : right.transposed().copy();
  if (wide) kernels.gemm(-1, right.transposed(), rows, 1, result);
  for (let g = 0, at = 0; g < order.length; g++)
    for (let f = 0; f < d; f++, at++) result.data[at] *= scale[f];
  return result;
}

/** Where each class stands among those that have samples. */
const placesOf = ({ order }: Pick<Groups, "order">) => new Map(Array.from(order, (code, g) => [code, g]));

/** Every sample less the mean of its class. */
function deviationsFromMeans({ values, codes }: TrainingData, groups: Groups): Matrix {
  const { centred, overall } = groups;
  const placeOf = placesOf(groups);
  const rows = Matrix.zeros(values.rows, values.columns);
  for (let i = 0, at = 0; i < values.rows; i++) {
    const g = placeOf.get(codes[i])!;
    for (let f = 0; f < values.columns; f++, at++)
      rows.data[at] = values.get(i, f) - overall[f] - centred.get(g, f);
  }
  return rows;
}

function towardsIdentity(rows: Matrix, shrinkage: number): ShrunkenCovariance {
  const [n, d] = [rows.rows, rows.columns];
  let trace = 0;
  for (const x of rows.data) trace += (x * x) / n;
  const part = Math.sqrt((1 - shrinkage) / n);
  for (let at = 0; at < rows.data.length; at++) rows.data[at] *= part;
  return { diagonal: new Float64Array(d).fill((shrinkage * trace) / d || 1), rows };
}

function byFormula(
  { codes }: TrainingData,
  { order, counts, weights, centred, overall }: Groups,
  rows: Matrix,
  kernels: Kernels,
): ShrunkenCovariance | null {
  const [n, d] = [rows.rows, rows.columns];
  const diagonal = new Float64Array(d);
  order.forEach((code, g) => {
    const members = Int32Array.from(codes.keys()).filter((row) => codes[row] === code);
    const own = rows.selectRows(members);
    const scales = columnDeviations(own, (f) => Math.abs(overall[f]) + Math.abs(centred.get(g, f)));
    for (let i = 0, at = 0; i < own.rows; i++) for (let f = 0; f < d; f++, at++) own.data[at] /= scales[f];
    const { shrinkage, mean } = ledoitWolf(own, kernels);
    const share = (weights[g] * counts[g]) / n;
    for (let f = 0; f < d; f++) diagonal[f] += share * shrinkage * mean * scales[f] * scales[f];
    const part = Math.sqrt((weights[g] * (1 - shrinkage)) / n);
    for (const row of members) for (let f = 0, at = row * d; f < d; f++, at++) rows.data[at] *= part;
  });
  return diagonal.every((value) => value > 0) ? { diagonal, rows } : null;
}

/** Standard deviations (n) of columns of mean 0; 1 for a constant one, where only rounding of such sizes is left. */
function columnDeviations(rows: Matrix, size: (column: number) => number): Float64Array {
  const squares = new Float64Array(rows.columns);
  for (let i = 0, at = 0; i < rows.rows; i++)
    for (let f = 0; f < rows.columns; f++, at++) squares[f] += (rows.data[at] * rows.data[at]) / rows.rows;
  return squares.map((square, f) => {
    const deviation = Math.sqrt(square);
    return deviation > 4 * rows.rows * Number.EPSILON * size(f) ? deviation : 1;
  });
}

/** How far a covariance is to be drawn towards the identity. */
interface Shrinkage {
  /** λ of (1 − λ)·S + λ·μ·I, from 0 to 1. */
  readonly shrinkage: number;
  /** μ, the mean of the diagonal of S. */
  readonly mean: number;
}

/**
 * The shrinkage of Ledoit and Wolf (2004) for samples (rows) whose columns have mean 0, with S = XᵀX/n: what brings the
 * expected distance to the true covariance to its least. A single feature is not shrunken.
 */
function ledoitWolf(rows: Matrix, kernels: Kernels): Shrinkage {
  const [n, d] = [rows.rows, rows.columns];
  let [trace, fourth] = [0, 0];
  for (let i = 0, at = 0; i < n; i++) {
    let square = 0;
    for (let f = 0; f < d; f++, at++) square += rows.data[at] * rows.data[at];
    trace += square / n;
    fourth += square * square;
  }
  const mean = trace / d;
  if (d === 1) return { shrinkage: 0, mean };
  // ‖XᵀX‖² = ‖XXᵀ‖²: the smaller of the two.
  const size = Math.min(n, d);
  const gram = Matrix.zeros(size, size);
  kernels.syrk(1, n < d ? rows : rows.transposed(), 0, gram);
  let squares = 0;
  for (const value of gram.data) squares += (value / n) * (value / n);
  const distance = (squares - d * mean * mean) / d;
  const noise = Math.min(distance, (fourth / n - squares) / (d * n));
  return { shrinkage: noise > 0 ? noise / distance : 0, mean };
}
