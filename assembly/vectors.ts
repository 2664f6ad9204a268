/** Small pieces of arithmetic on numbers that lie one after another. */
import { multiplyAdd } from "./multiply-add";

/** What so many numbers take. */
@inline
export function bytes(count: i32): usize {
  return (<usize>count) << 3;
}

/** The number at a place. */
@inline
export function get(array: usize, place: i32): f64 {
  return load<f64>(array + bytes(place));
}

/** Sets the number at a place. */
@inline
export function set(array: usize, place: i32, value: f64): void {
  store<f64>(array + bytes(place), value);
}

/** Σ a·b, in sums side by side: one alone would wait for each of its additions. */
export function dot(count: i32, a: usize, b: usize): f64 {
  let sum0 = f64x2.splat(0);
  let sum1 = f64x2.splat(0);
  let sum2 = f64x2.splat(0);
  let sum3 = f64x2.splat(0);
  const eights = bytes(count & ~7);
  const end = bytes(count);
  let at: usize = 0;
  for (; at < eights; at += 64) {
    sum0 = multiplyAdd(v128.load(a + at), v128.load(b + at), sum0);
    sum1 = multiplyAdd(v128.load(a + at, 16), v128.load(b + at, 16), sum1);
    sum2 = multiplyAdd(v128.load(a + at, 32), v128.load(b + at, 32), sum2);
    sum3 = multiplyAdd(v128.load(a + at, 48), v128.load(b + at, 48), sum3);
  }
  const sums = f64x2.add(f64x2.add(sum0, sum1), f64x2.add(sum2, sum3));
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  for (; at < end; at += 8) sum += load<f64>(a + at) * load<f64>(b + at);
  return sum;
}

/** out += a·x + b·y + c·z + d·w: four at a time spare most of the loads. */
export function addFour(
  count: i32,
  x: usize,
  y: usize,
  z: usize,
  w: usize,
  a: f64,
  b: f64,
  c: f64,
  d: f64,
  out: usize,
): void {
  const as = f64x2.splat(a);
  const bs = f64x2.splat(b);
  const cs = f64x2.splat(c);
  const ds = f64x2.splat(d);
  const pairs = bytes(count & ~1);
  let at: usize = 0;
  for (; at < pairs; at += 16) {
    const left = multiplyAdd(v128.load(y + at), bs, f64x2.mul(v128.load(x + at), as));
    const right = multiplyAdd(v128.load(w + at), ds, f64x2.mul(v128.load(z + at), cs));
    v128.store(out + at, f64x2.add(v128.load(out + at), f64x2.add(left, right)));
  }
  if (count & 1) {
    const left = load<f64>(x + at) * a + load<f64>(y + at) * b;
    const right = load<f64>(z + at) * c + load<f64>(w + at) * d;
    store<f64>(out + at, load<f64>(out + at) + (left + right));
  }
}

/** out += a·x. */
export function addOne(count: i32, x: usize, a: f64, out: usize): void {
  const as = f64x2.splat(a);
  const pairs = bytes(count & ~1);
  let at: usize = 0;
  for (; at < pairs; at += 16) v128.store(out + at, multiplyAdd(v128.load(x + at), as, v128.load(out + at)));
  if (count & 1) store<f64>(out + at, load<f64>(out + at) + load<f64>(x + at) * a);
}
