import type { Matrix } from "../../numeric/matrix.js";
import type { ColumnMoments } from "../kernels.js";

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
