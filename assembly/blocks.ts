/**
 * Passes over tall blocks of vectors that do one multiplication per element. Columns lie side by side; rows are `…Stride`
 * elements apart. Nothing is fused, so that both builds give the same bits.
 */

/** out(i, j) ← a(i, j) + factors(i)·b(i, j); without the first term where `a` is 0. `out` may be `a` or `b`. */
export function combineRows(
  rows: i32,
  columns: i32,
  a: usize,
  aStride: i32,
  factors: usize,
  b: usize,
  bStride: i32,
  out: usize,
  outStride: i32,
): void {
  const pairs = (<usize>(columns & ~1)) << 3;
  for (let i = 0; i < rows; i++) {
    const factor = load<f64>(factors + ((<usize>i) << 3));
    const twice = f64x2.splat(factor);
    if (a != 0) {
      for (let at: usize = 0; at < pairs; at += 16)
        v128.store(out + at, f64x2.add(v128.load(a + at), f64x2.mul(twice, v128.load(b + at))));
      if (columns & 1) store<f64>(out + pairs, load<f64>(a + pairs) + factor * load<f64>(b + pairs));
      a += (<usize>aStride) << 3;
    } else {
      for (let at: usize = 0; at < pairs; at += 16)
        v128.store(out + at, f64x2.mul(twice, v128.load(b + at)));
      if (columns & 1) store<f64>(out + pairs, factor * load<f64>(b + pairs));
    }
    b += (<usize>bStride) << 3;
    out += (<usize>outStride) << 3;
  }
}

/** out(i, j) ← a(i, j) + b(i, j)·factors(j); without the first term where `a` is 0. `out` may be `a` or `b`. */
export function combineColumns(
  rows: i32,
  columns: i32,
  a: usize,
  aStride: i32,
  b: usize,
  bStride: i32,
  factors: usize,
  out: usize,
  outStride: i32,
): void {
  const pairs = (<usize>(columns & ~1)) << 3;
  for (let i = 0; i < rows; i++) {
    if (a != 0) {
      for (let at: usize = 0; at < pairs; at += 16)
        v128.store(
          out + at,
          f64x2.add(v128.load(a + at), f64x2.mul(v128.load(b + at), v128.load(factors + at))),
        );
      if (columns & 1)
        store<f64>(out + pairs, load<f64>(a + pairs) + load<f64>(b + pairs) * load<f64>(factors + pairs));
      a += (<usize>aStride) << 3;
    } else {
      for (let at: usize = 0; at < pairs; at += 16)
        v128.store(out + at, f64x2.mul(v128.load(b + at), v128.load(factors + at)));
      if (columns & 1) store<f64>(out + pairs, load<f64>(b + pairs) * load<f64>(factors + pairs));
    }
    b += (<usize>bStride) << 3;
    out += (<usize>outStride) << 3;
  }
}

/** out(j) ← Σ a(i, j)·b(i, j), in rising order of i. */
export function columnProducts(
  rows: i32,
  columns: i32,
  a: usize,
  aStride: i32,
  b: usize,
  bStride: i32,
  out: usize,
): void {
  const aBytes = (<usize>aStride) << 3;
  const bBytes = (<usize>bStride) << 3;
  let column = 0;
  // Eight at a time: their sums stay in registers, and do not wait for each other.
  for (; column + 8 <= columns; column += 8) {
    let sum0 = f64x2.splat(0);
    let sum1 = f64x2.splat(0);
    let sum2 = f64x2.splat(0);
    let sum3 = f64x2.splat(0);
    let x = a + ((<usize>column) << 3);
    let y = b + ((<usize>column) << 3);
    for (let i = 0; i < rows; i++) {
      sum0 = f64x2.add(sum0, f64x2.mul(v128.load(x), v128.load(y)));
      sum1 = f64x2.add(sum1, f64x2.mul(v128.load(x, 16), v128.load(y, 16)));
      sum2 = f64x2.add(sum2, f64x2.mul(v128.load(x, 32), v128.load(y, 32)));
      sum3 = f64x2.add(sum3, f64x2.mul(v128.load(x, 48), v128.load(y, 48)));
      x += aBytes;
      y += bBytes;
    }
    const to = out + ((<usize>column) << 3);
    v128.store(to, sum0);
    v128.store(to, sum1, 16);
    v128.store(to, sum2, 32);
    v128.store(to, sum3, 48);
  }
  for (; column + 2 <= columns; column += 2) {
    let sum = f64x2.splat(0);
    let x = a + ((<usize>column) << 3);
    let y = b + ((<usize>column) << 3);
    for (let i = 0; i < rows; i++) {
      sum = f64x2.add(sum, f64x2.mul(v128.load(x), v128.load(y)));
      x += aBytes;
      y += bBytes;
    }
    v128.store(out + ((<usize>column) << 3), sum);
  }
  if (column < columns) {
    let sum: f64 = 0;
    let x = a + ((<usize>column) << 3);
    let y = b + ((<usize>column) << 3);
    for (let i = 0; i < rows; i++) {
      sum += load<f64>(x) * load<f64>(y);
      x += aBytes;
      y += bBytes;
    }
    store<f64>(out + ((<usize>column) << 3), sum);
  }
}
