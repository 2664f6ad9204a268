import { TILE } from "./scratch";

/**
 * What a block of rows comes to, class by class: means, sums of squares, and what is left of every value when the mean of its
 * class is taken off. Eight columns of the rows of one class at a time: their sums stay in registers, and the second look at
 * the values finds them in the cache. A column's result depends on nothing but that column, so threads may share the columns
 * in any way. Never fused: the same bits in both builds.
 */

/** Columns at a time: two panels. */
const STRIP: i32 = 2 * TILE;
/** What a row takes in a panel. */
const ROW_BYTES: usize = TILE * 8;

/**
 * Of `columns` columns, with element (i, j) at `x`, rows `lda` elements apart, 32 bits wide if `single`, else 64. `order` lists the
 * rows class after class, and `starts` says where each class begins in it, and at last where the list ends. `origins`, `means` and
 * `spreads` have one row per class, `stride` doubles apart, and `residuals`, unless it is 0, lie in panels of TILE columns with room for `room`
 * rows each: means ← Σ (x − origin) / count, residuals ← (x − origin) − mean, spreads ← Σ residual². Sums go in the order of the
 * list; a class without rows gets zeros.
 */
export function classFold(
  x: usize,
  single: bool,
  columns: i32,
  lda: i32,
  order: usize,
  starts: usize,
  classes: i32,
  origins: usize,
  means: usize,
  spreads: usize,
  stride: i32,
  residuals: usize,
  room: i32,
): void {
  const width: usize = single ? 2 : 3;
  const rowBytes = (<usize>lda) << width;
  const panelBytes = <usize>room * ROW_BYTES;
  for (let c = 0; c < classes; c++) {
    const from = load<i32>(starts + ((<usize>c) << 2));
    const count = load<i32>(starts + ((<usize>c) << 2), 4) - from;
    const list = order + ((<usize>from) << 2);
    const own = (<usize>c * <usize>stride) << 3;
    if (count == 0) {
      memory.fill(means + own, 0, (<usize>columns) << 3);
      memory.fill(spreads + own, 0, (<usize>columns) << 3);
      continue;
    }
    for (let first = 0; first < columns; ) {
      const at = own + ((<usize>first) << 3);
      const values = x + ((<usize>first) << width);
      const to = residuals == 0 ? 0 : residuals + <usize>(first / TILE) * panelBytes + ((<usize>(first % TILE)) << 3);
      if (first + STRIP <= columns) {
        if (single) foldEight<f32>(values, rowBytes, list, count, origins + at, means + at, spreads + at, to, panelBytes);
        else foldEight<f64>(values, rowBytes, list, count, origins + at, means + at, spreads + at, to, panelBytes);
        first += STRIP;
      } else {
        if (single) foldOne<f32>(values, rowBytes, list, count, origins + at, means + at, spreads + at, to);
        else foldOne<f64>(values, rowBytes, list, count, origins + at, means + at, spreads + at, to);
        first++;
      }
    }
  }
}

function foldEight<T>(
  x: usize,
  rowBytes: usize,
  list: usize,
  count: i32,
  origins: usize,
  means: usize,
  spreads: usize,
  residuals: usize,
  panelBytes: usize,
): void {
  const o0 = v128.load(origins);
  const o1 = v128.load(origins, 16);
  const o2 = v128.load(origins, 32);
  const o3 = v128.load(origins, 48);
  let s0 = f64x2.splat(0);
  let s1 = f64x2.splat(0);
  let s2 = f64x2.splat(0);
  let s3 = f64x2.splat(0);
  const end = list + ((<usize>count) << 2);
  for (let at = list; at < end; at += 4) {
    const row = x + <usize>load<i32>(at) * rowBytes;
    s0 = f64x2.add(s0, f64x2.sub(pair<T>(row, 0), o0));
    s1 = f64x2.add(s1, f64x2.sub(pair<T>(row, 1), o1));
    s2 = f64x2.add(s2, f64x2.sub(pair<T>(row, 2), o2));
    s3 = f64x2.add(s3, f64x2.sub(pair<T>(row, 3), o3));
  }
  const n = f64x2.splat(<f64>count);
  const m0 = f64x2.div(s0, n);
  const m1 = f64x2.div(s1, n);
  const m2 = f64x2.div(s2, n);
  const m3 = f64x2.div(s3, n);
  v128.store(means, m0);
  v128.store(means, m1, 16);
  v128.store(means, m2, 32);
  v128.store(means, m3, 48);
  s0 = f64x2.splat(0);
  s1 = f64x2.splat(0);
  s2 = f64x2.splat(0);
  s3 = f64x2.splat(0);
  for (let at = list; at < end; at += 4) {
    const i = <usize>load<i32>(at);
    const row = x + i * rowBytes;
    const r0 = f64x2.sub(f64x2.sub(pair<T>(row, 0), o0), m0);
    const r1 = f64x2.sub(f64x2.sub(pair<T>(row, 1), o1), m1);
    const r2 = f64x2.sub(f64x2.sub(pair<T>(row, 2), o2), m2);
    const r3 = f64x2.sub(f64x2.sub(pair<T>(row, 3), o3), m3);
    s0 = f64x2.add(s0, f64x2.mul(r0, r0));
    s1 = f64x2.add(s1, f64x2.mul(r1, r1));
    s2 = f64x2.add(s2, f64x2.mul(r2, r2));
    s3 = f64x2.add(s3, f64x2.mul(r3, r3));
    if (residuals == 0) continue;
    const to = residuals + i * ROW_BYTES;
    v128.store(to, r0);
    v128.store(to, r1, 16);
    v128.store(to + panelBytes, r2);
    v128.store(to + panelBytes, r3, 16);
  }
  v128.store(spreads, s0);
  v128.store(spreads, s1, 16);
  v128.store(spreads, s2, 32);
  v128.store(spreads, s3, 48);
}

/** The same for one column, with the same bits. */
function foldOne<T>(
  x: usize,
  rowBytes: usize,
  list: usize,
  count: i32,
  origins: usize,
  means: usize,
  spreads: usize,
  residuals: usize,
): void {
  const origin = load<f64>(origins);
  const end = list + ((<usize>count) << 2);
  let sum: f64 = 0;
  for (let at = list; at < end; at += 4) sum += <f64>load<T>(x + <usize>load<i32>(at) * rowBytes) - origin;
  const mean = sum / <f64>count;
  store<f64>(means, mean);
  sum = 0;
  for (let at = list; at < end; at += 4) {
    const i = <usize>load<i32>(at);
    const residual = <f64>load<T>(x + i * rowBytes) - origin - mean;
    sum += residual * residual;
    if (residuals != 0) store<f64>(residuals + i * ROW_BYTES, residual);
  }
  store<f64>(spreads, sum);
}

/** The pair of neighbours of this number, as doubles. */
@inline
function pair<T>(row: usize, place: usize): v128 {
  if (sizeof<T>() == 4) return f64x2.promote_low_f32x4(v128.load64_zero(row + (place << 3)));
  return v128.load(row + (place << 4));
}
