import type { Matrix } from "../../numeric/matrix.js";
import { powerOfTwoFrom } from "./power-of-two.js";

/**
 * Running sums of what each sample says about each feature. Contributions are rounded to multiples of a small power of two,
 * which makes the sums exact: they do not depend on the order in which samples are taken.
 */
export class Tally {
  /** How many samples are in it. */
  done = 0;
  private readonly sums: Float64Array;
  private readonly squares: Float64Array;
  private readonly snaps: Float64Array;

  /** `bounds` says how large a contribution to each feature can be, `rows` how many samples there are. */
  constructor(
    bounds: Float64Array,
    readonly rows: number,
  ) {
    this.sums = new Float64Array(bounds.length);
    this.squares = new Float64Array(bounds.length);
    // Adding 1.5·2^m and taking it away again leaves a multiple of 2^(m − 52).
    this.snaps = bounds.map((bound) => 1.5 * powerOfTwoFrom(bound) * powerOfTwoFrom(rows));
  }

  /** Takes in the first `count` rows, one per sample. */
  add(contributions: Matrix, count: number): void {
    const { columns, data } = contributions;
    const { sums, squares, snaps } = this;
    for (let i = 0, at = 0; i < count; i++)
      for (let j = 0; j < columns; j++, at++) {
        const value = data[at] + snaps[j] - snaps[j];
        sums[j] += value;
        squares[j] += value * value;
      }
    this.done += count;
  }

  /** The mean contribution to each feature. */
  means(): Float64Array {
    return this.sums.map((sum) => sum / this.done);
  }

  /**
   * The standard error of each mean as an estimate of the mean over all samples: it is 0 when all are in, and infinite as
   * long as there is only one.
   */
  errors(): Float64Array {
    const { done, rows } = this;
    const unseen = 1 - done / rows;
    return this.sums.map((sum, j) => {
      if (done === rows) return 0;
      const variance = Math.max(0, this.squares[j] - (sum * sum) / done) / (done - 1);
      return done < 2 ? Number.POSITIVE_INFINITY : Math.sqrt((variance / done) * unseen);
    });
  }
}
