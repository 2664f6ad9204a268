import { InputError } from "../core/input-error.js";
import type { Kernels } from "../kernels/kernels.js";
import { Matrix } from "../numeric/matrix.js";
import { linearDecisions } from "./linear-decisions.js";
import { damaged, type ModelJson, numberIn, numbersIn } from "./model-json.js";

/** The name of the model that predicts numbers, where classes have a classifier. */
export const ridgeName = "ridge";

/** Penalties to choose from, times the number of rows: features are standardised, so their squares add up to about that. */
const penaltiesPerRow = [
  ...[1e-4, 3e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 1, 3],
  ...[10, 30, 100, 300, 1000, 3000, 1e4],
];

/** A fitted ridge regression. */
export class Ridge {
  constructor(
    /** One per feature. */
    readonly weights: Float64Array,
    readonly intercept: number,
    /** What the squared weights are multiplied by. */
    readonly penalty: number,
    /** Of the targets that it was fitted to. */
    readonly mean: number,
  ) {}

  /** One number per row of the values (rows × features, scaled as in training). */
  predict(values: Matrix): Float64Array {
    const weights = new Matrix(this.weights, 1, this.weights.length);
    return linearDecisions(values, weights, Float64Array.of(this.intercept)).data;
  }

  /** Everything needed to make it again, as plain JSON data. */
  toJSON(): ModelJson {
    const { weights, intercept, penalty, mean } = this;
    return {
      classifier: ridgeName,
      features: weights.length,
      weights: Array.from(weights),
      intercept,
      penalty,
      mean,
    };
  }

  /** A model from what its `toJSON` gave; refuses JSON that is damaged. */
  static restore(json: ModelJson): Ridge {
    if (json.classifier !== ridgeName) throw damaged("classifier", `"${ridgeName}"`);
    const weights = numbersIn(json, "weights", numberIn(json, "features", 1));
    return new Ridge(
      Float64Array.from(weights),
      numberIn(json, "intercept"),
      numberIn(json, "penalty"),
      numberIn(json, "mean"),
    );
  }
}

/**
 * Minimises Σ(yᵢ − b − xᵢ·w)² + λ‖w‖² in closed form, by the eigenvectors of XᵀX or of XXᵀ, whichever is smaller. Without
 * a penalty the one is taken, of a list from 0.0001 to 10000 times the number of rows, that has the smallest error when
 * each row is left out in turn: that error is known in closed form too, rᵢ / (1 − hᵢᵢ). Of equal ones the larger is taken.
 */
export function fitRidge(values: Matrix, targets: Float64Array, kernels: Kernels, penalty?: number): Ridge {
  const { rows: n, columns: d } = values;
  if (targets.length !== n || n < 2 || d < 1)
    throw new InputError(
      "unusable-data",
      `there are ${n} rows of ${d} features and ${targets.length} targets; a regression needs two rows and a feature`,
    );
  const centres = kernels.columnMoments(values).means;
  const x = Matrix.zeros(n, d);
  for (let i = 0; i < n; i++) for (let j = 0; j < d; j++) x.set(i, j, values.get(i, j) - centres[j]);
  const centre = targets.reduce((sum, target) => sum + target / n, 0);
  const y = targets.map((target) => target - centre);
  const { squares, left, right } = singularParts(x, kernels);
  const along = left.map((u) => dot(u, y));
  const penalties = penalty === undefined ? penaltiesPerRow.map((one) => one * n) : [penalty];
  const chosen =
    penalties.length === 1
      ? penalties[0]
      : penalties.reduce(
          (best, one) => {
            const error = leaveOneOutError(y, squares, left, along, one);
            return error <= best.error ? { penalty: one, error } : best;
          },
          { penalty: penalties[0], error: Number.POSITIVE_INFINITY },
        ).penalty;
  const weights = new Float64Array(d);
  squares.forEach((square, part) => {
    const factor = (Math.sqrt(square) * along[part]) / (square + chosen);
    for (let j = 0; j < d; j++) weights[j] += factor * right[part][j];
  });
  return new Ridge(weights, centre - dot(weights, centres), chosen, centre);
}

/** The singular values of centred X, squared, with their vectors; parts that only rounding tells from zero are left out. */
function singularParts(x: Matrix, kernels: Kernels) {
  const tall = x.columns <= x.rows;
  const size = Math.min(x.rows, x.columns);
  const gram = Matrix.zeros(size, size);
  kernels.syrk(1, tall ? x.transposed() : x, 0, gram);
  const { values, vectors } = kernels.symmetricEigen(gram);
  const least = values[size - 1] * Math.max(x.rows, x.columns) * 2 ** -52;
  const kept = Array.from(values.keys()).filter((part) => values[part] > least && values[part] > 0);
  const own = kept.map((part) => Float64Array.from({ length: size }, (_, i) => vectors.get(i, part)));
  const squares = kept.map((part) => values[part]);
  const seen = tall ? x : x.transposed();
  // X·v = σ·u, and Xᵀ·u = σ·v.
  const other = own.map((vector, place) => {
    const product = new Float64Array(seen.rows);
    kernels.gemv(1 / Math.sqrt(squares[place]), seen, vector, 0, product);
    return product;
  });
  return { squares, left: tall ? other : own, right: tall ? own : other };
}

/** The mean squared error of rows that were left out of the fit, with the intercept fitted too. */
function leaveOneOutError(
  y: Float64Array,
  squares: readonly number[],
  left: readonly Float64Array[],
  along: readonly number[],
  penalty: number,
): number {
  const n = y.length;
  const residuals = y.slice();
  const leverages = new Float64Array(n).fill(1 / n);
  left.forEach((u, part) => {
    const shrink = squares[part] / (squares[part] + penalty);
    for (let i = 0; i < n; i++) {
      residuals[i] -= shrink * along[part] * u[i];
      leverages[i] += shrink * u[i] * u[i];
    }
  });
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const error = residuals[i] / (1 - leverages[i]);
    sum += error * error;
  }
  return sum / n;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
