/**
 * The eigenvalues and eigenvectors of a symmetric tridiagonal matrix by the QL method with implicit shifts. The plane
 * rotations are gathered, many sweeps at a time, and then applied to the vectors strip by strip, so that a strip stays
 * in the cache and a row between two rotations in registers.
 */

const EPSILON: f64 = 2.220446049250313e-16;
// Off-diagonal entries below this are zero, in a matrix scaled to size 1: their squares are out of a double's reach.
const NEGLIGIBLE: f64 = 1e-140;
/** LAPACK's bound; two sweeps per eigenvalue are usual. */
const SWEEPS_PER_VALUE: i32 = 30;
const NOT_CONVERGED: i32 = 2;

const ROTATIONS: i32 = 8192;
const SWEEPS: i32 = 512;
/** What `buffer` of tridiagonalEigen needs, and 16 bytes for each row: one sweep must always fit. */
export const ROTATION_BUFFER_BYTES: i32 = ROTATIONS * 16 + SWEEPS * 8;

/**
 * Overwrites the diagonal with the eigenvalues, in no order, and applies the rotations to the n `rows`, which lie
 * `stride` elements apart and are filled up with zeros to whole strips of 8 columns: they hold Qᵀ and become the
 * eigenvectors. offDiagonal[i] couples i and i + 1, and is destroyed. Returns 0, or 2 when it does not converge.
 */
export function tridiagonalEigen(
  diagonal: usize,
  offDiagonal: usize,
  n: i32,
  rows: usize,
  stride: i32,
  buffer: usize,
): i32 {
  const capacity = max(ROTATIONS, n);
  const sweeps = buffer;
  const rotations = buffer + <usize>SWEEPS * 8;
  let sweepCount = 0;
  let rotationCount = 0;
  let left = SWEEPS_PER_VALUE * n;
  store<f64>(offDiagonal + ((<usize>(n - 1)) << 3), 0);

  for (let first = 0; first < n; first++) {
    while (true) {
      let last = first;
      while (!isNegligible(diagonal, offDiagonal, last, n)) last++;
      if (last == first) break;
      if (left-- == 0) return NOT_CONVERGED;
      if (sweepCount == SWEEPS || rotationCount + (last - first) > capacity) {
        applyRotations(sweeps, sweepCount, rotations, rows, n, stride);
        sweepCount = 0;
        rotationCount = 0;
      }
      const done = sweep(diagonal, offDiagonal, first, last, rotations + ((<usize>rotationCount) << 4));
      store<i32>(sweeps + ((<usize>sweepCount) << 3), last);
      store<i32>(sweeps + ((<usize>sweepCount) << 3), done, 4);
      sweepCount++;
      rotationCount += done;
    }
  }
  applyRotations(sweeps, sweepCount, rotations, rows, n, stride);
  return 0;
}

/** Whether the coupling of i and i + 1 can be dropped without being seen in their diagonal entries. */
@inline
function isNegligible(diagonal: usize, offDiagonal: usize, i: i32, n: i32): bool {
  if (i == n - 1) return true;
  const at = (<usize>i) << 3;
  const size = abs(load<f64>(offDiagonal + at));
  return (
    size <= EPSILON * (abs(load<f64>(diagonal + at)) + abs(load<f64>(diagonal + at, 8))) || size < NEGLIGIBLE
  );
}

/**
 * One sweep from row `last` to row `first`, with Wilkinson's shift. Stores (cosine, sine) of every rotation, the one of
 * rows last − 1 and last first, and returns how many there are.
 */
function sweep(diagonal: usize, offDiagonal: usize, first: i32, last: i32, rotations: usize): i32 {
  const start = (<usize>first) << 3;
  const end = (<usize>last) << 3;
  const coupling = load<f64>(offDiagonal + start);
  const ratio = (load<f64>(diagonal + start, 8) - load<f64>(diagonal + start)) / (2 * coupling);
  const root = sqrt(ratio * ratio + 1);
  const shift = load<f64>(diagonal + start) - coupling / (ratio + (ratio < 0 ? -root : root));

  let cosine: f64 = 1;
  let sine: f64 = 1;
  let carried: f64 = 0;
  let bulge = load<f64>(diagonal + end) - shift;
  let at = rotations;
  for (let i = end - 8; <isize>i >= <isize>start; i -= 8) {
    const e = load<f64>(offDiagonal + i);
    const f = sine * e;
    const b = cosine * e;
    const norm = sqrt(f * f + bulge * bulge);
    store<f64>(offDiagonal + i, norm, 8);
    if (norm == 0) {
      // The matrix has fallen apart here; what is left is found by the next search.
      store<f64>(diagonal + i, load<f64>(diagonal + i, 8) - carried, 8);
      store<f64>(offDiagonal + end, 0);
      return <i32>((at - rotations) >> 4);
    }
    sine = f / norm;
    cosine = bulge / norm;
    const d = load<f64>(diagonal + i, 8) - carried;
    const r = (load<f64>(diagonal + i) - d) * sine + 2 * cosine * b;
    carried = sine * r;
    store<f64>(diagonal + i, d + carried, 8);
    bulge = cosine * r - b;
    store<f64>(at, cosine);
    store<f64>(at, sine, 8);
    at += 16;
  }
  store<f64>(diagonal + start, load<f64>(diagonal + start) - carried);
  store<f64>(offDiagonal + start, bulge);
  store<f64>(offDiagonal + end, 0);
  return last - first;
}

/** Applies all gathered rotations, strip by strip of 8 columns: rows i, i + 1 ← c·rᵢ − s·rᵢ₊₁, s·rᵢ + c·rᵢ₊₁. */
function applyRotations(
  sweeps: usize,
  sweepCount: i32,
  rotations: usize,
  rows: usize,
  n: i32,
  stride: i32,
): void {
  const strideBytes = (<usize>stride) << 3;
  for (let strip: usize = 0, end = (<usize>n) << 3; strip < end; strip += 64) {
    let rotation = rotations;
    for (let k: usize = 0, stop = (<usize>sweepCount) << 3; k < stop; k += 8) {
      let row = rows + strip + <usize>load<i32>(sweeps + k) * strideBytes;
      const rotationEnd = rotation + ((<usize>load<i32>(sweeps + k, 4)) << 4);
      let x0 = v128.load(row);
      let x1 = v128.load(row, 16);
      let x2 = v128.load(row, 32);
      let x3 = v128.load(row, 48);
      for (; rotation < rotationEnd; rotation += 16) {
        const c = v128.load64_splat(rotation);
        const s = v128.load64_splat(rotation, 8);
        const above = row - strideBytes;
        let y = v128.load(above);
        v128.store(row, f64x2.add(f64x2.mul(s, y), f64x2.mul(c, x0)));
        x0 = f64x2.sub(f64x2.mul(c, y), f64x2.mul(s, x0));
        y = v128.load(above, 16);
        v128.store(row, f64x2.add(f64x2.mul(s, y), f64x2.mul(c, x1)), 16);
        x1 = f64x2.sub(f64x2.mul(c, y), f64x2.mul(s, x1));
        y = v128.load(above, 32);
        v128.store(row, f64x2.add(f64x2.mul(s, y), f64x2.mul(c, x2)), 32);
        x2 = f64x2.sub(f64x2.mul(c, y), f64x2.mul(s, x2));
        y = v128.load(above, 48);
        v128.store(row, f64x2.add(f64x2.mul(s, y), f64x2.mul(c, x3)), 48);
        x3 = f64x2.sub(f64x2.mul(c, y), f64x2.mul(s, x3));
        row = above;
      }
      v128.store(row, x0);
      v128.store(row, x1, 16);
      v128.store(row, x2, 32);
      v128.store(row, x3, 48);
    }
  }
}
