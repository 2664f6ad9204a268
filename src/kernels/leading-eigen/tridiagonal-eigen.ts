import { Random } from "../../numeric/random.js";

/** A symmetric tridiagonal matrix; `beside[i]` stands at (i + 1, i). */
export interface Tridiagonal {
  readonly diagonal: Float64Array;
  readonly beside: Float64Array;
}

const epsilon = 2 ** -52;
const mostSteps = 6;

/** An interval that holds every eigenvalue (Gershgorin). */
export function eigenvalueRange({ diagonal, beside }: Tridiagonal): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < diagonal.length; i++) {
    const reach = Math.abs(i > 0 ? beside[i - 1] : 0) + Math.abs(beside[i] ?? 0);
    low = Math.min(low, diagonal[i] - reach);
    high = Math.max(high, diagonal[i] + reach);
  }
  return { low, high };
}

/** How many eigenvalues lie above x: the positive pivots of T − xI (Sylvester's law of inertia). */
export function countAbove({ diagonal, beside }: Tridiagonal, x: number): number {
  let count = 0;
  let pivot = 1;
  for (let i = 0; i < diagonal.length; i++) {
    const before = i > 0 ? beside[i - 1] : 0;
    pivot = diagonal[i] - x - (before === 0 ? 0 : (before * before) / pivot);
    if (pivot === 0) pivot = -Number.MIN_VALUE / epsilon;
    if (pivot > 0) count++;
  }
  return count;
}

/** The largest `count` eigenvalues, largest first, by bisection. */
export function largestEigenvalues(matrix: Tridiagonal, count: number): Float64Array {
  const { low, high } = eigenvalueRange(matrix);
  const margin = 4 * epsilon * Math.max(Math.abs(low), Math.abs(high)) + Number.MIN_VALUE;
  const values = new Float64Array(count);
  let top = high + margin;
  for (let k = 0; k < count; k++) {
    let [from, to] = [low - margin, top];
    for (let middle = (from + to) / 2; middle > from && middle < to && to - from > margin / 4; ) {
      if (countAbove(matrix, middle) > k) from = middle;
      else to = middle;
      middle = (from + to) / 2;
    }
    values[k] = (from + to) / 2;
    top = to;
  }
  return values;
}

/**
 * Unit eigenvectors to eigenvalues that are known to working precision, one row each, by inverse iteration. Each is kept
 * orthogonal to those before it, so that equal eigenvalues get different vectors. Null when one does not settle.
 */
export function eigenvectors(matrix: Tridiagonal, values: Float64Array): Float64Array[] | null {
  const { low, high } = eigenvalueRange(matrix);
  const scale = Math.max(Math.abs(low), Math.abs(high), Number.MIN_VALUE / epsilon);
  const random = new Random(1);
  const vectors: Float64Array[] = [];
  for (const value of values) {
    const vector = Float64Array.from(matrix.diagonal, () => random.uniform() - 0.5);
    const factor = factorShifted(matrix, value, epsilon * scale);
    for (let step = 0; ; step++) {
      // Twice is enough to take away what rounding leaves of the others.
      for (let times = 0; times < 2; times++) for (const other of vectors) removePart(vector, other);
      normalise(vector);
      if (step > 1 && residual(matrix, value, vector) <= 8 * epsilon * scale) break;
      if (step === mostSteps) return null;
      solve(factor, vector);
    }
    vectors.push(vector);
  }
  return vectors;
}

/** T − xI as L·U with rows exchanged: U has three diagonals. */
interface Factor {
  readonly pivots: Float64Array;
  readonly next: Float64Array;
  readonly afterNext: Float64Array;
  readonly multipliers: Float64Array;
  readonly exchanged: Uint8Array;
}

function factorShifted({ diagonal, beside }: Tridiagonal, x: number, tiny: number): Factor {
  const n = diagonal.length;
  const factor = {
    pivots: new Float64Array(n),
    next: new Float64Array(n),
    afterNext: new Float64Array(n),
    multipliers: new Float64Array(n),
    exchanged: new Uint8Array(n),
  };
  let pivot = diagonal[0] - x;
  let right = n > 1 ? beside[0] : 0;
  for (let i = 0; i < n - 1; i++) {
    const below = beside[i];
    const belowPivot = diagonal[i + 1] - x;
    const belowRight = i + 2 < n ? beside[i + 1] : 0;
    if (Math.abs(below) > Math.abs(pivot)) {
      factor.exchanged[i] = 1;
      factor.pivots[i] = below;
      factor.next[i] = belowPivot;
      factor.afterNext[i] = belowRight;
      factor.multipliers[i] = pivot / below;
      pivot = right - factor.multipliers[i] * belowPivot;
      right = -factor.multipliers[i] * belowRight;
    } else {
      if (pivot === 0) pivot = tiny;
      factor.pivots[i] = pivot;
      factor.next[i] = right;
      factor.multipliers[i] = below / pivot;
      pivot = belowPivot - factor.multipliers[i] * right;
      right = belowRight;
    }
  }
  // x is an eigenvalue, so the last pivot is nothing but rounding: its size does not matter, only that it is not zero.
  factor.pivots[n - 1] = Math.abs(pivot) < tiny ? tiny : pivot;
  return factor;
}

function solve({ pivots, next, afterNext, multipliers, exchanged }: Factor, b: Float64Array): void {
  const n = b.length;
  for (let i = 0; i < n - 1; i++) {
    if (exchanged[i]) [b[i], b[i + 1]] = [b[i + 1], b[i]];
    b[i + 1] -= multipliers[i] * b[i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i];
    if (i + 1 < n) sum -= next[i] * b[i + 1];
    if (i + 2 < n) sum -= afterNext[i] * b[i + 2];
    b[i] = sum / pivots[i];
  }
}

/** The largest element of T·v − x·v. */
function residual({ diagonal, beside }: Tridiagonal, x: number, v: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < v.length; i++) {
    let sum = (diagonal[i] - x) * v[i];
    if (i > 0) sum += beside[i - 1] * v[i - 1];
    if (i + 1 < v.length) sum += beside[i] * v[i + 1];
    largest = Math.max(largest, Math.abs(sum));
  }
  return largest;
}

function removePart(v: Float64Array, unit: Float64Array): void {
  let part = 0;
  for (let i = 0; i < v.length; i++) part += v[i] * unit[i];
  for (let i = 0; i < v.length; i++) v[i] -= part * unit[i];
}

/** Divides by the largest element first, so that no square overflows. */
function normalise(v: Float64Array): void {
  let largest = 0;
  for (const x of v) largest = Math.max(largest, Math.abs(x));
  let sum = 0;
  for (let i = 0; i < v.length; i++) {
    v[i] /= largest;
    sum += v[i] * v[i];
  }
  const length = Math.sqrt(sum);
  for (let i = 0; i < v.length; i++) v[i] /= length;
}
