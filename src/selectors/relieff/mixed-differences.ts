import type { Matrix } from "../../numeric/matrix.js";

/**
 * For each row, by how much its value (or where it has none, any value) differs from a missing one more than the zeros that
 * stand in the missing one's place say.
 */
export interface Excess {
  readonly ofDifference: Float64Array;
  /** The same of its part in distances. */
  readonly ofDistance: Float64Array;
}

/** From what the kernels make of the columns to features with categories and missing values. */
export class MixedDifferences {
  constructor(
    private readonly columnsOf: readonly (readonly number[])[],
    /** The features that each row has no value of. */
    private readonly gaps: readonly (readonly number[])[],
    private readonly excess: ReadonlyMap<number, Excess>,
    /** What an entry of a level's column is multiplied with to be half of a difference. */
    private readonly factor: number,
  ) {}

  /** Puts right the distances from these samples to the rows from `first` on. */
  correctDistances(samples: Int32Array, first: number, out: Matrix): void {
    if (this.excess.size === 0) return;
    for (let i = 0; i < samples.length; i++)
      for (let r = 0; r < out.columns; r++) {
        let sum = 0;
        this.eachGap(samples[i], first + r, (feature, row) => {
          sum += this.excess.get(feature)!.ofDistance[row];
        });
        if (sum !== 0) out.set(i, r, out.get(i, r) + sum);
      }
  }

  /** out ← the weighted differences of features, from those of the columns. */
  overFeatures(samples: Int32Array, neighbours: Matrix, weights: Matrix, columns: Matrix, out: Matrix): void {
    for (let i = 0; i < samples.length; i++) {
      this.columnsOf.forEach((own, feature) => {
        let sum = 0;
        for (const column of own) sum += columns.get(i, column);
        out.set(i, feature, own.length > 1 ? this.factor * sum : sum);
      });
      for (let q = 0; q < neighbours.columns; q++) {
        const weight = weights.get(i, q);
        if (weight !== 0)
          this.eachGap(samples[i], neighbours.get(i, q), (feature, row) => {
            out.set(i, feature, out.get(i, feature) + weight * this.excess.get(feature)!.ofDifference[row]);
          });
      }
    }
  }

  /** Every feature that one of two rows has no value of, with the row that its excess is that of. */
  private eachGap(a: number, b: number, told: (feature: number, row: number) => void): void {
    const gaps = this.gaps[a];
    for (const feature of gaps) told(feature, b);
    for (const feature of this.gaps[b]) if (!gaps.includes(feature)) told(feature, a);
  }
}
