import { multiplyAdd } from "./multiply-add";

/**
 * y ← α·A·x + β·y for an m × n matrix whose rows lie `rowStride` elements apart, columns side by side. With β = 0, y is
 * not read.
 *
 * The order of summation: even and odd columns apart (the two lanes), each in rising order, then even + odd, then the
 * last column when n is odd. Four rows are worked on at a time; each has the same bits as on its own.
 */
export function gemvRows(
  m: i32,
  n: i32,
  alpha: f64,
  a: usize,
  rowStride: i32,
  x: usize,
  beta: f64,
  y: usize,
): void {
  const rowBytes = (<usize>rowStride) << 3;
  let row = 0;
  for (; row + 4 <= m; row += 4) {
    fourRows(n, alpha, a, rowBytes, x, beta, y);
    a += 4 * rowBytes;
    y += 32;
  }
  for (; row < m; row++) {
    oneRow(n, alpha, a, x, beta, y);
    a += rowBytes;
    y += 8;
  }
}

function fourRows(n: i32, alpha: f64, row0: usize, rowBytes: usize, x: usize, beta: f64, y: usize): void {
  const row1 = row0 + rowBytes;
  const row2 = row1 + rowBytes;
  const row3 = row2 + rowBytes;
  const fours = (<usize>(n & ~3)) << 3;
  let sum0 = f64x2.splat(0);
  let sum1 = f64x2.splat(0);
  let sum2 = f64x2.splat(0);
  let sum3 = f64x2.splat(0);
  let at: usize = 0;
  for (; at < fours; at += 32) {
    const left = v128.load(x + at);
    const right = v128.load(x + at, 16);
    sum0 = multiplyAdd(v128.load(row0 + at, 16), right, multiplyAdd(v128.load(row0 + at), left, sum0));
    sum1 = multiplyAdd(v128.load(row1 + at, 16), right, multiplyAdd(v128.load(row1 + at), left, sum1));
    sum2 = multiplyAdd(v128.load(row2 + at, 16), right, multiplyAdd(v128.load(row2 + at), left, sum2));
    sum3 = multiplyAdd(v128.load(row3 + at, 16), right, multiplyAdd(v128.load(row3 + at), left, sum3));
  }
  if (n & 2) {
    const xs = v128.load(x + at);
    sum0 = multiplyAdd(v128.load(row0 + at), xs, sum0);
    sum1 = multiplyAdd(v128.load(row1 + at), xs, sum1);
    sum2 = multiplyAdd(v128.load(row2 + at), xs, sum2);
    sum3 = multiplyAdd(v128.load(row3 + at), xs, sum3);
  }
  finishRow(n, alpha, sum0, row0, x, beta, y);
  finishRow(n, alpha, sum1, row1, x, beta, y + 8);
  finishRow(n, alpha, sum2, row2, x, beta, y + 16);
  finishRow(n, alpha, sum3, row3, x, beta, y + 24);
}

function oneRow(n: i32, alpha: f64, row: usize, x: usize, beta: f64, y: usize): void {
  const pairs = (<usize>(n & ~1)) << 3;
  let sum = f64x2.splat(0);
  for (let at: usize = 0; at < pairs; at += 16)
    sum = multiplyAdd(v128.load(row + at), v128.load(x + at), sum);
  finishRow(n, alpha, sum, row, x, beta, y);
}

function finishRow(n: i32, alpha: f64, lanes: v128, row: usize, x: usize, beta: f64, y: usize): void {
  let sum = f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
  if (n & 1) {
    const last = (<usize>(n - 1)) << 3;
    sum += load<f64>(row + last) * load<f64>(x + last);
  }
  store<f64>(y, beta == 0 ? alpha * sum : beta * load<f64>(y) + alpha * sum);
}

/**
 * The same for a matrix whose columns lie `columnStride` elements apart, rows side by side: y ← β·y, then y ← y +
 * a·(α·x) for each column in rising order, so here the rounding differs. Four columns are worked on at a time.
 */
export function gemvColumns(
  m: i32,
  n: i32,
  alpha: f64,
  a: usize,
  columnStride: i32,
  x: usize,
  beta: f64,
  y: usize,
): void {
  const columnBytes = (<usize>columnStride) << 3;
  const end = y + ((<usize>m) << 3);
  if (beta == 0) memory.fill(y, 0, (<usize>m) << 3);
  else for (let at = y; at < end; at += 8) store<f64>(at, beta * load<f64>(at));
  let column = 0;
  for (; column + 4 <= n; column += 4) {
    fourColumns(m, alpha, a, columnBytes, x, y);
    a += 4 * columnBytes;
    x += 32;
  }
  for (; column < n; column++) {
    oneColumn(m, alpha * load<f64>(x), a, y);
    a += columnBytes;
    x += 8;
  }
}

function fourColumns(m: i32, alpha: f64, column0: usize, columnBytes: usize, x: usize, y: usize): void {
  const column1 = column0 + columnBytes;
  const column2 = column1 + columnBytes;
  const column3 = column2 + columnBytes;
  const x0 = f64x2.splat(alpha * load<f64>(x));
  const x1 = f64x2.splat(alpha * load<f64>(x, 8));
  const x2 = f64x2.splat(alpha * load<f64>(x, 16));
  const x3 = f64x2.splat(alpha * load<f64>(x, 24));
  const pairs = (<usize>(m & ~1)) << 3;
  for (let at: usize = 0; at < pairs; at += 16) {
    let sum = multiplyAdd(v128.load(column0 + at), x0, v128.load(y + at));
    sum = multiplyAdd(v128.load(column1 + at), x1, sum);
    sum = multiplyAdd(v128.load(column2 + at), x2, sum);
    sum = multiplyAdd(v128.load(column3 + at), x3, sum);
    v128.store(y + at, sum);
  }
  if (m & 1) {
    let sum = multiplyAdd(v128.load64_splat(column0 + pairs), x0, v128.load64_splat(y + pairs));
    sum = multiplyAdd(v128.load64_splat(column1 + pairs), x1, sum);
    sum = multiplyAdd(v128.load64_splat(column2 + pairs), x2, sum);
    sum = multiplyAdd(v128.load64_splat(column3 + pairs), x3, sum);
    store<f64>(y + pairs, f64x2.extract_lane(sum, 0));
  }
}

function oneColumn(m: i32, factor: f64, column: usize, y: usize): void {
  const factors = f64x2.splat(factor);
  const pairs = (<usize>(m & ~1)) << 3;
  for (let at: usize = 0; at < pairs; at += 16)
    v128.store(y + at, multiplyAdd(v128.load(column + at), factors, v128.load(y + at)));
  if (m & 1) {
    const sum = multiplyAdd(v128.load64_splat(column + pairs), factors, v128.load64_splat(y + pairs));
    store<f64>(y + pairs, f64x2.extract_lane(sum, 0));
  }
}
