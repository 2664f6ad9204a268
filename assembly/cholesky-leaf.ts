import { at } from "./gemm";

/**
 * A ← L with L·Lᵀ = A for a small A, column by column, from the lower triangle; above the diagonal nothing is touched.
 * Each entry is a minus its products in rising order, one by one. False when a pivot is not above zero. Larger matrices are put together from this, solveLower and gemm.
 */
export function choleskyLeaf(n: i32, a: usize, rowStride: i32, columnStride: i32): bool {
  for (let j = 0; j < n; j++) {
    const pivot = remainder(j, j, a, rowStride, columnStride);
    if (!(pivot > 0)) return false;
    const root = sqrt(pivot);
    store<f64>(at(a, j, rowStride, j, columnStride), root);
    for (let i = j + 1; i < n; i++)
      store<f64>(at(a, i, rowStride, j, columnStride), remainder(i, j, a, rowStride, columnStride) / root);
  }
  return true;
}

/** a(i, j) − Σ l(i, p)·l(j, p) over p below j. */
function remainder(i: i32, j: i32, a: usize, rowStride: i32, columnStride: i32): f64 {
  let value = load<f64>(at(a, i, rowStride, j, columnStride));
  for (let p = 0; p < j; p++)
    value -=
      load<f64>(at(a, i, rowStride, p, columnStride)) * load<f64>(at(a, j, rowStride, p, columnStride));
  return value;
}
