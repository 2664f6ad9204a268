import { Matrix } from "../../numeric/matrix.js";

/**
 * Machines for every two classes. Pair p tells `order[a]` (decision above 0) from `order[b]`; the pairs run (0, 1),
 * (0, 2), …, (1, 2), … Its support vectors are `samples[starts[p] … starts[p + 1]]`, with y·α in `coefficients`.
 */
export interface PairModels {
  /** The codes of the classes that were seen, in order of their first sample. */
  readonly order: Int32Array;
  readonly starts: Int32Array;
  readonly samples: Int32Array;
  readonly coefficients: Float64Array;
  /** Per pair; the decision is Σ coefficient·K − rho. */
  readonly rho: Float64Array;
  /** False where a pair was stopped before its optimum. */
  readonly converged: boolean;
}

/** The samples that support any pair, each once, rising. */
export function supportVectors(models: PairModels): Int32Array {
  return Int32Array.from(new Set(models.samples)).sort();
}

/** The class code that wins most pairs; of equals the one seen first, as in LIBSVM. */
export function countVotes(order: Int32Array, decisions: Float64Array, votes: Int32Array): number {
  votes.fill(0);
  for (let a = 0, pair = 0; a < order.length; a++)
    for (let b = a + 1; b < order.length; b++, pair++) votes[decisions[pair] > 0 ? a : b]++;
  let winner = 0;
  for (let a = 1; a < order.length; a++) if (votes[a] > votes[winner]) winner = a;
  return order[winner];
}

/** Class codes, one per row, where `decide` fills in the decisions of all pairs for a row. */
export function predictByVotes(
  order: Int32Array,
  rows: number,
  decide: (row: number, decisions: Float64Array) => void,
): Int32Array {
  const decisions = new Float64Array((order.length * (order.length - 1)) / 2);
  const votes = new Int32Array(order.length);
  return Int32Array.from({ length: rows }, (_, row) => {
    decide(row, decisions);
    return countVotes(order, decisions, votes);
  });
}

/**
 * Rows × classes: votes won, and less than half a vote for how clearly: the sum s of a class's decisions as
 * s / (3·(|s| + 1)). Classes that were not seen have −∞.
 */
export function scoreByVotes(
  order: Int32Array,
  classes: number,
  rows: number,
  decide: (row: number, decisions: Float64Array) => void,
): Matrix {
  const result = Matrix.zeros(rows, classes);
  result.data.fill(Number.NEGATIVE_INFINITY);
  const decisions = new Float64Array((order.length * (order.length - 1)) / 2);
  const votes = new Int32Array(order.length);
  const sums = new Float64Array(order.length);
  for (let row = 0; row < rows; row++) {
    decide(row, decisions);
    countVotes(order, decisions, votes);
    sums.fill(0);
    for (let a = 0, pair = 0; a < order.length; a++)
      for (let b = a + 1; b < order.length; b++, pair++) {
        sums[a] += decisions[pair];
        sums[b] -= decisions[pair];
      }
    for (let a = 0; a < order.length; a++)
      result.set(row, order[a], votes[a] + sums[a] / (3 * (Math.abs(sums[a]) + 1)));
  }
  return result;
}
