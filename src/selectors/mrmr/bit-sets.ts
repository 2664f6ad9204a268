import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { BitMatrix } from "../../numeric/bit-matrix.js";
import type { States } from "./states.js";

/** Codes are compared as bytes with their highest bit clear, so a column can have at most so many states. */
export const mostStatesInSets = 128;

/** Rows by state: a set of bits, a bit for each row, for every state but the first of every column. */
export class BitSets {
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
