import type { Labels } from "../../data/labels.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { BitMatrix } from "../../numeric/bit-matrix.js";
import { BitSets, mostStatesInSets } from "./bit-sets.js";
import type { Counter } from "./counter.js";
import { type JointSums, jointSums } from "./joint-sums.js";
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
      const column = { rows: states.rows, features: 1, codes: Uint8Array.from(codes), counts };
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
