import { InputError } from "../core/input-error.js";
import type { Dataset } from "../data/dataset.js";
import { Matrix } from "../numeric/matrix.js";
import { type Curve, curveAt } from "./curve.js";

/**
 * A projection of data to a few dimensions: ((x − means) / scales)·weights, features found by name. With curves x is the
 * curve's value, and a feature stands in the list once for each of its curves.
 */
export interface LinearMap {
  /** The feature of each row of the weights. */
  readonly features: readonly string[];
  readonly means: Float64Array;
  readonly scales: Float64Array;
  /** One row per feature or curve, one column per dimension. */
  readonly weights: Matrix;
  /** The function of the feature that each row stands for; null for the feature as it is. Absent: all are as they are. */
  readonly curves?: readonly (Curve | null)[];
}

/** The data seen through a map: one row per sample, one column per dimension. */
export function project(map: LinearMap, data: Dataset): Matrix {
  const placeOf = new Map(data.featureNames.map((name, j) => [name, j]));
  const columns = map.features.map((name) => {
    const place = placeOf.get(name);
    if (place === undefined)
      throw new InputError(
        "data-mismatch",
        `the data has no feature "${name}"; it needs all features of the fit`,
      );
    return place;
  });
  // Most features of a selection have no weight; what they hold, which may be much, is not looked at.
  const used = columns.map((_, f) => f).filter((f) => hasWeight(map.weights, f));
  const chosen = data.values.selectColumns(used.map((f) => columns[f]));
  const values = chosen instanceof Matrix ? chosen : chosen.toDense();
  const result = Matrix.zeros(data.rows, map.weights.columns);
  for (let i = 0; i < data.rows; i++)
    for (let at = 0; at < used.length; at++) {
      const f = used[at];
      const curve = map.curves?.[f];
      const value = curve ? curveAt(curve, values.get(i, at)) : values.get(i, at);
      const x = (value - map.means[f]) / map.scales[f];
      for (let j = 0; j < result.columns; j++)
        result.data[i * result.columns + j] += x * map.weights.get(f, j);
    }
  return result;
}

function hasWeight(weights: Matrix, row: number): boolean {
  for (let j = 0; j < weights.columns; j++) if (weights.get(row, j) !== 0) return true;
  return false;
}
