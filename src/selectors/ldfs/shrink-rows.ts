import type { Matrix } from "../../numeric/matrix.js";

/**
 * out ← argmin_Z ½‖Z − Y‖² + threshold·Σ‖zⁱ‖_∞, the proximal step of the penalty. Matrices are kept as Aᵀ: one row per
 * direction, one column per feature, row after row. Each feature's entries are cut off at a level of their own, such that they lose
 * `threshold` in all; a feature whose entries are not worth that much vanishes. By Moreau's identity this is Y less its
 * projection on the ℓ1 ball of that radius.
 *
 * `levels` receives each feature's ‖zⁱ‖_∞, zero where it vanished.
 */
export function shrinkRows(y: Matrix, threshold: number, out: Matrix, levels: Float64Array): void {
  const { rows: l, columns: d } = y;
  const [from, to] = [y.data, out.data];
  const sizes = new Float64Array(l);
  for (let i = 0; i < d; i++) {
    for (let j = 0, at = i; j < l; j++, at += d) sizes[j] = Math.abs(from[at]);
    const level = cutLevel(sizes, threshold);
    levels[i] = level;
    for (let j = 0, at = i; j < l; j++, at += d) to[at] = Math.min(level, Math.max(-level, from[at]));
  }
}

/**
 * change ← how the result of {@link shrinkRows} at y moves when y moves by `change`: entries that are cut move together,
 * by the mean of what they would do; those of a feature that vanished do not move; the others go along.
 */
export function shrinkDerivative(y: Matrix, levels: Float64Array, change: Matrix): void {
  const { rows: l, columns: d } = y;
  for (let i = 0; i < d; i++) {
    const level = levels[i];
    let [count, sum] = [0, 0];
    for (let j = 0, at = i; j < l; j++, at += d) {
      const value = y.data[at];
      if (level === 0) change.data[at] = 0;
      else if (Math.abs(value) > level) {
        count++;
        sum += value > 0 ? change.data[at] : -change.data[at];
      }
    }
    if (count === 0) continue;
    for (let j = 0, at = i; j < l; j++, at += d) {
      const value = y.data[at];
      if (Math.abs(value) > level) change.data[at] = (value > 0 ? sum : -sum) / count;
    }
  }
}

/** The level above which the sizes have `threshold` in all; zero where they have less. Sorts the sizes. */
function cutLevel(sizes: Float64Array, threshold: number): number {
  if (sizes.length === 1) return Math.max(0, sizes[0] - threshold);
  let total = 0;
  for (const size of sizes) total += size;
  if (total <= threshold) return 0;
  sortDescending(sizes);
  let sum = 0;
  for (let count = 1; count <= sizes.length; count++) {
    sum += sizes[count - 1];
    const level = (sum - threshold) / count;
    if (count === sizes.length || sizes[count] <= level) return Math.max(0, level);
  }
  return 0;
}

/** By insertion: there are few. */
function sortDescending(sizes: Float64Array): void {
  for (let i = 1; i < sizes.length; i++) {
    const size = sizes[i];
    let at = i;
    for (; at > 0 && sizes[at - 1] < size; at--) sizes[at] = sizes[at - 1];
    sizes[at] = size;
  }
}

/** ‖aⁱ‖_∞ of every feature. */
export function rowMaxima(a: Matrix): Float64Array {
  const maxima = new Float64Array(a.columns);
  for (let j = 0; j < a.rows; j++)
    for (let i = 0, at = j * a.columns; i < a.columns; i++, at++) {
      const size = Math.abs(a.data[at]);
      if (size > maxima[i]) maxima[i] = size;
    }
  return maxima;
}
