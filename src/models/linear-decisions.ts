import { InputError } from "../core/input-error.js";
import { exp } from "../numeric/math.js";
import { Matrix } from "../numeric/matrix.js";

/** Refuses values with other than the features of the fit, or with values that are not numbers. */
export function checkFeatures(values: Matrix, features: number): void {
  if (values.columns !== features)
    throw new InputError(
      "data-mismatch",
      `there are ${values.columns} features; the classifier was fitted to ${features}`,
    );
  for (let i = 0; i < values.rows; i++)
    for (let j = 0; j < features; j++)
      if (!Number.isFinite(values.get(i, j)))
        throw new InputError(
          "missing-values",
          `row ${i + 1}, column ${j + 1} holds ${values.get(i, j)}; every value must be a finite number`,
        );
}

/** values·weightsᵀ + offsets: one column per row of the weights. */
export function linearDecisions(values: Matrix, weights: Matrix, offsets: Float64Array): Matrix {
  checkFeatures(values, weights.columns);
  const result = Matrix.zeros(values.rows, weights.rows);
  const x = new Float64Array(values.columns);
  for (let i = 0; i < values.rows; i++) {
    for (let f = 0; f < x.length; f++) x[f] = values.get(i, f);
    for (let p = 0; p < weights.rows; p++) {
      let sum = 0;
      const start = weights.offset + p * weights.rowStride;
      for (let f = 0; f < x.length; f++) sum += weights.data[start + f] * x[f];
      result.data[i * weights.rows + p] = sum + offsets[p];
    }
  }
  return result;
}

/** Probabilities from log likelihoods: exp of each value over the sum of its row; 0 for −∞. */
export function softmax(scores: Matrix): Matrix {
  const result = Matrix.zeros(scores.rows, scores.columns);
  const best = largestColumns(scores);
  for (let i = 0; i < scores.rows; i++) {
    const most = scores.get(i, best[i]);
    let sum = 0;
    for (let j = 0; j < scores.columns; j++) {
      const part = exp(scores.get(i, j) - most);
      result.set(i, j, part);
      sum += part;
    }
    for (let j = 0; j < scores.columns; j++) result.set(i, j, result.get(i, j) / sum);
  }
  return result;
}

/** The column of the largest value in each row; the first of equals. */
export function largestColumns(scores: Matrix): Int32Array {
  return Int32Array.from({ length: scores.rows }, (_, i) => {
    let best = 0;
    for (let j = 1; j < scores.columns; j++) if (scores.get(i, j) > scores.get(i, best)) best = j;
    return best;
  });
}
