import type { JointSum } from "./joint-sums.js";
import type { States } from "./states.js";

/** With more states than this, counting one by one is faster. */
export const mostStatesForBits = 3;

/**
 * Two sets of rows for every feature, a bit each: those in state 1 and those in state 2. Rows that two features share
 * are counted 32 at a time; what they share in state 0 follows from how often each state occurs.
 */
export class BitSets {
  /** How many words a feature has: one of each set in turn, padded to threes of both. */
  private readonly length: number;
  private readonly words: Int32Array;
  private readonly occurrences: Int32Array;

  constructor(
    private readonly states: States,
    private readonly logs: Float64Array,
  ) {
    this.length = 6 * Math.ceil(states.rows / 96);
    this.words = new Int32Array(states.features * this.length);
    this.occurrences = new Int32Array(states.features * mostStatesForBits);
  }

  /** Makes the sets of a feature. */
  add(feature: number): void {
    const { rows, codes } = this.states;
    const first = feature * this.length;
    const start = feature * rows;
    for (let row = 0, at = first; row < rows; row += 32, at += 2) {
      const bits = Math.min(32, rows - row);
      let [one, two] = [0, 0];
      for (let bit = 0; bit < bits; bit++) {
        const code = codes[start + row + bit];
        one |= (code & 1) << bit;
        two |= (code >> 1) << bit;
      }
      this.words[at] = one;
      this.words[at + 1] = two;
    }
    const shared = new Int32Array(4);
    countShared(this.words, first, first, this.length, shared);
    this.occurrences.set([rows - shared[0] - shared[3], shared[0], shared[3]], feature * mostStatesForBits);
  }

  /** How often each state of a feature occurs. */
  occurrencesOf(feature: number): Int32Array {
    return this.occurrences.subarray(feature * mostStatesForBits, (feature + 1) * mostStatesForBits);
  }

  /** Σ c·ln c over the joint counts with a chosen feature. */
  jointSums(chosen: number): JointSum {
    const { words, length, occurrences, logs } = this;
    const [, ones, twos] = this.occurrencesOf(chosen);
    const shared = new Int32Array(4);
    return (feature) => {
      countShared(words, chosen * length, feature * length, length, shared);
      const at = feature * mostStatesForBits;
      const left1 = ones - shared[0] - shared[1];
      const left2 = twos - shared[2] - shared[3];
      let sum = logs[left1] + logs[left2] + logs[occurrences[at] - left1 - left2];
      for (let cell = 0; cell < 4; cell++) sum += logs[shared[cell]];
      return (
        sum +
        logs[occurrences[at + 1] - shared[0] - shared[2]] +
        logs[occurrences[at + 2] - shared[1] - shared[3]]
      );
    };
  }
}

/** After so many words, 30 of each set, a byte of a running count could overflow. */
const wordsPerByte = 60;

/** Counts the rows that the two sets from `a` share with the two sets from `b`: 1 with 1, 1 with 2, 2 with 1, 2 with 2. */
function countShared(words: Int32Array, a: number, b: number, length: number, shared: Int32Array): void {
  const last = a + length;
  let [c11, c12, c21, c22] = [0, 0, 0, 0];
  while (a < last) {
    const end = Math.min(last, a + wordsPerByte);
    let [b11, b12, b21, b22] = [0, 0, 0, 0];
    for (; a < end; a += 6, b += 6) {
      const p0 = words[a];
      const q0 = words[a + 1];
      const p1 = words[a + 2];
      const q1 = words[a + 3];
      const p2 = words[a + 4];
      const q2 = words[a + 5];
      const r0 = words[b];
      const s0 = words[b + 1];
      const r1 = words[b + 2];
      const s1 = words[b + 3];
      const r2 = words[b + 4];
      const s2 = words[b + 5];
      b11 = (b11 + bitsPerByte(p0 & r0, p1 & r1, p2 & r2)) | 0;
      b12 = (b12 + bitsPerByte(p0 & s0, p1 & s1, p2 & s2)) | 0;
      b21 = (b21 + bitsPerByte(q0 & r0, q1 & r1, q2 & r2)) | 0;
      b22 = (b22 + bitsPerByte(q0 & s0, q1 & s1, q2 & s2)) | 0;
    }
    c11 += sumOfBytes(b11);
    c12 += sumOfBytes(b12);
    c21 += sumOfBytes(b21);
    c22 += sumOfBytes(b22);
  }
  shared[0] = c11;
  shared[1] = c12;
  shared[2] = c21;
  shared[3] = c22;
}

/** The bits of three words, counted for each of the four bytes side by side: 24 each at most. */
function bitsPerByte(x: number, y: number, z: number): number {
  // x + y + z = ones + 2·twos at every bit, so that two counts do for three words.
  const odd = x ^ y;
  let ones = odd ^ z;
  let twos = (x & y) | (odd & z);
  ones = (ones - ((ones >> 1) & 0x55555555)) | 0;
  twos = (twos - ((twos >> 1) & 0x55555555)) | 0;
  ones = ((ones & 0x33333333) + ((ones >> 2) & 0x33333333)) | 0;
  twos = ((twos & 0x33333333) + ((twos >> 2) & 0x33333333)) | 0;
  const fours = (ones + (twos << 1)) | 0;
  return ((fours & 0x0f0f0f0f) + ((fours >> 4) & 0x0f0f0f0f)) | 0;
}

function sumOfBytes(bytes: number): number {
  const pairs = (bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff);
  return (pairs & 0xffff) + (pairs >>> 16);
}
