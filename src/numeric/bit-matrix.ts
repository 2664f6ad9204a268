import { InputError } from "../core/input-error.js";

/**
 * Rows of bits, 32 to a word, one row after the other. A row begins at an even word, so that 64 bits can be read at a
 * time; what is left over at its end stays 0.
 */
export class BitMatrix {
  constructor(
    readonly words: Int32Array,
    readonly rows: number,
    readonly columns: number,
  ) {
    const needed = rows * BitMatrix.wordsPerRow(columns);
    if (words.length < needed)
      throw new InputError(
        "unusable-data",
        `${rows} × ${columns} bits need ${needed} words; ${words.length} were given`,
      );
  }

  /** How many words a row with this number of bits takes. */
  static wordsPerRow(columns: number): number {
    return 2 * Math.ceil(columns / 64);
  }

  /** How many words a row takes. */
  get stride(): number {
    return BitMatrix.wordsPerRow(this.columns);
  }

  /** The words of some neighbouring rows, as a view. */
  wordsOf(first: number, count = 1): Int32Array {
    return this.words.subarray(first * this.stride, (first + count) * this.stride);
  }

  /** Some neighbouring rows, as a view. */
  slice(first: number, count: number): BitMatrix {
    return new BitMatrix(this.wordsOf(first, count), count, this.columns);
  }
}
