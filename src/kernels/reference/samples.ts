import type { BitMatrix } from "../../numeric/bit-matrix.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { ColumnMoments } from "../kernels.js";

/** out(i, j) ← Σ (aᵢ − bⱼ)², rows against rows. */
export function squaredDistances(a: Matrix, b: Matrix, out: Matrix): void {
  distances(a, b, out, (difference) => difference * difference);
}

/** out(i, j) ← Σ |aᵢ − bⱼ|, rows against rows. */
export function manhattanDistances(a: Matrix, b: Matrix, out: Matrix): void {
  distances(a, b, out, Math.abs);
}

/**
 * The order of summation is part of the definition, so that the kernels give the same bits: chunks of 256 columns one
 * after the other, in each chunk the even and the odd columns apart.
 */
function distances(a: Matrix, b: Matrix, out: Matrix, term: (difference: number) => number): void {
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < b.rows; j++) {
      let total = 0;
      for (let chunk = 0; chunk < a.columns; chunk += 256) {
        const sums = [0, 0];
        for (let k = chunk; k < Math.min(chunk + 256, a.columns); k++)
          sums[k % 2] += term(a.get(i, k) - b.get(j, k));
        total += sums[0] + sums[1];
      }
      out.set(i, j, total);
    }
}

/** out(i, j) ← Σ_q weights(i, q)·|a(i, j) − b(rows(i, q), j)|, added in order of q. */
export function weightedDifferences(a: Matrix, b: Matrix, rows: Matrix, weights: Matrix, out: Matrix): void {
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++) {
      let sum = 0;
      for (let q = 0; q < rows.columns; q++)
        sum += weights.get(i, q) * Math.abs(a.get(i, j) - b.get(rows.get(i, q), j));
      out.set(i, j, sum);
    }
}

/**
 * Mean and variance (divided by n) of every column in one pass; NaN when there are no rows.
 *
 * Differences from the first row keep the digits of values like 1e9 + small, and a constant column gives exactly its
 * value and 0. Blocks of 256 rows are merged in order (Chan): a block is Welford's running mean and sum of squares.
 */
export function columnMoments(a: Matrix): ColumnMoments {
  const means = new Float64Array(a.columns).fill(NaN);
  const variances = new Float64Array(a.columns).fill(NaN);
  for (let j = 0; j < a.columns && a.rows > 0; j++) {
    let mean = 0;
    let squares = 0;
    for (let done = 0; done < a.rows; done += 256) {
      const count = Math.min(256, a.rows - done);
      let blockMean = 0;
      let blockSquares = 0;
      for (let i = 0; i < count; i++) {
        const value = a.get(done + i, j) - a.get(0, j);
        const delta = value - blockMean;
        blockMean += delta * (1 / (i + 1));
        blockSquares += delta * (value - blockMean);
      }
      const delta = blockMean - mean;
      mean += delta * (count / (done + count));
      squares = squares + blockSquares + delta * delta * ((done * count) / (done + count));
    }
    means[j] = a.get(0, j) + mean;
    variances[j] = squares / a.rows;
  }
  return { means, variances };
}

/** out(i, j) ← how many bits row names(i) of A and row j of B have in common. */
export function sharedBits(a: BitMatrix, names: Int32Array, b: BitMatrix, out: Int32Array): void {
  for (let i = 0; i < names.length; i++) {
    const x = a.wordsOf(names[i]);
    for (let j = 0; j < b.rows; j++) {
      const y = b.wordsOf(j);
      let count = 0;
      for (let at = 0; at < x.length; at++) count += bitsOf(x[at] & y[at]);
      out[i * b.rows + j] = count;
    }
  }
}

/** How many bits of a word are set: counted in pairs, then in fours, then in bytes, which a product adds up. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
