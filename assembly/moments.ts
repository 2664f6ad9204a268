/**
 * Mean and variance of every column, in one pass over the rows. Per column: differences from the first row (so that
 * values like 1e9 + small keep their digits, and a constant column gives exactly its value and 0), Welford's update
 * within blocks of 256 rows, and Chan's merge of the blocks in order. A column's result depends on nothing but that
 * column, so threads may share the columns in any way: give each its first column as `a`, `means` and `variances`.
 */

const BLOCK: i32 = 256;
// Columns at a time, so that what is kept per column, 16 kB in all, stays in the first cache.
const STRIP: i32 = 512;
const STRIP_BYTES: usize = 4096;

/** How many bytes of `work` columnMoments needs, whatever the size of the matrix. */
export function momentsWorkBytes(): i32 {
  return 4 * <i32>STRIP_BYTES;
}

/**
 * means[j] and variances[j], divided by `rows`, of a row-major matrix whose rows lie `lda` elements apart; `work` is
 * aligned to 16 bytes. NaN when there are no rows.
 */
export function columnMoments(
  a: usize,
  rows: i32,
  columns: i32,
  lda: i32,
  means: usize,
  variances: usize,
  work: usize,
): void {
  for (let first = 0; first < columns; first += STRIP) {
    const at = (<usize>first) << 3;
    stripMoments(a + at, rows, min(STRIP, columns - first), lda, means + at, variances + at, work);
  }
}

function stripMoments(
  a: usize,
  rows: i32,
  columns: i32,
  lda: i32,
  means: usize,
  variances: usize,
  work: usize,
): void {
  const blockMeans = work;
  const blockSquares = work + STRIP_BYTES;
  const allMeans = work + 2 * STRIP_BYTES;
  const allSquares = work + 3 * STRIP_BYTES;
  const pairsEnd = (<usize>(columns & ~1)) << 3;
  const isOdd = (columns & 1) != 0;
  memory.fill(allMeans, 0, 2 * STRIP_BYTES);

  for (let done = 0; done < rows; done += BLOCK) {
    const count = min(BLOCK, rows - done);
    memory.fill(blockMeans, 0, 2 * STRIP_BYTES);
    for (let i = 0; i < count; i++) {
      const row = a + ((<usize>(done + i) * <usize>lda) << 3);
      const weight = f64x2.splat(1 / <f64>(i + 1));
      for (let j: usize = 0; j < pairsEnd; j += 16)
        update(f64x2.sub(v128.load(row + j), v128.load(a + j)), weight, blockMeans + j);
      if (isOdd) {
        const shifted = f64x2.sub(v128.load64_zero(row + pairsEnd), v128.load64_zero(a + pairsEnd));
        update(shifted, weight, blockMeans + pairsEnd);
      }
    }
    const together = <f64>(done + count);
    const meanWeight = f64x2.splat(<f64>count / together);
    const squareWeight = f64x2.splat((<f64>done * <f64>count) / together);
    for (let j: usize = 0, end = (<usize>columns) << 3; j < end; j += 16) {
      const mean = v128.load(allMeans + j);
      const delta = f64x2.sub(v128.load(blockMeans + j), mean);
      const between = f64x2.mul(f64x2.mul(delta, delta), squareWeight);
      const within = f64x2.add(v128.load(allSquares + j), v128.load(blockSquares + j));
      v128.store(allMeans + j, f64x2.add(mean, f64x2.mul(delta, meanWeight)));
      v128.store(allSquares + j, f64x2.add(within, between));
    }
  }

  for (let j: usize = 0, end = (<usize>columns) << 3; j < end; j += 8) {
    store<f64>(means + j, rows > 0 ? load<f64>(a + j) + load<f64>(allMeans + j) : NaN);
    store<f64>(variances + j, rows > 0 ? load<f64>(allSquares + j) / <f64>rows : NaN);
  }
}

/** Welford: the mean and the sum of squared deviations, STRIP_BYTES further on, take in one more value. */
@inline
function update(value: v128, weight: v128, at: usize): void {
  const mean = v128.load(at);
  const delta = f64x2.sub(value, mean);
  const newMean = f64x2.add(mean, f64x2.mul(delta, weight));
  const squares = f64x2.add(v128.load(at, STRIP_BYTES), f64x2.mul(delta, f64x2.sub(value, newMean)));
  v128.store(at, newMean);
  v128.store(at, squares, STRIP_BYTES);
}
