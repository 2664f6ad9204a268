import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { log } from "../../numeric/math.js";
import type { Matrix } from "../../numeric/matrix.js";

/** Where a loss of n samples stands, by output and sample: what its quadratic model there is made of. */
export interface LossPoint {
  /** What the coefficients give for each sample. */
  readonly predictors: Matrix;
  readonly slopes: Matrix;
  /** The curvature with one output; with several a diagonal that bounds it. */
  readonly bounds: Matrix;
  /** The probability of each class, where there are several outputs. */
  readonly shares: Matrix;
}

/** A mean loss over samples. */
export interface Loss {
  /** How many numbers are predicted for a sample. */
  readonly outputs: number;
  /** The constant predictions that are best without features. */
  readonly intercepts: Float64Array;
  /** The loss at the predictors of a point, whose other numbers are set to what they are there. */
  settle(point: LossPoint): number;
}

/** Curvatures below this part of a sample's weight are taken for it, so that no step is infinite. */
const leastCurvature = 1e-10;

/** Half the mean square of what is left of a target with mean 0. Weights add up to 1, here and below. */
export function squaredLoss(target: Float64Array, weights: Float64Array): Loss {
  return {
    outputs: 1,
    intercepts: Float64Array.of(0),
    settle({ predictors, slopes, bounds }) {
      let loss = 0;
      for (let i = 0; i < target.length; i++) {
        const rest = predictors.data[i] - target[i];
        slopes.data[i] = weights[i] * rest;
        bounds.data[i] = weights[i];
        loss += 0.5 * weights[i] * rest * rest;
      }
      return loss;
    },
  };
}

/** The negative logarithm of the likelihood of two classes, where the predictor is the log-odds of the second. */
export function binomialLoss(
  kernels: Kernels,
  workspace: Workspace,
  codes: ArrayLike<number>,
  weights: Float64Array,
): Loss {
  const n = weights.length;
  const [powers, logs] = [workspace.array(n), workspace.array(n)];
  const share = sharesOf(codes, weights, 2)[1];
  return {
    outputs: 1,
    intercepts: Float64Array.of(log(share / (1 - share))),
    settle({ predictors, slopes, bounds }) {
      const { data } = predictors;
      for (let i = 0; i < n; i++) powers[i] = -Math.abs(data[i]);
      kernels.exp(powers, powers);
      for (let i = 0; i < n; i++) logs[i] = 1 + powers[i];
      kernels.log(logs, logs);
      let loss = 0;
      for (let i = 0; i < n; i++) {
        // Of the two probabilities, that of the less likely class has all its digits.
        const small = powers[i] / (1 + powers[i]);
        const agrees = data[i] > 0 === (codes[i] === 1);
        const miss = agrees ? small : 1 - small;
        slopes.data[i] = weights[i] * (codes[i] === 1 ? -miss : miss);
        bounds.data[i] = weights[i] * Math.max(small * (1 - small), leastCurvature);
        loss += weights[i] * (logs[i] + (agrees ? 0 : Math.abs(data[i])));
      }
      return loss;
    },
  };
}

/** The same for more classes, with a predictor for each. */
export function multinomialLoss(
  kernels: Kernels,
  codes: ArrayLike<number>,
  weights: Float64Array,
  classes: number,
): Loss {
  const n = weights.length;
  const [highest, sums, logs] = [0, 0, 0].map(() => new Float64Array(n));
  return {
    outputs: classes,
    intercepts: sharesOf(codes, weights, classes).map(log),
    settle({ predictors: { data }, slopes, bounds, shares }) {
      highest.fill(Number.NEGATIVE_INFINITY);
      for (let k = 0, at = 0; k < classes; k++)
        for (let i = 0; i < n; i++, at++) if (data[at] > highest[i]) highest[i] = data[at];
      for (let k = 0, at = 0; k < classes; k++)
        for (let i = 0; i < n; i++, at++) shares.data[at] = data[at] - highest[i];
      kernels.exp(shares.data, shares.data);
      sums.fill(0);
      for (let k = 0, at = 0; k < classes; k++) for (let i = 0; i < n; i++, at++) sums[i] += shares.data[at];
      kernels.log(sums, logs);
      let loss = 0;
      for (let i = 0; i < n; i++) loss += weights[i] * (logs[i] + highest[i] - data[codes[i] * n + i]);
      for (let k = 0, at = 0; k < classes; k++)
        for (let i = 0; i < n; i++, at++) {
          const share = shares.data[at] / sums[i];
          shares.data[at] = share;
          slopes.data[at] = weights[i] * (codes[i] === k ? share - 1 : share);
          bounds.data[at] = weights[i] * Math.max(bound(share, 1 / sums[i]), leastCurvature);
        }
      return loss;
    },
  };
}

/**
 * A diagonal D with D ≥ diag(p) − p·pᵀ for probabilities p of which the largest is `most`: diag(p) itself, or, where one class
 * is more likely than all others together, 2p(1 − p) for that one and p·(1 + most) for the others.
 */
function bound(share: number, most: number): number {
  if (most <= 0.5) return share;
  return share === most ? 2 * share * (1 - share) : share * (1 + most);
}

/** The part of all weight that each class has. */
function sharesOf(codes: ArrayLike<number>, weights: Float64Array, classes: number): Float64Array {
  const shares = new Float64Array(classes);
  weights.forEach((weight, i) => {
    shares[codes[i]] += weight;
  });
  return shares;
}
