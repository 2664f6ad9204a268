import { multiplyAdd } from "./multiply-add";

/**
 * y ← α·A·x + β·y for a symmetric n × n matrix, of which one triangle is read, once. Rows lie `rowStride` elements
 * apart, columns side by side; `upper` says which triangle it is (the lower one of a matrix that is stored by columns
 * is the upper one of its rows). With β = 0, y is not read.
 *
 * y ← β·y, then for each row i: y(i) ← y(i) + α·Σ a(i, j)·x(j) over the row's part of the triangle, the diagonal last,
 * even and odd columns apart, and y(j) ← y(j) + a(i, j)·(α·x(i)) for j ≠ i.
 */
export function symv(
  n: i32,
  alpha: f64,
  a: usize,
  rowStride: i32,
  upper: bool,
  x: usize,
  beta: f64,
  y: usize,
): void {
  const bytes = (<usize>n) << 3;
  if (beta == 0) memory.fill(y, 0, bytes);
  else for (let at: usize = 0; at < bytes; at += 8) store<f64>(y + at, beta * load<f64>(y + at));
  for (let i = 0; i < n; i++) {
    const here = (<usize>i) << 3;
    const xi = load<f64>(x + here);
    const first = upper ? here + 8 : 0;
    const count = upper ? n - i - 1 : i;
    const sum = multiplyBothWays(count, a + first, x + first, alpha * xi, y + first);
    store<f64>(y + here, load<f64>(y + here) + alpha * (sum + load<f64>(a + here) * xi));
    a += (<usize>rowStride) << 3;
  }
}

/** y ← y + factor·row; returns Σ row·x. */
function multiplyBothWays(count: i32, row: usize, x: usize, factor: f64, y: usize): f64 {
  const factors = f64x2.splat(factor);
  const pairs = (<usize>(count & ~1)) << 3;
  let sums = f64x2.splat(0);
  for (let at: usize = 0; at < pairs; at += 16) {
    const entries = v128.load(row + at);
    sums = multiplyAdd(entries, v128.load(x + at), sums);
    v128.store(y + at, multiplyAdd(entries, factors, v128.load(y + at)));
  }
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  if (count & 1) {
    const entry = load<f64>(row + pairs);
    sum += entry * load<f64>(x + pairs);
    store<f64>(y + pairs, load<f64>(y + pairs) + entry * factor);
  }
  return sum;
}
