import { Matrix } from "../../numeric/matrix.js";
import type { Blocks } from "../dfs/penalty.js";

/**
 * out ← argmin_Z ½‖Z − Y‖² + threshold·Σ‖zⁱ‖_∞, the proximal step of the penalty. Matrices are kept as Aᵀ: one row per
 * direction, one column per feature, row after row. Each feature's entries are cut off at a level of their own, such that they lose
 * `threshold` in all; a feature whose entries are not worth that much vanishes. By Moreau's identity this is Y less its
 * projection on the ℓ1 ball of that radius.
 *
 * With blocks the penalty is threshold·Σ w_g·max_k ‖z_gk‖₂, over the directions k: what a block has in a direction counts by
 * its length, so that it does not matter how levels were encoded. These lengths are cut off in the same way.
 *
 * `levels` receives each feature's ‖zⁱ‖_∞ (each block's largest length), zero where it vanished.
 */
export function shrinkRows(
  y: Matrix,
  threshold: number,
  out: Matrix,
  levels: Float64Array,
  blocks?: Blocks,
): void {
  if (blocks) {
    shrinkBlocks(y, threshold, out, levels, blocks);
    return;
  }
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

function shrinkBlocks(y: Matrix, threshold: number, out: Matrix, levels: Float64Array, blocks: Blocks): void {
  const { rows: l, columns: d } = y;
  const lengths = blockLengths(y, blocks);
  const sizes = new Float64Array(l);
  blocks.weights.forEach((weight, block) => {
    for (let j = 0; j < l; j++) sizes[j] = lengths.get(j, block);
    levels[block] = cutLevel(sizes, threshold * weight);
  });
  for (let j = 0, at = 0; j < l; j++)
    for (let i = 0; i < d; i++, at++) {
      const [level, length] = [levels[blocks.of[i]], lengths.get(j, blocks.of[i])];
      out.data[at] = length > level ? (level / length) * y.data[at] : y.data[at];
    }
}

/** ‖a_gk‖₂ of every block g in every direction k, one row per direction. */
function blockLengths(a: Matrix, { of, weights }: Blocks): Matrix {
  const lengths = Matrix.zeros(a.rows, weights.length);
  for (let j = 0, at = 0; j < a.rows; j++)
    for (let i = 0; i < a.columns; i++, at++)
      lengths.data[j * weights.length + of[i]] += a.data[at] * a.data[at];
  for (let at = 0; at < lengths.data.length; at++) lengths.data[at] = Math.sqrt(lengths.data[at]);
  return lengths;
}

/**
 * change ← how the result of {@link shrinkRows} at y moves when y moves by `change`: entries that are cut move together,
 * by the mean of what they would do; those of a feature that vanished do not move; the others go along.
 */
export function shrinkDerivative(y: Matrix, levels: Float64Array, change: Matrix, blocks?: Blocks): void {
  if (blocks) {
    blockDerivative(y, levels, change, blocks);
    return;
  }
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

/** The same for blocks: lengths that are cut move together, and what is across them shrinks as they do. */
function blockDerivative(y: Matrix, levels: Float64Array, change: Matrix, blocks: Blocks): void {
  const { rows: l, columns: d } = y;
  const lengths = blockLengths(y, blocks);
  // What each length would do.
  const along = Matrix.zeros(l, levels.length);
  for (let j = 0, at = 0; j < l; j++)
    for (let i = 0; i < d; i++, at++) {
      const block = blocks.of[i];
      const length = lengths.get(j, block);
      if (length > levels[block])
        along.data[j * levels.length + block] += (y.data[at] / length) * change.data[at];
    }
  const means = levels.map((level, block) => {
    let [count, sum] = [0, 0];
    for (let j = 0; j < l; j++)
      if (lengths.get(j, block) > level) {
        count++;
        sum += along.get(j, block);
      }
    return count > 0 ? sum / count : 0;
  });
  for (let j = 0, at = 0; j < l; j++)
    for (let i = 0; i < d; i++, at++) {
      const block = blocks.of[i];
      const [level, length] = [levels[block], lengths.get(j, block)];
      if (level === 0) change.data[at] = 0;
      else if (length > level) {
        const unit = y.data[at] / length;
        const across = change.data[at] - unit * along.get(j, block);
        change.data[at] = unit * means[block] + (level / length) * across;
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

/** ‖aⁱ‖₁ of every feature, or the sum of every block's lengths over its weight: so much the penalty takes before it vanishes. */
export function rowSums(a: Matrix, blocks?: Blocks): Float64Array {
  if (blocks)
    return rowSums(blockLengths(a, blocks)).map((sum, block) => (sum > 0 ? sum / blocks.weights[block] : 0));
  const sums = new Float64Array(a.columns);
  for (let j = 0, at = 0; j < a.rows; j++)
    for (let i = 0; i < a.columns; i++, at++) sums[i] += Math.abs(a.data[at]);
  return sums;
}

/** ‖aⁱ‖_∞ of every feature, or the largest length of every block. */
export function rowMaxima(a: Matrix, blocks?: Blocks): Float64Array {
  if (blocks) return rowMaxima(blockLengths(a, blocks));
  const maxima = new Float64Array(a.columns);
  for (let j = 0; j < a.rows; j++)
    for (let i = 0, at = j * a.columns; i < a.columns; i++, at++) {
      const size = Math.abs(a.data[at]);
      if (size > maxima[i]) maxima[i] = size;
    }
  return maxima;
}
