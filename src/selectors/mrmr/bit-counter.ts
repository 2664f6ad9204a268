import type { Labels } from "../../data/labels.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { BitMatrix } from "../../numeric/bit-matrix.js";
import { type Counter, type JointSums, jointSums } from "./joint-sums.js";
import type { States } from "./states.js";

/** With more states than this, sets would take more memory than codes do, and counting row by row is soon faster. */
const mostStates = 16;

/** With more pairs of a class and a state than this, counting row by row is faster. */
const mostPairs = 512;

/** So many bits are compared between two reports of progress: a few milliseconds of work, 64 at a time. */
const bitsPerChunk = 2.4e8;

/** So many joint counts are made at a time: they stay in the second cache. */
const countsAtATime = 2 ** 16;

/**
 * Counts joint states by the rows that two sets share. What is shared with the first states, which have no sets, follows
 * from how often each state occurs.
 */
export class BitCounter implements Counter {
  readonly valuesPerChunk: number;
  readonly withClasses: JointSums;
  private readonly sets: BitSets;
  private readonly names: Int32Array;
  private readonly counts: Int32Array;

  private constructor(
    states: States,
    { codes, classes }: Labels,
    most: number,
    private readonly logs: Float64Array,
    private readonly kernels: Kernels,
    workspace: Workspace,
  ) {
    this.valuesPerChunk = bitsPerChunk / Math.max(1, (most - 1) * (most - 1));
    this.sets = new BitSets(states, kernels, workspace);
    this.names = workspace.integers(countsAtATime);
    this.counts = workspace.integers(countsAtATime);
    if (classes.length <= mostStatesInSets && classes.length * most <= mostPairs) {
      const counts = Int32Array.of(classes.length);
      const column = { ...states, features: 1, codes: Uint8Array.from(codes), counts };
      const sets = new BitSets(column, kernels, workspace);
      sets.make(0, 1);
      this.withClasses = this.withSets(sets.bits, sets.occurrences);
    } else this.withClasses = jointSums({ codes, states: classes.length }, states, logs);
  }

  /** Null when there are too many states. */
  static create(
    states: States,
    labels: Labels,
    logs: Float64Array,
    kernels: Kernels,
    workspace: Workspace,
  ): BitCounter | null {
    const most = states.counts.reduce((a, b) => Math.max(a, b), 1);
    return most <= mostStates ? new BitCounter(states, labels, most, logs, kernels, workspace) : null;
  }

  prepare(first: number, end: number): void {
    this.sets.make(first, end);
  }

  ownSum(feature: number): number {
    const { starts, occurrences, bits } = this.sets;
    let [left, sum] = [bits.columns, 0];
    for (let set = starts[feature]; set < starts[feature + 1]; set++) {
      left -= occurrences[set];
      sum += this.logs[occurrences[set]];
    }
    return sum + this.logs[left];
  }

  withFeature(chosen: number): JointSums {
    const { starts, occurrences, bits } = this.sets;
    const [from, to] = [starts[chosen], starts[chosen + 1]];
    return this.withSets(bits.slice(from, to - from), occurrences.subarray(from, to));
  }

  /** Joint counts with a column, given by its sets and how many rows they have. */
  private withSets(column: BitMatrix, sizes: Int32Array): JointSums {
    const { starts } = this.sets;
    const width = Math.max(1, column.rows);
    return (features, out) => {
      let [first, named] = [0, 0];
      for (let at = 0; at < features.length; at++) {
        const [from, to] = [starts[features[at]], starts[features[at] + 1]];
        if ((named + to - from) * width > countsAtATime) {
          this.sum(column, sizes, named, features.subarray(first, at), out.subarray(first, at));
          [first, named] = [at, 0];
        }
        for (let set = from; set < to; set++) this.names[named++] = set;
      }
      this.sum(column, sizes, named, features.subarray(first), out.subarray(first));
    };
  }

  /** The sums of features whose sets have been named. */
  private sum(
    column: BitMatrix,
    sizes: Int32Array,
    named: number,
    features: Int32Array,
    out: Float64Array,
  ): void {
    const { counts, logs } = this;
    const { starts, occurrences, bits } = this.sets;
    const width = column.rows;
    this.kernels.sharedBits(bits, this.names.subarray(0, named), column, counts.subarray(0, named * width));
    const inFirst = sizes.reduce((left, size) => left - size, bits.columns);
    // What is left of each state of the column when all that it shares with later states of a feature is taken off.
    const left = new Int32Array(width);
    for (let at = 0, next = 0; at < features.length; at++) {
      for (let state = 0; state < width; state++) left[state] = sizes[state];
      let corner = inFirst;
      let sum = 0;
      for (let set = starts[features[at]]; set < starts[features[at] + 1]; set++) {
        let ownLeft = occurrences[set];
        for (let state = 0; state < width; state++) {
          const count = counts[next++];
          ownLeft -= count;
          left[state] -= count;
          sum += logs[count];
        }
        corner -= ownLeft;
        sum += logs[ownLeft];
      }
      for (let state = 0; state < width; state++) sum += logs[left[state]];
      out[at] = sum + logs[corner];
    }
  }
}

/** Codes are compared as bytes with their highest bit clear, so a column can have at most so many states. */
const mostStatesInSets = 128;

/** Rows by state: a set of bits, a bit for each row, for every state but the first of every column. */
class BitSets {
  /** The sets of all columns, one after the other. */
  readonly bits: BitMatrix;
  /** How many rows each set has. */
  readonly occurrences: Int32Array;
  /** Where the sets of each column begin, and behind the last where they end. */
  readonly starts: Int32Array;
  private readonly names: Int32Array;
  private readonly ones: BitMatrix;
  /** The codes of one column as bytes, filled up with zeros, and the same bytes in words. */
  private readonly bytes: Uint8Array;
  private readonly words: Int32Array;

  constructor(
    private readonly states: States,
    private readonly kernels: Kernels,
    workspace: Workspace,
  ) {
    const { rows, features, counts } = states;
    this.starts = new Int32Array(features + 1);
    for (let j = 0; j < features; j++) this.starts[j + 1] = this.starts[j] + counts[j] - 1;
    const sets = this.starts[features];
    const stride = BitMatrix.wordsPerRow(rows);
    this.bits = new BitMatrix(workspace.integers(sets * stride), sets, rows);
    this.occurrences = workspace.integers(sets);
    this.names = workspace.integers(sets);
    for (let set = 0; set < sets; set++) this.names[set] = set;
    this.ones = new BitMatrix(workspace.integers(stride).fill(-1), 1, rows);
    this.bytes = new Uint8Array(32 * stride);
    this.words = new Int32Array(this.bytes.buffer);
  }

  /** Makes the sets of the columns from `first` up to `end`, and counts them. */
  make(first: number, end: number): void {
    const { rows, codes } = this.states;
    const [from, to] = [this.starts[first], this.starts[end]];
    for (let j = first; j < end; j++) {
      this.bytes.set(codes.subarray(j * rows, (j + 1) * rows));
      for (let set = this.starts[j]; set < this.starts[j + 1]; set++)
        fill(this.words, set - this.starts[j] + 1, this.bits.wordsOf(set));
    }
    this.kernels.sharedBits(
      this.bits,
      this.names.subarray(from, to),
      this.ones,
      this.occurrences.subarray(from, to),
    );
  }
}

/**
 * Sets a bit for every byte that is `state`: one of 8 words of four bytes gives 4 bits of a word, each in its own byte.
 * That mixes up 32 rows, but alike in all sets. Zeros behind the rows set nothing, as the first state has no set.
 */
function fill(words: Int32Array, state: number, out: Int32Array): void {
  const wanted = state * 0x01010101;
  for (let at = 0; at < out.length; at++) {
    let others = 0;
    // A byte that is not the state gives 1 to 127 after the exclusive or; adding 127 sets its highest bit.
    for (let k = 0; k < 8; k++)
      others |= (((words[8 * at + k] ^ wanted) + 0x7f7f7f7f) & 0x80808080) >>> (7 - k);
    out[at] = ~others;
  }
}
