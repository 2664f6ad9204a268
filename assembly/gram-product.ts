/**
 * Products of a tall block A with A·Aᵀ, for a few vectors: rows of A are read where they lie, in two passes. A product of gemm
 * would copy A into panels first, which costs more than so few products do. Vectors go in fours, and two at the end.
 */
import { multiplyAdd } from "./multiply-add";

/** So many columns are worked on at a time: their images stay in the first cache. */
const SLAB: i32 = 512;

/**
 * images(c, j) ← Σ a(i, j)·v(i, c), in rising order of i. Columns of A lie side by side, and so do those of V, of which there is an
 * even number; rows of `images` are `imageStride` elements apart.
 */
export function imagesOf(
  rows: i32,
  columns: i32,
  vectors: i32,
  a: usize,
  aStride: i32,
  v: usize,
  vStride: i32,
  images: usize,
  imageStride: i32,
): void {
  const imageBytes = (<usize>imageStride) << 3;
  for (let c = 0; c < vectors; c++) memory.fill(images + <usize>c * imageBytes, 0, (<usize>columns) << 3);
  const aBytes = (<usize>aStride) << 3;
  const vBytes = (<usize>vStride) << 3;
  for (let first = 0; first < columns; first += SLAB) {
    const width = min(SLAB, columns - first);
    const from = a + ((<usize>first) << 3);
    const to = images + ((<usize>first) << 3);
    for (let i = 0; i < rows; i += 2) {
      const row0 = from + <usize>i * aBytes;
      const v0 = v + <usize>i * vBytes;
      // The last row of an odd number stands for both, the second time with weights of zero.
      const isPair = i + 1 < rows;
      const row1 = isPair ? row0 + aBytes : row0;
      const v1 = isPair ? v0 + vBytes : 0;
      let c = 0;
      for (; c + 4 <= vectors; c += 4) addFour(width, row0, row1, v0, v1, c, to + <usize>c * imageBytes, imageBytes);
      if (c < vectors) addTwo(width, row0, row1, v0, v1, c, to + <usize>c * imageBytes, imageBytes);
    }
  }
}

@inline
function weight(v: usize, c: i32): v128 {
  return v == 0 ? f64x2.splat(0) : v128.load64_splat(v + ((<usize>c) << 3));
}

function addFour(
  width: i32,
  row0: usize,
  row1: usize,
  v0: usize,
  v1: usize,
  c: i32,
  to0: usize,
  imageBytes: usize,
): void {
  const to1 = to0 + imageBytes;
  const to2 = to1 + imageBytes;
  const to3 = to2 + imageBytes;
  const w00 = weight(v0, c);
  const w01 = weight(v0, c + 1);
  const w02 = weight(v0, c + 2);
  const w03 = weight(v0, c + 3);
  const w10 = weight(v1, c);
  const w11 = weight(v1, c + 1);
  const w12 = weight(v1, c + 2);
  const w13 = weight(v1, c + 3);
  const pairs = (<usize>(width & ~1)) << 3;
  for (let at: usize = 0; at < pairs; at += 16) {
    const x = v128.load(row0 + at);
    const y = v128.load(row1 + at);
    v128.store(to0 + at, multiplyAdd(y, w10, multiplyAdd(x, w00, v128.load(to0 + at))));
    v128.store(to1 + at, multiplyAdd(y, w11, multiplyAdd(x, w01, v128.load(to1 + at))));
    v128.store(to2 + at, multiplyAdd(y, w12, multiplyAdd(x, w02, v128.load(to2 + at))));
    v128.store(to3 + at, multiplyAdd(y, w13, multiplyAdd(x, w03, v128.load(to3 + at))));
  }
  if (width & 1) {
    const x = v128.load64_splat(row0 + pairs);
    const y = v128.load64_splat(row1 + pairs);
    addOne(to0 + pairs, x, y, w00, w10);
    addOne(to1 + pairs, x, y, w01, w11);
    addOne(to2 + pairs, x, y, w02, w12);
    addOne(to3 + pairs, x, y, w03, w13);
  }
}

function addTwo(
  width: i32,
  row0: usize,
  row1: usize,
  v0: usize,
  v1: usize,
  c: i32,
  to0: usize,
  imageBytes: usize,
): void {
  const to1 = to0 + imageBytes;
  const w00 = weight(v0, c);
  const w01 = weight(v0, c + 1);
  const w10 = weight(v1, c);
  const w11 = weight(v1, c + 1);
  const pairs = (<usize>(width & ~1)) << 3;
  for (let at: usize = 0; at < pairs; at += 16) {
    const x = v128.load(row0 + at);
    const y = v128.load(row1 + at);
    v128.store(to0 + at, multiplyAdd(y, w10, multiplyAdd(x, w00, v128.load(to0 + at))));
    v128.store(to1 + at, multiplyAdd(y, w11, multiplyAdd(x, w01, v128.load(to1 + at))));
  }
  if (width & 1) {
    const x = v128.load64_splat(row0 + pairs);
    const y = v128.load64_splat(row1 + pairs);
    addOne(to0 + pairs, x, y, w00, w10);
    addOne(to1 + pairs, x, y, w01, w11);
  }
}

@inline
function addOne(to: usize, x: v128, y: v128, w0: v128, w1: v128): void {
  const sum = multiplyAdd(y, w1, multiplyAdd(x, w0, v128.load64_splat(to)));
  store<f64>(to, f64x2.extract_lane(sum, 0));
}

/**
 * out(i, c) += Σ a(i, j)·images(c, j): even and odd columns of 512 apart, then even + odd, then the last one where their number is odd.
 */
export function addFromImages(
  rows: i32,
  columns: i32,
  vectors: i32,
  a: usize,
  aStride: i32,
  images: usize,
  imageStride: i32,
  out: usize,
  outStride: i32,
): void {
  const imageBytes = (<usize>imageStride) << 3;
  const aBytes = (<usize>aStride) << 3;
  const outBytes = (<usize>outStride) << 3;
  for (let first = 0; first < columns; first += SLAB) {
    const width = min(SLAB, columns - first);
    const from = a + ((<usize>first) << 3);
    const image = images + ((<usize>first) << 3);
    for (let i = 0; i < rows; i += 2) {
      const row0 = from + <usize>i * aBytes;
      const out0 = out + <usize>i * outBytes;
      const isPair = i + 1 < rows;
      const row1 = isPair ? row0 + aBytes : row0;
      const out1 = isPair ? out0 + outBytes : 0;
      let c = 0;
      for (; c + 4 <= vectors; c += 4) sumFour(width, row0, row1, image + <usize>c * imageBytes, imageBytes, out0, out1, c);
      if (c < vectors) sumTwo(width, row0, row1, image + <usize>c * imageBytes, imageBytes, out0, out1, c);
    }
  }
}

function sumFour(
  width: i32,
  row0: usize,
  row1: usize,
  image0: usize,
  imageBytes: usize,
  out0: usize,
  out1: usize,
  c: i32,
): void {
  const image1 = image0 + imageBytes;
  const image2 = image1 + imageBytes;
  const image3 = image2 + imageBytes;
  let s00 = f64x2.splat(0);
  let s01 = f64x2.splat(0);
  let s02 = f64x2.splat(0);
  let s03 = f64x2.splat(0);
  let s10 = f64x2.splat(0);
  let s11 = f64x2.splat(0);
  let s12 = f64x2.splat(0);
  let s13 = f64x2.splat(0);
  const pairs = (<usize>(width & ~1)) << 3;
  for (let at: usize = 0; at < pairs; at += 16) {
    const x = v128.load(row0 + at);
    const y = v128.load(row1 + at);
    let q = v128.load(image0 + at);
    s00 = multiplyAdd(x, q, s00);
    s10 = multiplyAdd(y, q, s10);
    q = v128.load(image1 + at);
    s01 = multiplyAdd(x, q, s01);
    s11 = multiplyAdd(y, q, s11);
    q = v128.load(image2 + at);
    s02 = multiplyAdd(x, q, s02);
    s12 = multiplyAdd(y, q, s12);
    q = v128.load(image3 + at);
    s03 = multiplyAdd(x, q, s03);
    s13 = multiplyAdd(y, q, s13);
  }
  const odd = width & 1;
  finish(out0, c, s00, odd, row0 + pairs, image0 + pairs);
  finish(out0, c + 1, s01, odd, row0 + pairs, image1 + pairs);
  finish(out0, c + 2, s02, odd, row0 + pairs, image2 + pairs);
  finish(out0, c + 3, s03, odd, row0 + pairs, image3 + pairs);
  if (out1 == 0) return;
  finish(out1, c, s10, odd, row1 + pairs, image0 + pairs);
  finish(out1, c + 1, s11, odd, row1 + pairs, image1 + pairs);
  finish(out1, c + 2, s12, odd, row1 + pairs, image2 + pairs);
  finish(out1, c + 3, s13, odd, row1 + pairs, image3 + pairs);
}

function sumTwo(
  width: i32,
  row0: usize,
  row1: usize,
  image0: usize,
  imageBytes: usize,
  out0: usize,
  out1: usize,
  c: i32,
): void {
  const image1 = image0 + imageBytes;
  let s00 = f64x2.splat(0);
  let s01 = f64x2.splat(0);
  let s10 = f64x2.splat(0);
  let s11 = f64x2.splat(0);
  const pairs = (<usize>(width & ~1)) << 3;
  for (let at: usize = 0; at < pairs; at += 16) {
    const x = v128.load(row0 + at);
    const y = v128.load(row1 + at);
    let q = v128.load(image0 + at);
    s00 = multiplyAdd(x, q, s00);
    s10 = multiplyAdd(y, q, s10);
    q = v128.load(image1 + at);
    s01 = multiplyAdd(x, q, s01);
    s11 = multiplyAdd(y, q, s11);
  }
  const odd = width & 1;
  finish(out0, c, s00, odd, row0 + pairs, image0 + pairs);
  finish(out0, c + 1, s01, odd, row0 + pairs, image1 + pairs);
  if (out1 == 0) return;
  finish(out1, c, s10, odd, row1 + pairs, image0 + pairs);
  finish(out1, c + 1, s11, odd, row1 + pairs, image1 + pairs);
}

@inline
function finish(out: usize, c: i32, lanes: v128, odd: i32, row: usize, image: usize): void {
  let sum = f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
  if (odd) sum += load<f64>(row) * load<f64>(image);
  const to = out + ((<usize>c) << 3);
  store<f64>(to, load<f64>(to) + sum);
}
