import type { Kernels } from "../../kernels/kernels.js";
import { pow } from "../../numeric/math.js";
import { Matrix } from "../../numeric/matrix.js";
import { squaredRows } from "../../numeric/squared-rows.js";

/** The shape of the penalty γ·Σ(‖aⁱ‖² + ζ)^(p/2). */
export interface Penalty {
  readonly gamma: number;
  readonly p: number;
  readonly zeta: number;
}

/**
 * Rows of A that are kept or dropped as one, and what the penalty of each block is multiplied by. The penalty is then
 * γ·Σ w_g·(‖A_g‖² + ζ)^(p/2), and all rows of a block share one weight of the surrogate.
 */
export class Blocks {
  constructor(
    /** The block of each row. */
    readonly of: Int32Array,
    /** One weight per block. */
    readonly weights: Float64Array,
  ) {}

  /**
   * Blocks weighted by the root of what their rows cost together, 1 each where nothing is said: a row of cost c weighs as much
   * as a block of c rows. One without rows weighs nothing.
   */
  static weighted(of: Int32Array, costs?: Float64Array): Blocks {
    const prices = new Float64Array(1 + of.reduce((most, block) => Math.max(most, block), 0));
    of.forEach((block, row) => {
      prices[block] += costs ? costs[row] : 1;
    });
    return new Blocks(of, prices.map(Math.sqrt));
  }

  /** How many blocks have rows. */
  get count(): number {
    return new Set(this.of).size;
  }

  /** ‖A_g‖ of every block; one without rows has norm 0. */
  norms(rowNorms: Float64Array): Float64Array {
    const sums = new Float64Array(this.weights.length);
    rowNorms.forEach((norm, i) => {
      sums[this.of[i]] += norm * norm;
    });
    return sums.map(Math.sqrt);
  }

  /** Of these rows only; blocks keep their numbers, so those left out count as vanished. */
  restrict(rows: Int32Array): Blocks {
    return new Blocks(
      rows.map((i) => this.of[i]),
      this.weights,
    );
  }

  /** How much each block counts: its norm over its weight, so that its square is what it carries for its price. */
  strengths(rowNorms: Float64Array): Float64Array {
    return this.norms(rowNorms).map((norm, block) => (norm > 0 ? norm / this.weights[block] : 0));
  }

  /** What is known of a block, for each of its rows. */
  overRows(values: Float64Array): Float64Array {
    return Float64Array.from(this.of, (block) => values[block]);
  }
}

/** The objective and its parts at one A. */
export interface Value {
  /** −tr(AᵀSbA) + γ·Σ(‖aⁱ‖² + ζ)^(p/2), */
  readonly smoothed: number;
  /** −tr(AᵀSbA) + γ·Σ‖aⁱ‖^p: without the constant that ζ adds to rows that vanished. */
  readonly plain: number;
  /** tr(AᵀSbA) + the penalty: the size that changes of the objective are measured by, since f crosses zero. */
  readonly size: number;
}

/** ‖aⁱ‖₂ of every row. */
export const rowNorms = (a: Matrix): Float64Array => squaredRows(a).map(Math.sqrt);

/** The weights of the next quadratic surrogate, d_ii = (p/2)(‖aⁱ‖² + ζ)^(p/2 − 1), with the block's norm where there are blocks. */
export function rowWeights(norms: Float64Array, { p, zeta }: Penalty, blocks?: Blocks): Float64Array {
  const weightOf = (norm: number) => (p / 2) * power(norm * norm + zeta, p / 2 - 1);
  if (!blocks) return norms.map(weightOf);
  return blocks.overRows(blocks.norms(norms).map((norm, block) => blocks.weights[block] * weightOf(norm)));
}

/** The objective at A, given its row norms, and how many rows of zeros it has besides; blocks know their own. */
export function evaluateObjective(
  kernels: Kernels,
  between: Matrix,
  a: Matrix,
  norms: Float64Array,
  { gamma, p, zeta }: Penalty,
  vanishedRows = 0,
  blocks?: Blocks,
): Value {
  const projected = Matrix.zeros(between.rows, a.columns);
  kernels.gemm(1, between, a, 0, projected);
  let trace = 0;
  for (let at = 0; at < projected.data.length; at++) trace += projected.data[at] * projected.data[at];
  let smoothed = blocks ? 0 : vanishedRows * power(zeta, p / 2);
  let plain = 0;
  const penalised = blocks ? blocks.norms(norms) : norms;
  for (let at = 0; at < penalised.length; at++) {
    const weight = blocks ? blocks.weights[at] : 1;
    const square = penalised[at] * penalised[at];
    smoothed += weight * power(square + zeta, p / 2);
    if (square > 0) plain += weight * power(square, p / 2);
  }
  return { smoothed: gamma * smoothed - trace, plain: gamma * plain - trace, size: gamma * smoothed + trace };
}

function power(x: number, exponent: number): number {
  if (exponent === 0.5) return Math.sqrt(x);
  if (exponent === -0.5) return 1 / Math.sqrt(x);
  return pow(x, exponent);
}
