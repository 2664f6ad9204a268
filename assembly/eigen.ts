/**
 * All eigenvalues and eigenvectors of a symmetric matrix: Householder's reduction to a tridiagonal matrix, then the
 * QL method with implicit shifts. The matrix is scaled by a power of two to size 1 first, so nothing overflows.
 *
 * The generalized problem is put together from this and other kernels in src/kernels/generalized-eigen.ts.
 */

import { accumulateReflections, tridiagonalize } from "./eigen-householder";
import { ROTATION_BUFFER_BYTES, tridiagonalEigen } from "./eigen-tridiagonal";

/** What symmetricEigen returns: all is well. */
const OK: i32 = 0;
/** What symmetricEigen returns: the matrix holds NaN or infinity. */
const NOT_FINITE: i32 = 1;

/** Row strides inside `work`: whole strips of 8 columns, and off the powers of two, which crowd into few cache lines. */
@inline
function paddedStride(n: i32): i32 {
  return ((n + 7) & ~7) + 8;
}

/** How many bytes of `work` symmetricEigen needs; a double, so that no size wraps around. */
export function eigenWorkBytes(n: i32): f64 {
  return (2 * <f64>n + 5) * <f64>paddedStride(n) * 8 + ROTATION_BUFFER_BYTES + 16 * <f64>n;
}

/**
 * Eigenvalues, smallest first, into `values` (n), and orthonormal eigenvectors into the ROWS of `vectors` (n × n,
 * row-major): seen by columns it is the transpose of the usual matrix. The largest component of each, the first of
 * equals, is positive. Of A (row-major, rows `lda` elements apart) the lower triangle is read. `work` is aligned to 16
 * bytes. Returns 0, or 1 when A holds NaN or infinity, or 2 when the iteration does not converge.
 */
export function symmetricEigen(a: usize, n: i32, lda: i32, values: usize, vectors: usize, work: usize): i32 {
  if (n == 0) return OK;
  let largest: f64 = 0;
  for (let i = 0; i < n; i++) {
    const row = a + ((<usize>i * <usize>lda) << 3);
    for (let j = 0; j <= i; j++) {
      const size = abs(load<f64>(row + ((<usize>j) << 3)));
      if (!(size < Infinity)) return NOT_FINITE;
      largest = max(largest, size);
    }
  }
  // The exponent is kept where both it and its negative are normal numbers.
  const exponent = min(max(<i32>(reinterpret<u64>(largest) >> 52) - 1023, -1000), 1000);
  const scale = reinterpret<f64>((<i64>(1023 - exponent)) << 52);

  const stride = paddedStride(n);
  const strideBytes = (<usize>stride) << 3;
  const matrix = work;
  const rows = matrix + <usize>n * strideBytes;
  const offDiagonal = rows + <usize>n * strideBytes;
  const factors = offDiagonal + strideBytes;
  const scratch = factors + strideBytes;
  const rotations = scratch + 3 * strideBytes;
  memory.fill(matrix, 0, 2 * <usize>n * strideBytes + 5 * strideBytes);
  for (let i = 0; i < n; i++) {
    const from = a + ((<usize>i * <usize>lda) << 3);
    const to = matrix + <usize>i * strideBytes;
    for (let j: usize = 0, end = (<usize>i) << 3; j <= end; j += 8)
      store<f64>(to + j, load<f64>(from + j) * scale);
  }

  tridiagonalize(matrix, n, stride, values, offDiagonal, factors, scratch);
  accumulateReflections(matrix, n, stride, factors, rows);
  const status = tridiagonalEigen(values, offDiagonal, n, rows, stride, rotations);
  if (status != OK) return status;

  sortRows(values, n, rows, stride, vectors, scratch);
  const unscale = reinterpret<f64>((<i64>(1023 + exponent)) << 52);
  for (let i: usize = 0, end = (<usize>n) << 3; i < end; i += 8)
    store<f64>(values + i, load<f64>(values + i) * unscale);
  return OK;
}

/** Copies the rows to `vectors` in rising order of their values, with the signs fixed, and sorts the values. */
function sortRows(values: usize, n: i32, rows: usize, stride: i32, vectors: usize, order: usize): void {
  for (let i = 0; i < n; i++) store<i32>(order + ((<usize>i) << 2), i);
  for (let i = 0; i < n; i++) {
    let smallest = i;
    for (let j = i + 1; j < n; j++)
      if (load<f64>(values + ((<usize>j) << 3)) < load<f64>(values + ((<usize>smallest) << 3))) smallest = j;
    swap<f64>(values + ((<usize>i) << 3), values + ((<usize>smallest) << 3));
    swap<i32>(order + ((<usize>i) << 2), order + ((<usize>smallest) << 2));

    const from = rows + ((<usize>load<i32>(order + ((<usize>i) << 2)) * <usize>stride) << 3);
    const to = vectors + ((<usize>i * <usize>n) << 3);
    let largest: f64 = 0;
    for (let j: usize = 0, end = (<usize>n) << 3; j < end; j += 8) {
      const value = load<f64>(from + j);
      if (abs(value) > abs(largest)) largest = value;
    }
    const sign: f64 = largest < 0 ? -1 : 1;
    for (let j: usize = 0, end = (<usize>n) << 3; j < end; j += 8)
      store<f64>(to + j, load<f64>(from + j) * sign);
  }
}

@inline
function swap<T>(x: usize, y: usize): void {
  const held = load<T>(x);
  store<T>(x, load<T>(y));
  store<T>(y, held);
}
