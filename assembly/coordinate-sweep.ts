/**
 * Passes of block coordinate descent over a penalised quadratic model; src/kernels/reference/coordinate-sweep.ts says what
 * it computes. Matrices over samples lie class after class, so every loop here runs along the samples.
 *
 * Each step needs the one before it: a pass is the work of one thread.
 */
import { gemvColumns, gemvRows } from "./gemv";
import { bytes, dot } from "./vectors";
import { multiplyAdd } from "./multiply-add";

/** `scratch` holds three numbers for each coefficient of the largest unit, and one for each sample. */
export function coordinateSweep(
  passes: i32,
  enough: f64,
  n: i32,
  outputs: i32,
  rows: usize,
  ldx: i32,
  starts: usize,
  units: usize,
  count: i32,
  coefficients: usize,
  curvatures: usize,
  ceilings: usize,
  lengthPenalties: usize,
  squarePenalties: usize,
  slopes: usize,
  bounds: usize,
  shares: usize,
  weights: usize,
  largest: i32,
  scratch: usize,
): f64 {
  const slope = scratch;
  const pull = slope + bytes(largest);
  const step = pull + bytes(largest);
  const common = step + bytes(largest);
  let change: f64 = Infinity;
  for (let pass = 0; pass < passes && change > enough; pass++) {
    change = 0;
    for (let at = 0; at < count; at++) {
      const unit = load<i32>(units + ((<usize>at) << 2));
      const first = load<i32>(starts + ((<usize>unit) << 2));
      const width = load<i32>(starts + ((<usize>unit) << 2), 4) - first;
      const size = width * outputs;
      const own = coefficients + bytes(first * outputs);
      const curve = curvatures + bytes(first * outputs);
      const limit = load<f64>(lengthPenalties + bytes(unit));
      const ridge = load<f64>(squarePenalties + bytes(unit));
      const x = rows + bytes2(first, ldx);
      if (size == 1) store<f64>(slope, dot(n, x, slopes));
      else
        for (let j = 0; j < width; j++)
          gemvRows(outputs, n, 1, slopes, n, x + bytes2(j, ldx), 0, slope + bytes(j * outputs));
      const before = lengthOf(size, own);
      if (before == 0 && lengthOf(size, slope) <= limit) continue;
      if (load<f64>(curve) == 0)
        boundCurvatures(n, outputs, width, x, ldx, bounds, curve, load<f64>(ceilings + bytes(unit)));
      for (let e: usize = 0; e < bytes(size); e += 8)
        store<f64>(pull + e, load<f64>(curve + e) * load<f64>(own + e) - load<f64>(slope + e));
      shrink(size, pull, curve, limit, ridge, before, step);
      let moved = false;
      for (let e: usize = 0; e < bytes(size); e += 8) {
        const next = load<f64>(step + e);
        const difference = next - load<f64>(own + e);
        store<f64>(own + e, next);
        store<f64>(step + e, difference);
        const gain = load<f64>(curve + e) * difference * difference;
        if (gain > change) change = gain;
        if (difference != 0) moved = true;
      }
      if (!moved) continue;
      for (let j = 0; j < width; j++) {
        const along = x + bytes2(j, ldx);
        const by = step + bytes(j * outputs);
        if (outputs == 1) moveOne(n, along, bounds, load<f64>(by), slopes);
        else {
          gemvColumns(n, outputs, 1, shares, n, by, 0, common);
          moveAll(n, outputs, along, weights, shares, common, by, slopes);
        }
      }
    }
  }
  return change;
}

/** Σ x²·bound for every row and output; of a unit of several rows, one number that bounds them all together. */
function boundCurvatures(
  n: i32,
  outputs: i32,
  width: i32,
  x: usize,
  ldx: i32,
  bounds: usize,
  curve: usize,
  ceiling: f64,
): void {
  let most: f64 = 0;
  for (let j = 0; j < width; j++)
    for (let k = 0; k < outputs; k++) {
      const sum = weightedSquares(n, x + bytes2(j, ldx), bounds + bytes2(k, n));
      store<f64>(curve + bytes(j * outputs + k), sum);
      most = max(most, sum);
    }
  if (width == 1) return;
  const all = min(<f64>width * most, ceiling);
  for (let e: usize = 0; e < bytes(width * outputs); e += 8) store<f64>(curve + e, all);
}

function weightedSquares(n: i32, x: usize, weights: usize): f64 {
  let sum0 = f64x2.splat(0);
  let sum1 = f64x2.splat(0);
  const fours = bytes(n & ~3);
  const end = bytes(n);
  let at: usize = 0;
  for (; at < fours; at += 32) {
    const left = v128.load(x + at);
    const right = v128.load(x + at, 16);
    sum0 = multiplyAdd(f64x2.mul(left, left), v128.load(weights + at), sum0);
    sum1 = multiplyAdd(f64x2.mul(right, right), v128.load(weights + at, 16), sum1);
  }
  const sums = f64x2.add(sum0, sum1);
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  for (; at < end; at += 8) sum += load<f64>(x + at) * load<f64>(x + at) * load<f64>(weights + at);
  return sum;
}

/** The minimiser of ½Σ c·b² − Σ pull·b + limit·|b| + ½·ridge·|b|². */
function shrink(size: i32, pull: usize, curve: usize, limit: f64, ridge: f64, before: f64, out: usize): void {
  const strength = lengthOf(size, pull);
  if (strength <= limit) {
    memory.fill(out, 0, bytes(size));
    return;
  }
  if (size == 1) {
    const value = load<f64>(pull);
    store<f64>(out, (value > 0 ? value - limit : value + limit) / (load<f64>(curve) + ridge));
    return;
  }
  const length = limit == 0 ? 1 : lengthAfter(size, pull, curve, limit, ridge, before);
  for (let e: usize = 0; e < bytes(size); e += 8)
    store<f64>(
      out + e,
      (load<f64>(pull + e) * length) / ((load<f64>(curve + e) + ridge) * length + limit),
    );
}

/**
 * The s with Σ (pull/((c + ridge)·s + limit))² = 1, by Newton's method on the inverse root of the sum, which is concave
 * and rises: whatever the start, all steps after the first one come from below.
 */
function lengthAfter(size: i32, pull: usize, curve: usize, limit: f64, ridge: f64, start: f64): f64 {
  let s = start;
  for (let iteration = 0; iteration < 60; iteration++) {
    let sum: f64 = 0;
    let slope: f64 = 0;
    for (let e: usize = 0; e < bytes(size); e += 8) {
      const c = load<f64>(curve + e) + ridge;
      const bottom = 1 / (c * s + limit);
      const part = load<f64>(pull + e) * bottom;
      sum += part * part;
      slope += part * part * c * bottom;
    }
    // For h = sum^(−1/2) we have h′ = slope·sum^(−3/2).
    const move = (sqrt(sum) - 1) * (sum / slope);
    const next = max(0, s + move);
    if (abs(next - s) <= 1e-14 * next) return next;
    s = next;
  }
  return s;
}

/** slopes += x·bound·by. */
function moveOne(n: i32, x: usize, bounds: usize, by: f64, slopes: usize): void {
  const factors = f64x2.splat(by);
  const fours = bytes(n & ~3);
  const end = bytes(n);
  let at: usize = 0;
  for (; at < fours; at += 32) {
    const left = f64x2.mul(v128.load(x + at), v128.load(bounds + at));
    const right = f64x2.mul(v128.load(x + at, 16), v128.load(bounds + at, 16));
    v128.store(slopes + at, multiplyAdd(left, factors, v128.load(slopes + at)));
    v128.store(slopes + at, multiplyAdd(right, factors, v128.load(slopes + at, 16)), 16);
  }
  for (; at < end; at += 8) {
    const moved = load<f64>(x + at) * load<f64>(bounds + at);
    store<f64>(slopes + at, load<f64>(slopes + at) + moved * by);
  }
}

/** slopes(k) += x·weight·share(k)·(by(k) − common). */
function moveAll(
  n: i32,
  outputs: i32,
  x: usize,
  weights: usize,
  shares: usize,
  common: usize,
  by: usize,
  slopes: usize,
): void {
  const pairs = bytes(n & ~1);
  for (let k = 0; k < outputs; k++) {
    const own = load<f64>(by + bytes(k));
    const owns = f64x2.splat(own);
    const share = shares + bytes2(k, n);
    const slope = slopes + bytes2(k, n);
    let at: usize = 0;
    for (; at < pairs; at += 16) {
      const weighed = f64x2.mul(v128.load(x + at), v128.load(weights + at));
      const towards = f64x2.mul(v128.load(share + at), f64x2.sub(owns, v128.load(common + at)));
      v128.store(slope + at, multiplyAdd(weighed, towards, v128.load(slope + at)));
    }
    if (n & 1) {
      const weighed = load<f64>(x + at) * load<f64>(weights + at);
      const towards = load<f64>(share + at) * (own - load<f64>(common + at));
      store<f64>(slope + at, load<f64>(slope + at) + weighed * towards);
    }
  }
}

function lengthOf(size: i32, values: usize): f64 {
  if (size == 1) return abs(load<f64>(values));
  let sum: f64 = 0;
  for (let e: usize = 0; e < bytes(size); e += 8) sum += load<f64>(values + e) * load<f64>(values + e);
  return sqrt(sum);
}

/** The bytes of so many rows. */
@inline
function bytes2(count: i32, stride: i32): usize {
  return (<usize>count * <usize>stride) << 3;
}
