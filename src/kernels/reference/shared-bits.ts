import type { BitMatrix } from "../../numeric/bit-matrix.js";

/** out(i, j) ← how many bits row names(i) of A and row j of B have in common. */
export function sharedBits(a: BitMatrix, names: Int32Array, b: BitMatrix, out: Int32Array): void {
  for (let i = 0; i < names.length; i++) {
    const x = a.wordsOf(names[i]);
    for (let j = 0; j < b.rows; j++) {
      const y = b.wordsOf(j);
      let count = 0;
      for (let at = 0; at < x.length; at++) count += bitsOf(x[at] & y[at]);
      out[i * b.rows + j] = count;
    }
  }
}

/** How many bits of a word are set: counted in pairs, then in fours, then in bytes, which a product adds up. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
