import type { JointSum } from "./joint-sums.js";
import type { States } from "./states.js";

/** With more states than this, counting one by one is faster than sets of bits for every pair of states. */
export const mostStatesForBits = 4;

/**
 * One set of rows, a bit each, for every state but the first of every feature. Rows that two states share are counted 32
 * at a time; what the first states share follows from how often each state occurs.
 */
export class BitSets {
  private readonly words: number;
  private readonly planes: number;
  private readonly bits: Int32Array;
  private readonly occurrences: Int32Array;

  constructor(
    private readonly states: States,
    /** The most states that a feature has. */
    private readonly most: number,
    private readonly logs: Float64Array,
  ) {
    this.words = (states.rows + 31) >> 5;
    this.planes = most - 1;
    this.bits = new Int32Array(states.features * this.planes * this.words);
    this.occurrences = new Int32Array(states.features * most);
  }

  /** Makes the sets of a feature, whose states occur so often. */
  add(feature: number, occurrences: Int32Array): void {
    const { words, planes, bits } = this;
    const { rows, codes } = this.states;
    this.occurrences.set(occurrences, feature * this.most);
    for (let i = 0, at = feature * rows; i < rows; i++, at++)
      if (codes[at] > 0) bits[(feature * planes + codes[at] - 1) * words + (i >> 5)] |= 1 << (i & 31);
  }

  /** Σ c·ln c over the joint counts with a chosen feature. */
  jointSums(chosen: number): JointSum {
    const { states, occurrences, most, logs, words, planes, bits } = this;
    const firstSets = bits.slice(chosen * planes * words, (chosen + 1) * planes * words);
    const firstStates = states.counts[chosen];
    const unshared = new Int32Array(most);
    return (feature) => {
      const secondStates = states.counts[feature];
      const start = feature * planes * words;
      for (let b = 1; b < secondStates; b++) unshared[b] = occurrences[feature * most + b];
      let corner = occurrences[feature * most];
      let sum = 0;
      for (let a = 1; a < firstStates; a++) {
        let left = occurrences[chosen * most + a];
        for (let b = 1; b < secondStates; b++) {
          const both = sharedBits(firstSets, (a - 1) * words, bits, start + (b - 1) * words, words);
          left -= both;
          unshared[b] -= both;
          sum += logs[both];
        }
        corner -= left;
        sum += logs[left];
      }
      for (let b = 1; b < secondStates; b++) sum += logs[unshared[b]];
      return sum + logs[corner];
    };
  }
}

/** After so many words of 32 bits a byte of the running count could overflow. */
const wordsPerByte = 31;

/** How many bits two sets have in common: the four bytes of a word are counted side by side. */
export function sharedBits(
  a: Int32Array,
  fromA: number,
  b: Int32Array,
  fromB: number,
  words: number,
): number {
  let total = 0;
  for (let w = 0; w < words; ) {
    const end = Math.min(words, w + wordsPerByte);
    let bytes = 0;
    for (; w < end; w++) {
      let x = a[fromA + w] & b[fromB + w];
      x = (x - ((x >> 1) & 0x55555555)) | 0;
      x = ((x & 0x33333333) + ((x >> 2) & 0x33333333)) | 0;
      bytes = (bytes + ((x + (x >> 4)) & 0x0f0f0f0f)) | 0;
    }
    const pairs = (bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff);
    total += (pairs & 0xffff) + (pairs >>> 16);
  }
  return total;
}
