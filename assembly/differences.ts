/**
 * How far each row of A lies from some rows of B, column by column. Columns must lie side by side; the distance from one
 * row to the next is given in elements.
 *
 * An output element is summed in the order in which its rows are named, so its bits do not depend on who computes it.
 */

import { multiplyAdd } from "./multiply-add";

// Columns at a time: 4 kB of sums stay in the first cache while the rows of B stream by.
const CHUNK: i32 = 512;

/** out(i, j) ← Σ_q weights(i, q)·|a(i, j) − b(rows(i, q), j)| for i from i0 up to i1, `count` rows each, `d` columns. */
export function weightedDifferences(
  a: usize,
  lda: i32,
  b: usize,
  ldb: i32,
  rows: usize,
  ldr: i32,
  weights: usize,
  ldw: i32,
  out: usize,
  ldo: i32,
  i0: i32,
  i1: i32,
  count: i32,
  d: i32,
): void {
  const fours = count & ~3;
  for (let i = i0; i < i1; i++) {
    const x = a + offset(i, lda);
    const sums = out + offset(i, ldo);
    const names = rows + offset(i, ldr);
    const factors = weights + offset(i, ldw);
    memory.fill(sums, 0, (<usize>d) << 3);
    for (let chunk = 0; chunk < d; chunk += CHUNK) {
      const end = min(chunk + CHUNK, d);
      let q = 0;
      for (; q < fours; q += 4) addFour(x, b, ldb, names, factors, q, sums, chunk, end);
      for (; q < count; q++) addOne(x, b, ldb, names, factors, q, sums, chunk, end);
    }
  }
}

@inline
function addFour(
  x: usize,
  b: usize,
  ldb: i32,
  names: usize,
  factors: usize,
  q: i32,
  sums: usize,
  chunk: i32,
  end: i32,
): void {
  const y0 = b + offset(named(names, q), ldb);
  const y1 = b + offset(named(names, q + 1), ldb);
  const y2 = b + offset(named(names, q + 2), ldb);
  const y3 = b + offset(named(names, q + 3), ldb);
  const w0 = factor(factors, q);
  const w1 = factor(factors, q + 1);
  const w2 = factor(factors, q + 2);
  const w3 = factor(factors, q + 3);
  const pairsEnd = (<usize>(end & ~1)) << 3;
  let t = (<usize>chunk) << 3;
  for (; t < pairsEnd; t += 16) {
    const value = v128.load(x + t);
    let sum = v128.load(sums + t);
    sum = add(sum, w0, value, v128.load(y0 + t));
    sum = add(sum, w1, value, v128.load(y1 + t));
    sum = add(sum, w2, value, v128.load(y2 + t));
    sum = add(sum, w3, value, v128.load(y3 + t));
    v128.store(sums + t, sum);
  }
  if ((end & 1) == 0) return;
  const value = v128.load64_zero(x + t);
  let sum = v128.load64_zero(sums + t);
  sum = add(sum, w0, value, v128.load64_zero(y0 + t));
  sum = add(sum, w1, value, v128.load64_zero(y1 + t));
  sum = add(sum, w2, value, v128.load64_zero(y2 + t));
  sum = add(sum, w3, value, v128.load64_zero(y3 + t));
  v128.store64_lane(sums + t, sum, 0);
}

@inline
function addOne(
  x: usize,
  b: usize,
  ldb: i32,
  names: usize,
  factors: usize,
  q: i32,
  sums: usize,
  chunk: i32,
  end: i32,
): void {
  const y = b + offset(named(names, q), ldb);
  const w = factor(factors, q);
  const pairsEnd = (<usize>(end & ~1)) << 3;
  let t = (<usize>chunk) << 3;
  for (; t < pairsEnd; t += 16)
    v128.store(sums + t, add(v128.load(sums + t), w, v128.load(x + t), v128.load(y + t)));
  if ((end & 1) == 0) return;
  const sum = add(v128.load64_zero(sums + t), w, v128.load64_zero(x + t), v128.load64_zero(y + t));
  v128.store64_lane(sums + t, sum, 0);
}

@inline
function add(sum: v128, weight: v128, x: v128, y: v128): v128 {
  return multiplyAdd(weight, f64x2.abs(f64x2.sub(x, y)), sum);
}

/** The q-th row that is named: row numbers are kept as floating-point numbers. */
@inline
function named(names: usize, q: i32): i32 {
  return <i32>load<f64>(names + ((<usize>q) << 3));
}

@inline
function factor(factors: usize, q: i32): v128 {
  return f64x2.splat(load<f64>(factors + ((<usize>q) << 3)));
}

@inline
function offset(row: i32, stride: i32): usize {
  return (<usize>row * <usize>stride) << 3;
}
