/** How many bits rows of bits have in common. Rows have a whole number of 64-bit words. */

/**
 * out(i, j) ← how many bits row names(i) of A and row j of B have in common, for `count` names and `others` rows of B.
 * `words` is the number of 32-bit words of a row. A word of A is read once for four, two or one rows of B.
 */
export function sharedBits(
  a: usize,
  names: usize,
  count: i32,
  b: usize,
  others: i32,
  words: i32,
  out: usize,
): void {
  const bytes = (<usize>words) << 2;
  for (let i = 0; i < count; i++) {
    const x = a + <usize>load<u32>(names + ((<usize>i) << 2)) * bytes;
    let y = b;
    let j = 0;
    for (; j + 4 <= others; j += 4, y += 4 * bytes, out += 16) withFour(x, y, bytes, out);
    if (others & 2) {
      withTwo(x, y, bytes, out);
      y += 2 * bytes;
      out += 8;
    }
    if (others & 1) {
      withOne(x, y, bytes, out);
      out += 4;
    }
  }
}

@inline
function withFour(x: usize, y: usize, bytes: usize, out: usize): void {
  let c0: i64 = 0;
  let c1: i64 = 0;
  let c2: i64 = 0;
  let c3: i64 = 0;
  const y2 = y + 2 * bytes;
  for (let t: usize = 0; t < bytes; t += 8) {
    const word = load<i64>(x + t);
    c0 += shared(word, y + t);
    c1 += shared(word, y + bytes + t);
    c2 += shared(word, y2 + t);
    c3 += shared(word, y2 + bytes + t);
  }
  store<i32>(out, <i32>c0);
  store<i32>(out, <i32>c1, 4);
  store<i32>(out, <i32>c2, 8);
  store<i32>(out, <i32>c3, 12);
}

@inline
function withTwo(x: usize, y: usize, bytes: usize, out: usize): void {
  let c0: i64 = 0;
  let c1: i64 = 0;
  for (let t: usize = 0; t < bytes; t += 8) {
    const word = load<i64>(x + t);
    c0 += shared(word, y + t);
    c1 += shared(word, y + bytes + t);
  }
  store<i32>(out, <i32>c0);
  store<i32>(out, <i32>c1, 4);
}

@inline
function withOne(x: usize, y: usize, bytes: usize, out: usize): void {
  let c0: i64 = 0;
  for (let t: usize = 0; t < bytes; t += 8) c0 += shared(load<i64>(x + t), y + t);
  store<i32>(out, <i32>c0);
}

@inline
function shared(word: i64, other: usize): i64 {
  return popcnt<i64>(word & load<i64>(other));
}
