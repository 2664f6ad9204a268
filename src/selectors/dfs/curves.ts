import { columnBlocks } from "../../data/column-entries.js";
import type { Dataset } from "../../data/dataset.js";
import type { Workspace } from "../../kernels/kernels.js";
import { weightedMoments } from "../../models/class-weight.js";
import { type Curve, curveAt, fitCurves } from "../../models/curve.js";
import type { Matrix } from "../../numeric/matrix.js";
import { distinctColumns, type Samples } from "../samples.js";

/** Samples that hold several functions of each feature; `columns` names a feature once for each of them. */
export interface CurveSamples extends Samples {
  /** The function of its feature that each column holds. */
  readonly curves: readonly Curve[];
}

/** How features are expanded. */
export interface CurveOptions {
  /** How many functions a column of the data is expanded into, at most. */
  sizeOf(column: number): number;
  /** Whether the variance of a feature is brought to 1 before it is expanded. */
  readonly standardize: boolean;
  /** What everything is divided by after that. */
  readonly divisor: number;
  /** Of exact copies the cheapest is worked on. */
  readonly costs?: Float64Array;
  /** The feature of each column, where some take several. */
  readonly parts?: Int32Array;
  /** What each row counts in the means of the curves; null or absent: 1. The curves themselves do not depend on it. */
  readonly weights?: Float64Array | null;
}

/**
 * The variance of curved functions, that of the line being 1. Less than 1 says that a straight relation is the more likely
 * one: with ½, planted features are found as often or more often than with 1, whatever their relation (docs/dfs.md).
 */
const curvedVariance = 0.5;

/** So many curves are evaluated for all rows before the next ones, which keeps them in the cache. */
const tile = 128;

/** Expands each feature into uncorrelated functions with mean 0, of which the first is the feature itself. */
export function openCurves(
  workspace: Workspace,
  data: Dataset,
  { sizeOf, standardize, divisor, weights, ...facts }: CurveOptions,
): CurveSamples {
  const { columns: features, copies } = distinctColumns(data, facts);
  const worked = new Set(features);
  const { rows } = data;
  const columns: number[] = [];
  const curves: Curve[] = [];
  const variances: number[] = [];
  for (const { start, values } of columnBlocks(data.values))
    for (let j = 0; j < values.columns; j++) {
      if (!worked.has(start + j)) continue;
      const column = Float64Array.from({ length: rows }, (_, i) => values.get(i, j));
      const variance = standardize ? (rows - 1) / rows : varianceOf(column);
      for (const [place, curve] of fitCurves(column, sizeOf(start + j)).entries()) {
        columns.push(start + j);
        curves.push(curve);
        variances.push(place === 0 ? variance : curvedVariance * variance);
      }
    }
  const scales = Float64Array.from(
    variances,
    (variance) => divisor / Math.sqrt((variance * rows) / (rows - 1)),
  );
  const samples = workspace.matrix(rows, columns.length);
  let first = 0;
  for (const { start, values } of columnBlocks(data.values))
    while (first < columns.length && columns[first] < start + values.columns) {
      const limit = Math.min(first + tile, columns.length);
      let end = first;
      while (end < limit && columns[end] < start + values.columns) end++;
      for (let i = 0; i < rows; i++)
        for (let at = first; at < end; at++)
          samples.set(i, at, curveAt(curves[at], values.get(i, columns[at] - start)) / scales[at]);
      first = end;
    }
  return {
    values: samples,
    columns: Int32Array.from(columns),
    copies,
    means: weights ? centreBy(samples, weights, scales) : new Float64Array(columns.length),
    scales,
    variances: Float64Array.from(variances),
    curves,
  };
}

/** Takes the weighted means away, and gives them in the unit of the curves. */
function centreBy(samples: Matrix, weights: Float64Array, scales: Float64Array): Float64Array {
  const { means } = weightedMoments(samples, weights);
  for (let i = 0, at = 0; i < samples.rows; i++)
    for (let j = 0; j < samples.columns; j++, at++) samples.data[at] -= means[j];
  return means.map((mean, j) => mean * scales[j]);
}

function varianceOf(column: Float64Array): number {
  const mean = column.reduce((sum, x) => sum + x / column.length, 0);
  return column.reduce((sum, x) => sum + ((x - mean) * (x - mean)) / column.length, 0);
}
