/**
 * Distances between the rows of A and the rows of B, by differences, so that none is negative and close rows lose no
 * digits. Columns must lie side by side; the distance from one row to the next is given in elements.
 *
 * The order of summation is fixed: chunks of 256 columns; in each, even and odd columns apart (the two lanes), then
 * lane 0 + lane 1; the chunks' sums one after the other. So an entry has the same bits wherever it lies in a tile and
 * whoever computes it, and d(i, j) is d(j, i). The reference sums in the same order.
 */

const CHUNK: i32 = 256;
// Rows of B per block: 64 rows of one chunk, 128 kB, stay in the second cache while all rows of A pass.
const BLOCK: i32 = 64;

/** out(i, j) ← Σ (aᵢ − bⱼ)² for i from i0 up to i1 and j from j0 up to j1. */
export function squaredDistances(
  a: usize,
  lda: i32,
  b: usize,
  ldb: i32,
  out: usize,
  ldo: i32,
  i0: i32,
  i1: i32,
  j0: i32,
  j1: i32,
  d: i32,
): void {
  distances(false, a, lda, b, ldb, out, ldo, i0, i1, j0, j1, d);
}

/** out(i, j) ← Σ |aᵢ − bⱼ| for i from i0 up to i1 and j from j0 up to j1. */
export function manhattanDistances(
  a: usize,
  lda: i32,
  b: usize,
  ldb: i32,
  out: usize,
  ldo: i32,
  i0: i32,
  i1: i32,
  j0: i32,
  j1: i32,
  d: i32,
): void {
  distances(true, a, lda, b, ldb, out, ldo, i0, i1, j0, j1, d);
}

@inline
function distances(
  manhattan: bool,
  a: usize,
  lda: i32,
  b: usize,
  ldb: i32,
  out: usize,
  ldo: i32,
  i0: i32,
  i1: i32,
  j0: i32,
  j1: i32,
  d: i32,
): void {
  for (let block = j0; block < j1; block += BLOCK) {
    const blockEnd = min(block + BLOCK, j1);
    let chunk = 0;
    do {
      const chunkEnd = min(chunk + CHUNK, d);
      const from = (<usize>chunk) << 3;
      const pairsEnd = (<usize>(chunkEnd & ~1)) << 3;
      const isOdd = (chunkEnd & 1) != 0;
      for (let i = i0; i < i1; i += 4) {
        // At the edge the last row stands in for the missing ones: all totals are read before
        // any is stored, so computing an entry twice does no harm.
        const i1st = i;
        const i2nd = min(i + 1, i1 - 1);
        const i3rd = min(i + 2, i1 - 1);
        const i4th = min(i + 3, i1 - 1);
        const a0 = a + offset(i1st, lda);
        const a1 = a + offset(i2nd, lda);
        const a2 = a + offset(i3rd, lda);
        const a3 = a + offset(i4th, lda);
        for (let j = block; j < blockEnd; j += 2) {
          const j2nd = min(j + 1, blockEnd - 1);
          const b0 = b + offset(j, ldb);
          const b1 = b + offset(j2nd, ldb);
          let s00 = f64x2.splat(0);
          let s01 = s00;
          let s10 = s00;
          let s11 = s00;
          let s20 = s00;
          let s21 = s00;
          let s30 = s00;
          let s31 = s00;
          let t = from;
          for (; t < pairsEnd; t += 16) {
            const y0 = v128.load(b0 + t);
            const y1 = v128.load(b1 + t);
            let x = v128.load(a0 + t);
            s00 = accumulate(manhattan, s00, x, y0);
            s01 = accumulate(manhattan, s01, x, y1);
            x = v128.load(a1 + t);
            s10 = accumulate(manhattan, s10, x, y0);
            s11 = accumulate(manhattan, s11, x, y1);
            x = v128.load(a2 + t);
            s20 = accumulate(manhattan, s20, x, y0);
            s21 = accumulate(manhattan, s21, x, y1);
            x = v128.load(a3 + t);
            s30 = accumulate(manhattan, s30, x, y0);
            s31 = accumulate(manhattan, s31, x, y1);
          }
          if (isOdd) {
            const y0 = v128.load64_zero(b0 + t);
            const y1 = v128.load64_zero(b1 + t);
            let x = v128.load64_zero(a0 + t);
            s00 = accumulate(manhattan, s00, x, y0);
            s01 = accumulate(manhattan, s01, x, y1);
            x = v128.load64_zero(a1 + t);
            s10 = accumulate(manhattan, s10, x, y0);
            s11 = accumulate(manhattan, s11, x, y1);
            x = v128.load64_zero(a2 + t);
            s20 = accumulate(manhattan, s20, x, y0);
            s21 = accumulate(manhattan, s21, x, y1);
            x = v128.load64_zero(a3 + t);
            s30 = accumulate(manhattan, s30, x, y0);
            s31 = accumulate(manhattan, s31, x, y1);
          }
          const isFirst = chunk == 0;
          const o0 = out + offset(i1st, ldo);
          const o1 = out + offset(i2nd, ldo);
          const o2 = out + offset(i3rd, ldo);
          const o3 = out + offset(i4th, ldo);
          const c0 = (<usize>j) << 3;
          const c1 = (<usize>j2nd) << 3;
          const t00 = total(isFirst, o0 + c0, s00);
          const t01 = total(isFirst, o0 + c1, s01);
          const t10 = total(isFirst, o1 + c0, s10);
          const t11 = total(isFirst, o1 + c1, s11);
          const t20 = total(isFirst, o2 + c0, s20);
          const t21 = total(isFirst, o2 + c1, s21);
          const t30 = total(isFirst, o3 + c0, s30);
          const t31 = total(isFirst, o3 + c1, s31);
          store<f64>(o0 + c0, t00);
          store<f64>(o0 + c1, t01);
          store<f64>(o1 + c0, t10);
          store<f64>(o1 + c1, t11);
          store<f64>(o2 + c0, t20);
          store<f64>(o2 + c1, t21);
          store<f64>(o3 + c0, t30);
          store<f64>(o3 + c1, t31);
        }
      }
      chunk += CHUNK;
    } while (chunk < d);
  }
}

@inline
function accumulate(manhattan: bool, sum: v128, x: v128, y: v128): v128 {
  const difference = f64x2.sub(x, y);
  return f64x2.add(sum, manhattan ? f64x2.abs(difference) : f64x2.mul(difference, difference));
}

@inline
function total(isFirst: bool, out: usize, lanes: v128): f64 {
  const sum = f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
  return isFirst ? sum : load<f64>(out) + sum;
}

@inline
function offset(row: i32, stride: i32): usize {
  return (<usize>row * <usize>stride) << 3;
}
