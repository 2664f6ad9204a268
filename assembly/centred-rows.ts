/**
 * out(i, j) ← roots(i)·((a(i, names(j)) − means(j))·factors(j)): some columns of rows that lie side by side, centred and scaled. `names`
 * are whole numbers of 32 bits. Nothing is fused, so that both builds give the same bits.
 */
export function centredRows(
  rows: i32,
  columns: i32,
  a: usize,
  aStride: i32,
  names: usize,
  means: usize,
  factors: usize,
  roots: usize,
  out: usize,
  outStride: i32,
): void {
  const end = (<usize>columns) << 3;
  const pairs = (<usize>(columns & ~1)) << 3;
  for (let i = 0; i < rows; i++) {
    const root = load<f64>(roots + ((<usize>i) << 3));
    const twice = f64x2.splat(root);
    let name = names;
    let at: usize = 0;
    for (; at < pairs; at += 16) {
      const left = v128.load64_splat(a + ((<usize>load<i32>(name)) << 3));
      const both = v128.load64_lane(a + ((<usize>load<i32>(name, 4)) << 3), left, 1);
      const centred = f64x2.sub(both, v128.load(means + at));
      v128.store(out + at, f64x2.mul(twice, f64x2.mul(centred, v128.load(factors + at))));
      name += 8;
    }
    if (at < end) {
      const value = load<f64>(a + ((<usize>load<i32>(name)) << 3));
      store<f64>(out + at, root * ((value - load<f64>(means + at)) * load<f64>(factors + at)));
    }
    a += (<usize>aStride) << 3;
    out += (<usize>outStride) << 3;
  }
}
