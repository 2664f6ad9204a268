import { exp, log, log1p } from "../../numeric/math.js";
import { Matrix } from "../../numeric/matrix.js";

/** Turns the decisions of one pair into probabilities: P(first class) = 1 / (1 + exp(slope·decision + offset)). */
export interface Sigmoid {
  readonly slope: number;
  readonly offset: number;
}

/** Of the search by Newton's method. */
const mostSteps = 100;
const leastStep = 1e-10;
const largestGradient = 1e-8;
/** Added to the diagonal of the second derivatives, so that they can be inverted. */
const ridge = 1e-12;

/**
 * Platt's sigmoid for decisions of rows that took no part in the training, by Newton's method with backtracking (Lin, Lin,
 * Weng 2007). The targets are (n₊ + 1)/(n₊ + 2) and 1/(n₋ + 2) instead of 1 and 0, so that classes that are separated
 * without error do not give an endless slope. A larger decision never makes the first class less probable. The weights say what a row of the first class counts, and one of the other.
 */
export function fitSigmoid(
  decisions: Float64Array,
  isFirst: ArrayLike<boolean | number>,
  [firstWeight, otherWeight]: ArrayLike<number> & Iterable<number> = [1, 1],
): Sigmoid {
  let firsts = 0;
  for (let i = 0; i < decisions.length; i++) if (isFirst[i]) firsts++;
  const others = decisions.length - firsts;
  const [high, low] = [(firsts + 1) / (firsts + 2), 1 / (others + 2)];
  /** −log likelihood; of the two equal forms the one that cannot overflow. */
  const lossAt = (slope: number, offset: number) => {
    let sum = 0;
    for (let i = 0; i < decisions.length; i++) {
      const z = slope * decisions[i] + offset;
      const [target, weight] = isFirst[i] ? [high, firstWeight] : [low, otherWeight];
      sum += weight * (z >= 0 ? target * z + log1p(exp(-z)) : (target - 1) * z + log1p(exp(z)));
    }
    return sum;
  };
  let [slope, offset] = [0, log((others * otherWeight + 1) / (firsts * firstWeight + 1))];
  let loss = lossAt(slope, offset);
  for (let step = 0; step < mostSteps; step++) {
    let [h11, h22, h21, g1, g2] = [ridge, ridge, 0, 0, 0];
    for (let i = 0; i < decisions.length; i++) {
      const f = decisions[i];
      const p = sigmoidAt({ slope, offset }, f);
      const [target, weight] = isFirst[i] ? [high, firstWeight] : [low, otherWeight];
      const curvature = weight * p * (1 - p);
      h11 += f * f * curvature;
      h22 += curvature;
      h21 += f * curvature;
      const difference = weight * (target - p);
      g1 += f * difference;
      g2 += difference;
    }
    if (Math.abs(g1) < largestGradient && Math.abs(g2) < largestGradient) break;
    const determinant = h11 * h22 - h21 * h21;
    const [d1, d2] = [-(h22 * g1 - h21 * g2) / determinant, -(h11 * g2 - h21 * g1) / determinant];
    const descent = g1 * d1 + g2 * d2;
    let size = 1;
    for (; size >= leastStep; size /= 2) {
      const next = lossAt(slope + size * d1, offset + size * d2);
      if (!(next < loss + 1e-4 * size * descent)) continue;
      [slope, offset, loss] = [slope + size * d1, offset + size * d2, next];
      break;
    }
    if (size < leastStep) break;
  }
  if (slope <= 0) return { slope, offset };
  // Decisions that speak against themselves say nothing: the best sigmoid that does not fall has the mean of the targets.
  const [first, other] = [firsts * firstWeight, others * otherWeight];
  const mean = (first * high + other * low) / (first + other);
  return { slope: 0, offset: log((1 - mean) / mean) };
}

/** The probability of the first class of a pair. */
export function sigmoidAt({ slope, offset }: Sigmoid, decision: number): number {
  const z = slope * decision + offset;
  if (z < 0) return 1 / (1 + exp(z));
  const small = exp(-z);
  return small / (1 + small);
}

/** No pair is taken to be surer than this, as in LIBSVM. */
const leastPairProbability = 1e-7;

/**
 * Rows × classes: the probabilities that agree best with those of all pairs, where `decide` fills in the decisions of all pairs
 * for a row. Classes that were not seen have 0.
 */
export function probabilitiesOfPairs(
  order: Int32Array,
  sigmoids: readonly Sigmoid[],
  classes: number,
  rows: number,
  decide: (row: number, decisions: Float64Array) => void,
): Matrix {
  const result = Matrix.zeros(rows, classes);
  const decisions = new Float64Array(sigmoids.length);
  const pairwise = Matrix.zeros(order.length, order.length);
  for (let row = 0; row < rows; row++) {
    decide(row, decisions);
    for (let a = 0, pair = 0; a < order.length; a++)
      for (let b = a + 1; b < order.length; b++, pair++) {
        const p = sigmoidAt(sigmoids[pair], decisions[pair]);
        const kept = Math.min(1 - leastPairProbability, Math.max(leastPairProbability, p));
        pairwise.set(a, b, kept);
        pairwise.set(b, a, 1 - kept);
      }
    couplePairs(pairwise).forEach((p, a) => {
      result.set(row, order[a], p);
    });
  }
  return result;
}

/** Rounding can take a probability that is next to nothing below zero. */
const leastProbability = 1e-15;

/**
 * Probabilities p of the classes from r(a, b), the probability of class a where it is a or b: the p with sum 1 that brings
 * Σ (r(b, a)·p(a) − r(a, b)·p(b))² over all pairs to its least (Wu, Lin, Weng 2004, their second method). The linear system
 * of its conditions, Q·p + β = 0 and Σp = 1, is solved as a whole, where LIBSVM iterates.
 */
export function couplePairs(pairwise: Matrix): Float64Array {
  const classes = pairwise.rows;
  const size = classes + 1;
  const system = Matrix.zeros(size, size + 1);
  for (let a = 0; a < classes; a++) {
    for (let b = 0; b < classes; b++) {
      if (a === b) continue;
      system.data[a * (size + 1) + a] += pairwise.get(b, a) * pairwise.get(b, a);
      system.set(a, b, -pairwise.get(b, a) * pairwise.get(a, b));
    }
    system.set(a, classes, 1);
    system.set(classes, a, 1);
  }
  system.set(classes, size, 1);
  const p = solve(system)
    .map((x) => Math.max(leastProbability, x))
    .subarray(0, classes);
  const sum = p.reduce((total, x) => total + x, 0);
  return p.map((x) => x / sum);
}

/** The solution of a system whose last column is its right side, by elimination with the largest pivot of each column. */
function solve(system: Matrix): Float64Array {
  const { rows: size, columns: width, data } = system;
  for (let k = 0; k < size; k++) {
    let pivot = k;
    for (let i = k + 1; i < size; i++)
      if (Math.abs(data[i * width + k]) > Math.abs(data[pivot * width + k])) pivot = i;
    for (let j = k; j < width; j++)
      [data[k * width + j], data[pivot * width + j]] = [data[pivot * width + j], data[k * width + j]];
    for (let i = k + 1; i < size; i++) {
      const factor = data[i * width + k] / data[k * width + k];
      if (factor !== 0) for (let j = k; j < width; j++) data[i * width + j] -= factor * data[k * width + j];
    }
  }
  const x = new Float64Array(size);
  for (let k = size - 1; k >= 0; k--) {
    let sum = data[k * width + size];
    for (let j = k + 1; j < size; j++) sum -= data[k * width + j] * x[j];
    x[k] = sum / data[k * width + k];
  }
  return x;
}
