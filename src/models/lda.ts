import { checkOption } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts, type Labels } from "../data/labels.js";
import { requireCompleteNumbers, requireSelectable } from "../data/require-selectable.js";
import type { Kernels } from "../kernels/kernels.js";
import { Matrix } from "../numeric/matrix.js";
import { type ClassWeight, multiplyRows, sampleWeights, weightedMoments } from "./class-weight.js";
import type { LinearMap } from "./linear-map.js";

/** Directions of scatter below this part of the largest count as absent. */
const rankFloor = 1e-10;

/** What {@link lda} takes. */
export interface LdaOptions {
  /** Dimensions; at most the number of classes less one, which is the default. */
  readonly l?: number;
  /** Whether features are brought to standard deviation one first; they are unless said otherwise. */
  readonly standardize?: boolean;
  /** `balanced`: every class counts the same, however many rows it has; `none` unless said otherwise. */
  readonly classWeight?: ClassWeight;
}

/** A discriminant projection: AᵀStA = I, and the part of each dimension's scatter that lies between the classes. */
export interface LdaModel extends LinearMap {
  /** From 1, classes apart, to 0, where the classes do not differ and the direction is zero; largest first. */
  readonly discrimination: Float64Array;
}

/**
 * Uncorrelated linear discriminant analysis: the directions that maximise tr(AᵀSbA) under AᵀStA = I. It is solved in the
 * range of St, so it also works with more features than samples, where Sw is singular; with fewer it is plain LDA.
 */
export function lda(data: Dataset, kernels: Kernels, options: LdaOptions = {}): LdaModel {
  requireSelectable(data, true);
  requireCompleteNumbers(data);
  return {
    features: data.featureNames,
    ...discriminants(
      data.values instanceof Matrix ? data.values.copy() : data.values.toDense(),
      data.labels!,
      kernels,
      options,
    ),
  };
}

/** {@link lda} on values that may be overwritten, row after row; classes of one sample are allowed here. */
export function discriminants(
  values: Matrix,
  labels: Labels,
  kernels: Kernels,
  { l, standardize = true, classWeight = "none" }: LdaOptions = {},
): Omit<LdaModel, "features"> {
  const { rows: n, columns: d } = values;
  const counts = classCounts(labels);
  const perRow = sampleWeights(labels, classWeight);
  const { means, variances } = perRow ? weightedMoments(values, perRow) : kernels.columnMoments(values);
  const scales = variances.map((variance) =>
    standardize && variance > 0 ? Math.sqrt((variance * n) / (n - 1)) : 1,
  );
  const between = Matrix.zeros(counts.length, d);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < d; j++) values.data[i * d + j] = (values.data[i * d + j] - means[j]) / scales[j];
  if (perRow) multiplyRows(values, perRow.map(Math.sqrt));
  for (let i = 0; i < n; i++)
    for (let j = 0; j < d; j++)
      between.data[labels.codes[i] * d + j] += values.data[i * d + j] / Math.sqrt(counts[labels.codes[i]]);
  const whitening = whiten(kernels, values);
  const present = counts.filter((count) => count > 0).length;
  const most = Math.min(present - 1, whitening.columns);
  checkOption("l", { type: "number", integer: true, default: most, min: 1, max: most, help: "" }, l ?? most);

  const inner = Matrix.zeros(between.rows, whitening.columns);
  kernels.gemm(1, between, whitening, 0, inner);
  // The eigenvectors of innerᵀ·inner with an eigenvalue above zero are innerᵀ·u, and inner has few rows.
  const small = Matrix.zeros(inner.rows, inner.rows);
  kernels.syrk(1, inner, 0, small);
  const { values: shares, vectors } = kernels.symmetricEigen(small);
  const chosen = Int32Array.from({ length: l ?? most }, (_, j) => shares.length - 1 - j);
  const directions = Matrix.zeros(whitening.columns, chosen.length);
  kernels.gemm(1, inner.transposed(), vectors.selectColumns(chosen), 0, directions);
  // Where class means span fewer dimensions than that, the rest is rounding, at times below zero.
  const apart = (j: number) => shares[j] > rankFloor;
  for (let i = 0; i < directions.rows; i++)
    for (let j = 0; j < chosen.length; j++)
      directions.data[i * chosen.length + j] *= apart(chosen[j]) ? 1 / Math.sqrt(shares[chosen[j]]) : 0;
  const weights = Matrix.zeros(d, chosen.length);
  kernels.gemm(1, whitening, directions, 0, weights);
  return {
    means,
    scales,
    weights,
    discrimination: Float64Array.from(chosen, (j) => (apart(j) ? shares[j] : 0)),
  };
}

/** P with PᵀStP = I over the range of St, from the smaller of the two Gram matrices. */
function whiten(kernels: Kernels, values: Matrix): Matrix {
  const wide = values.rows < values.columns;
  const size = Math.min(values.rows, values.columns);
  const gram = Matrix.zeros(size, size);
  kernels.syrk(1, wide ? values : values.transposed(), 0, gram);
  const { values: lengths, vectors } = kernels.symmetricEigen(gram);
  const kept = Int32Array.from(lengths.keys()).filter((j) => lengths[j] > rankFloor * lengths[size - 1]);
  const basis = vectors.selectColumns(kept);
  // Wide: P = XᵀU/s², since XᵀU/s is orthonormal and X maps it to U·s. Tall: P = V/s.
  for (let i = 0; i < size; i++)
    for (let j = 0; j < kept.length; j++)
      basis.data[i * kept.length + j] /= wide ? lengths[kept[j]] : Math.sqrt(lengths[kept[j]]);
  if (!wide) return basis;
  const result = Matrix.zeros(values.columns, kept.length);
  kernels.gemm(1, values.transposed(), basis, 0, result);
  return result;
}
