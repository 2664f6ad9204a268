import type { Kernels } from "../../kernels/kernels.js";
import { pow } from "../../numeric/math.js";
import { Matrix } from "../../numeric/matrix.js";

/** The shape of the penalty γ·Σ(‖aⁱ‖² + ζ)^(p/2). */
export interface Penalty {
  readonly gamma: number;
  readonly p: number;
  readonly zeta: number;
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
export function rowNorms(a: Matrix): Float64Array {
  const norms = new Float64Array(a.rows);
  for (let i = 0; i < a.rows; i++) {
    let sum = 0;
    for (let j = 0; j < a.columns; j++) sum += a.get(i, j) * a.get(i, j);
    norms[i] = Math.sqrt(sum);
  }
  return norms;
}

/** The weights of the next quadratic surrogate, d_ii = (p/2)(‖aⁱ‖² + ζ)^(p/2 − 1). */
export function rowWeights(norms: Float64Array, { p, zeta }: Penalty): Float64Array {
  return norms.map((norm) => (p / 2) * power(norm * norm + zeta, p / 2 - 1));
}

/** The objective at A, given its row norms, and how many rows of zeros it has besides. */
export function evaluateObjective(
  kernels: Kernels,
  between: Matrix,
  a: Matrix,
  norms: Float64Array,
  { gamma, p, zeta }: Penalty,
  vanishedRows = 0,
): Value {
  const projected = Matrix.zeros(between.rows, a.columns);
  kernels.gemm(1, between, a, 0, projected);
  const trace = projected.data.reduce((sum, x) => sum + x * x, 0);
  let smoothed = vanishedRows * power(zeta, p / 2);
  let plain = 0;
  for (const norm of norms) {
    smoothed += power(norm * norm + zeta, p / 2);
    plain += norm === 0 ? 0 : power(norm * norm, p / 2);
  }
  return { smoothed: gamma * smoothed - trace, plain: gamma * plain - trace, size: gamma * smoothed + trace };
}

function power(x: number, exponent: number): number {
  if (exponent === 0.5) return Math.sqrt(x);
  if (exponent === -0.5) return 1 / Math.sqrt(x);
  return pow(x, exponent);
}
