import type { JointSum } from "./joint-sums.js";
import type { States } from "./states.js";

/** With more states than this, counting row by row is faster. */
export const mostStatesForBits = 9;

/**
 * A set of rows, a bit each, for every state but the first of every feature. Rows that two states share are counted 32
 * at a time, two states against two; what is shared with the first states follows from how often each state occurs.
 */
export class BitSets {
  /** The most pairs of states that a feature has, the first state left out. */
  private readonly pairs: number;
  /** How many words a pair of sets has: one of each set in turn, padded to threes of both. */
  private readonly length: number;
  private readonly words: Int32Array;
  /** How often each state occurs, `stride` numbers for each feature. */
  private readonly occurrences: Int32Array;
  private readonly stride: number;
  private readonly shared = new Int32Array(4);

  constructor(
    private readonly states: States,
    mostStates: number,
    private readonly logs: Float64Array,
  ) {
    this.pairs = mostStates >> 1;
    this.stride = 2 * this.pairs + 1;
    this.length = 6 * Math.ceil(states.rows / 96);
    this.words = new Int32Array(states.features * this.pairs * this.length);
    this.occurrences = new Int32Array(states.features * this.stride);
  }

  /** Makes the sets of a feature. */
  add(feature: number): void {
    const occurrences = this.occurrencesOf(feature);
    occurrences[0] = this.states.rows;
    for (let pair = 0; pair < this.states.counts[feature] >> 1; pair++) {
      const at = this.placeOf(feature, pair);
      this.fill(feature, 2 * pair + 1, at);
      countShared(this.words, at, at, this.length, this.shared);
      occurrences[2 * pair + 1] = this.shared[0];
      occurrences[2 * pair + 2] = this.shared[3];
      occurrences[0] -= this.shared[0] + this.shared[3];
    }
  }

  /** How often each state of a feature occurs. */
  occurrencesOf(feature: number): Int32Array {
    return this.occurrences.subarray(feature * this.stride, (feature + 1) * this.stride);
  }

  /** Σ c·ln c over the joint counts with a chosen feature. */
  jointSums(chosen: number): JointSum {
    const { words, length, occurrences, stride, logs, shared } = this;
    const { counts } = this.states;
    const pairs = counts[chosen] >> 1;
    // What is left of each state when all that it shares with later states of the other feature is taken off.
    const left = new Int32Array(stride);
    const otherLeft = new Int32Array(stride);
    return (feature) => {
      const otherPairs = counts[feature] >> 1;
      for (let state = 0; state < stride; state++) {
        left[state] = occurrences[chosen * stride + state];
        otherLeft[state] = occurrences[feature * stride + state];
      }
      let sum = 0;
      for (let a = 0; a < pairs; a++)
        for (let b = 0; b < otherPairs; b++) {
          countShared(words, this.placeOf(chosen, a), this.placeOf(feature, b), length, shared);
          left[2 * a + 1] -= shared[0] + shared[1];
          left[2 * a + 2] -= shared[2] + shared[3];
          otherLeft[2 * b + 1] -= shared[0] + shared[2];
          otherLeft[2 * b + 2] -= shared[1] + shared[3];
          sum += logs[shared[0]] + logs[shared[1]] + logs[shared[2]] + logs[shared[3]];
        }
      let corner = otherLeft[0];
      for (let state = 1; state < stride; state++) {
        corner -= left[state];
        sum += logs[left[state]] + logs[otherLeft[state]];
      }
      return sum + logs[corner];
    };
  }

  private placeOf(feature: number, pair: number): number {
    return (feature * this.pairs + pair) * this.length;
  }

  /** Writes the sets of a state and the next one. */
  private fill(feature: number, state: number, at: number): void {
    const { rows, codes } = this.states;
    for (let row = 0, start = feature * rows; row < rows; row += 32, at += 2) {
      const bits = Math.min(32, rows - row);
      let [one, two] = [0, 0];
      for (let bit = 0; bit < bits; bit++) {
        const code = codes[start + row + bit];
        one |= Number(code === state) << bit;
        two |= Number(code === state + 1) << bit;
      }
      this.words[at] = one;
      this.words[at + 1] = two;
    }
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
