/**
 * The reduction of a symmetric matrix to tridiagonal form, A = Q·T·Qᵀ, from the last row upwards, so that every
 * reflection vector is a row of the lower triangle and all access runs along rows.
 */

/**
 * Overwrites the lower triangle: row i then holds the vector v of the reflection 1 − factor·v·vᵀ over columns below i,
 * with zeros after it. Strides are even and in elements; `scratch` holds three zeroed rows. offDiagonal[i] couples i
 * and i + 1.
 *
 * One step takes A to A − v·qᵀ − q·vᵀ with q = p − (factor·vᵀp / 2)·v, p = factor·A·v. That update is left pending, and
 * done in the same pass over the memory as the next step's product A·v.
 */
export function tridiagonalize(
  matrix: usize,
  n: i32,
  stride: i32,
  diagonal: usize,
  offDiagonal: usize,
  factors: usize,
  scratch: usize,
): void {
  const strideBytes = (<usize>stride) << 3;
  let pendingV = scratch;
  let pendingQ = scratch + strideBytes;
  let p = scratch + 2 * strideBytes;
  for (let i = n - 1; i >= 0; i--) {
    const row = matrix + <usize>i * strideBytes;
    const last = (<usize>i) << 3;
    updateRow(row, last, pendingV, pendingQ);
    store<f64>(diagonal + last, load<f64>(row + last));
    store<f64>(row + last, 0);
    if (i == 0) return;

    const factor = makeReflection(row, i, offDiagonal + last - 8);
    store<f64>(factors + last, factor);
    memory.fill(p, 0, strideBytes);
    updateAndMultiply(matrix, i, strideBytes, pendingV, pendingQ, row, p);
    let product: f64 = 0;
    for (let j: usize = 0; j < last; j += 8) product += load<f64>(row + j) * load<f64>(p + j);
    const correction = (product * factor * factor) / 2;
    for (let j: usize = 0; j < last; j += 8)
      store<f64>(p + j, load<f64>(p + j) * factor - load<f64>(row + j) * correction);

    pendingV = row;
    const free = pendingQ;
    pendingQ = p;
    p = free;
  }
}

/** row ← row − v[i]·q − q[i]·v, up to and with column i, which lies `last` bytes on. */
@inline
function updateRow(row: usize, last: usize, v: usize, q: usize): void {
  const vi = load<f64>(v + last);
  const qi = load<f64>(q + last);
  for (let j: usize = 0; j <= last; j += 8)
    store<f64>(row + j, load<f64>(row + j) - vi * load<f64>(q + j) - qi * load<f64>(v + j));
}

/**
 * Turns the first `length` numbers of the row into the vector of a reflection that maps them onto their last one;
 * stores what they become there and returns the factor, 0 for no reflection (the row is then set to zero).
 */
function makeReflection(row: usize, length: i32, image: usize): f64 {
  const last = (<usize>(length - 1)) << 3;
  let largest: f64 = 0;
  for (let j: usize = 0; j < last; j += 8) largest = max(largest, abs(load<f64>(row + j)));
  const end = load<f64>(row + last);
  if (largest == 0) {
    store<f64>(image, end);
    memory.fill(row, 0, last + 8);
    return 0;
  }
  largest = max(largest, abs(end));
  const exponent = <i64>(reinterpret<u64>(largest) >> 52) - 1023;
  const scale = reinterpret<f64>((1023 - exponent) << 52);
  let squares: f64 = 0;
  for (let j: usize = 0; j <= last; j += 8) {
    const value = load<f64>(row + j) * scale;
    store<f64>(row + j, value);
    squares += value * value;
  }
  const scaledEnd = end * scale;
  const norm = scaledEnd > 0 ? -sqrt(squares) : sqrt(squares);
  store<f64>(row + last, scaledEnd - norm);
  store<f64>(image, norm * reinterpret<f64>((1023 + exponent) << 52));
  return 1 / (squares - scaledEnd * norm);
}

/**
 * For the leading n × n block: A ← A − v·qᵀ − q·vᵀ and p ← p + A·x, where of A only the lower triangle is kept. Rows go
 * in pairs; as the first of a pair is even, what lies left of the pair is a whole number of lanes.
 */
function updateAndMultiply(
  matrix: usize,
  n: i32,
  strideBytes: usize,
  v: usize,
  q: usize,
  x: usize,
  p: usize,
): void {
  let i = 0;
  for (; i + 1 < n; i += 2) {
    const left = (<usize>i) << 3;
    const row0 = matrix + <usize>i * strideBytes;
    const row1 = row0 + strideBytes;
    const v0 = v128.load64_splat(v + left);
    const v1 = v128.load64_splat(v + left, 8);
    const q0 = v128.load64_splat(q + left);
    const q1 = v128.load64_splat(q + left, 8);
    const x0 = v128.load64_splat(x + left);
    const x1 = v128.load64_splat(x + left, 8);
    let sum0 = f64x2.splat(0);
    let sum1 = sum0;
    for (let j: usize = 0; j < left; j += 16) {
      const vj = v128.load(v + j);
      const qj = v128.load(q + j);
      const xj = v128.load(x + j);
      const a0 = f64x2.sub(f64x2.sub(v128.load(row0 + j), f64x2.mul(v0, qj)), f64x2.mul(q0, vj));
      const a1 = f64x2.sub(f64x2.sub(v128.load(row1 + j), f64x2.mul(v1, qj)), f64x2.mul(q1, vj));
      v128.store(row0 + j, a0);
      v128.store(row1 + j, a1);
      sum0 = f64x2.add(sum0, f64x2.mul(a0, xj));
      sum1 = f64x2.add(sum1, f64x2.mul(a1, xj));
      v128.store(p + j, f64x2.add(v128.load(p + j), f64x2.add(f64x2.mul(a0, x0), f64x2.mul(a1, x1))));
    }
    finishRow(row0, left, left, v, q, x, p, laneSum(sum0));
    finishRow(row1, left, left + 8, v, q, x, p, laneSum(sum1));
  }
  if (i < n) {
    const left = (<usize>i) << 3;
    const row = matrix + <usize>i * strideBytes;
    const vi = v128.load64_splat(v + left);
    const qi = v128.load64_splat(q + left);
    const xi = v128.load64_splat(x + left);
    let sum = f64x2.splat(0);
    for (let j: usize = 0; j < left; j += 16) {
      const vj = v128.load(v + j);
      const qj = v128.load(q + j);
      const a = f64x2.sub(f64x2.sub(v128.load(row + j), f64x2.mul(vi, qj)), f64x2.mul(qi, vj));
      v128.store(row + j, a);
      sum = f64x2.add(sum, f64x2.mul(a, v128.load(x + j)));
      v128.store(p + j, f64x2.add(v128.load(p + j), f64x2.mul(a, xi)));
    }
    finishRow(row, left, left, v, q, x, p, laneSum(sum));
  }
}

/** The same for the columns of one row from `from` to its diagonal; `sum` is what the columns before gave. */
@inline
function finishRow(
  row: usize,
  from: usize,
  diagonal: usize,
  v: usize,
  q: usize,
  x: usize,
  p: usize,
  sum: f64,
): void {
  const vi = load<f64>(v + diagonal);
  const qi = load<f64>(q + diagonal);
  const xi = load<f64>(x + diagonal);
  for (let j = from; j <= diagonal; j += 8) {
    const a = load<f64>(row + j) - vi * load<f64>(q + j) - qi * load<f64>(v + j);
    store<f64>(row + j, a);
    sum += a * load<f64>(x + j);
    if (j < diagonal) store<f64>(p + j, load<f64>(p + j) + a * xi);
  }
  store<f64>(p + diagonal, load<f64>(p + diagonal) + sum);
}

/**
 * Multiplies the reflections out: Qᵀ into the n × n `rows`, which come as zeros. A row of Qᵀ is a row of the identity
 * that goes through all reflections, so four rows at a time stay in the first cache.
 */
export function accumulateReflections(matrix: usize, n: i32, stride: i32, factors: usize, rows: usize): void {
  const strideBytes = (<usize>stride) << 3;
  for (let first = 0; first < n; first += 4) {
    const row0 = rows + <usize>first * strideBytes;
    // Past the last row the last one itself is taken again, see below.
    const row1 = rows + <usize>min(first + 1, n - 1) * strideBytes;
    const row2 = rows + <usize>min(first + 2, n - 1) * strideBytes;
    const row3 = rows + <usize>min(first + 3, n - 1) * strideBytes;
    for (let i = first; i < min(first + 4, n); i++)
      store<f64>(rows + <usize>i * strideBytes + ((<usize>i) << 3), 1);

    for (let i = first + 1; i < n; i++) {
      const factor = load<f64>(factors + ((<usize>i) << 3));
      if (factor == 0) continue;
      const v = matrix + <usize>i * strideBytes;
      const end = (<usize>i) << 3; // an odd end is rounded up to a pair: there v is zero
      let s0 = f64x2.splat(0);
      let s1 = s0;
      let s2 = s0;
      let s3 = s0;
      for (let j: usize = 0; j < end; j += 16) {
        const vj = v128.load(v + j);
        s0 = f64x2.add(s0, f64x2.mul(v128.load(row0 + j), vj));
        s1 = f64x2.add(s1, f64x2.mul(v128.load(row1 + j), vj));
        s2 = f64x2.add(s2, f64x2.mul(v128.load(row2 + j), vj));
        s3 = f64x2.add(s3, f64x2.mul(v128.load(row3 + j), vj));
      }
      s0 = f64x2.splat(laneSum(s0) * factor);
      s1 = f64x2.splat(laneSum(s1) * factor);
      s2 = f64x2.splat(laneSum(s2) * factor);
      s3 = f64x2.splat(laneSum(s3) * factor);
      for (let j: usize = 0; j < end; j += 16) {
        const vj = v128.load(v + j);
        // All four are read before any is stored: a row that is taken more than once is still updated once.
        const r0 = f64x2.sub(v128.load(row0 + j), f64x2.mul(s0, vj));
        const r1 = f64x2.sub(v128.load(row1 + j), f64x2.mul(s1, vj));
        const r2 = f64x2.sub(v128.load(row2 + j), f64x2.mul(s2, vj));
        const r3 = f64x2.sub(v128.load(row3 + j), f64x2.mul(s3, vj));
        v128.store(row0 + j, r0);
        v128.store(row1 + j, r1);
        v128.store(row2 + j, r2);
        v128.store(row3 + j, r3);
      }
    }
  }
}

@inline
function laneSum(x: v128): f64 {
  return f64x2.extract_lane(x, 0) + f64x2.extract_lane(x, 1);
}
