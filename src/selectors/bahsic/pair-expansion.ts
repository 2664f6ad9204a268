import { exp } from "../../numeric/math.js";
import { Matrix } from "../../numeric/matrix.js";

/**
 * A fast form of f(ξ, η) = e^{t(ξ − η)²} − 1 for ξ and η from −1 to 1:
 *
 *     f(ξ, η) ≈ alone(ξ) + alone(η) + Σ_p even_p(ξ)·even_p(η) − odd_p(ξ)·odd_p(η)
 *
 * with even and odd functions, given by their Chebyshev coefficients (T₀, T₂, … and T₁, T₃, …). For a symmetric G it
 * follows that Σ G(i, j)·f(ξ_i, ξ_j) = 2·Σ alone(ξ_i)·(G·1)_i + Σ_p (even_p + odd_p)ᵀ·G·(even_p − odd_p): one product
 * with G per p, and each p makes the error smaller by about t²/10.
 */
export interface PairExpansion {
  readonly alone: Float64Array;
  readonly pairs: readonly { readonly even: Float64Array; readonly odd: Float64Array }[];
  /** A bound of the error where only the first p pairs are used; the last entry is for all of them. */
  readonly errors: Float64Array;
}

/** The largest t for which the expansion holds to 1e-12. */
export const largestT = 1;

const points = 32;
/** Parts of f that are smaller than this many times t are left out. */
const negligible = 1e-14;
const zero = new Float64Array(1);

/** The expansion for this t, up to {@link largestT}. */
export function expandPairs(t: number): PairExpansion {
  const coefficients = chebyshevCoefficients(t);
  // f is even in (ξ, η), so that even and odd degrees do not mix; T₀ goes with `alone`.
  const even = pick(coefficients, 2);
  const odd = pick(coefficients, 1);
  for (let at = 0; at < odd.data.length; at++) odd.data[at] = -odd.data[at];
  const alone = Float64Array.from({ length: points / 2 }, (_, k) =>
    k === 0 ? coefficients.get(0, 0) / 2 : coefficients.get(2 * k, 0),
  );
  const short = trimmed(alone, negligible * t);
  const lost = 2 * sizeOf(alone.subarray(short.length));
  const pairs: { even: Float64Array; odd: Float64Array }[] = [];
  const errors = [lost + sizeOf(even.data) + sizeOf(odd.data)];
  for (let p = 0; p < points / 2 - 1; p++) {
    const [first, second] = [subtractPivot(even, p, negligible * t), subtractPivot(odd, p, negligible * t)];
    if (!first && !second) break;
    // T₀ is not among the even functions, so theirs begin with T₂.
    pairs.push({ even: first ? Float64Array.from([0, ...first]) : zero, odd: second ?? zero });
    errors.push(lost + sizeOf(even.data) + sizeOf(odd.data));
  }
  return { alone: short, pairs, errors: Float64Array.from(errors) };
}

/** Coefficients of f in T_k(ξ)·T_l(η), from its values at the Chebyshev points. */
function chebyshevCoefficients(t: number): Matrix {
  const polynomials = chebyshevTable();
  const values = Matrix.zeros(points, points);
  for (let i = 0; i < points; i++)
    for (let j = 0; j < points; j++) {
      const difference = polynomials.get(1, i) - polynomials.get(1, j);
      values.set(i, j, expm1(t * difference * difference));
    }
  const half = product(polynomials, values);
  const result = product(half, polynomials.transposed());
  for (let k = 0; k < points; k++)
    for (let l = 0; l < points; l++)
      result.set(k, l, result.get(k, l) * ((k ? 2 : 1) / points) * ((l ? 2 : 1) / points));
  return result;
}

/** eˣ − 1, by its series where the difference would lose digits. */
function expm1(x: number): number {
  if (x > 0.5) return exp(x) - 1;
  let term = 1;
  for (let k = 18; k > 1; k--) term = 1 + (term * x) / k;
  return term * x;
}

/** T_k at the Chebyshev points cos((i + ½)·π/points), one row per degree k: cos(k·(i + ½)·π/points). */
function chebyshevTable(): Matrix {
  const table = Matrix.zeros(points, points);
  for (let k = 0; k < points; k++)
    for (let i = 0; i < points; i++) table.set(k, i, cosineOf(k * (2 * i + 1)));
  return table;
}

/** cos(m·π/(2·points)) to the last digit, as Math.cos differs between engines. */
function cosineOf(m: number): number {
  const turn = 4 * points;
  const around = m % turn;
  const folded = Math.min(around, turn - around);
  if (folded > points) return -cosineOf(2 * points - folded);
  // Below a half of a right angle by the series of the cosine, above by that of the sine of what is missing.
  const isSmall = folded <= points / 2;
  const angle = ((isSmall ? folded : points - folded) * Math.PI) / (2 * points);
  let sum = 1;
  for (let k = isSmall ? 22 : 23; k > 1; k -= 2) sum = 1 - (sum * angle * angle) / (k * (k - 1));
  return isSmall ? sum : sum * angle;
}

function product(a: Matrix, b: Matrix): Matrix {
  const result = Matrix.zeros(a.rows, b.columns);
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < b.columns; j++) {
      let sum = 0;
      for (let k = 0; k < a.columns; k++) sum += a.get(i, k) * b.get(k, j);
      result.set(i, j, sum);
    }
  return result;
}

/** Every second row and column, from this one on. */
function pick(matrix: Matrix, from: number): Matrix {
  const degrees = Array.from(
    { length: Math.floor((matrix.rows - from + 1) / 2) },
    (_, place) => from + 2 * place,
  );
  return matrix.selectRows(degrees).selectColumns(degrees);
}

/**
 * One step of Cholesky's decomposition: gives the column c with c·cᵀ in the matrix, and takes it out; null when only
 * rounding is left. Coefficients fall so fast with the degree that taking them in order is close to the best choice.
 */
function subtractPivot(matrix: Matrix, p: number, least: number): Float64Array | null {
  const pivot = matrix.get(p, p);
  if (!(pivot > least)) return null;
  const root = Math.sqrt(pivot);
  const whole = Float64Array.from({ length: matrix.rows }, (_, i) => (i < p ? 0 : matrix.get(i, p) / root));
  const column = trimmed(whole, least / root);
  for (let i = 0; i < column.length; i++)
    for (let j = 0; j < column.length; j++) matrix.set(i, j, matrix.get(i, j) - column[i] * column[j]);
  return column;
}

/** The sum of sizes bounds the series with these coefficients, as no Chebyshev polynomial exceeds 1. */
const sizeOf = (coefficients: Float64Array) => coefficients.reduce((sum, value) => sum + Math.abs(value), 0);

/** Without the coefficients at the end that are smaller than this. */
function trimmed(coefficients: Float64Array, least: number): Float64Array {
  let length = coefficients.length;
  while (length > 1 && Math.abs(coefficients[length - 1]) < least) length--;
  return coefficients.slice(0, length);
}

/** Σ c_k·T_{2k}(ξ), where `doubled` is 2·(2ξ² − 1): Clenshaw's rule, T_{2k}(ξ) being T_k(2ξ² − 1). */
export function evenSeries(coefficients: Float64Array, doubled: number): number {
  let later = 0;
  let last = 0;
  for (let k = coefficients.length - 1; k > 0; k--) {
    const next = coefficients[k] + doubled * last - later;
    later = last;
    last = next;
  }
  return coefficients[0] + 0.5 * doubled * last - later;
}

/** Σ c_k·T_{2k+1}(ξ) for the same; T_{2k+1}(ξ)/ξ follows the same recurrence. */
export function oddSeries(coefficients: Float64Array, doubled: number, xi: number): number {
  let later = 0;
  let last = 0;
  for (let k = coefficients.length - 1; k >= 0; k--) {
    const next = coefficients[k] + doubled * last - later;
    later = last;
    last = next;
  }
  return xi * (last - later);
}
