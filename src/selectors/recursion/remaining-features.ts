import type { Remaining } from "./eliminate.js";

/** The features that are left, in rows; those that are gone stand behind them. */
export class RemainingFeatures implements Remaining {
  /** The feature of each row. */
  readonly features: Int32Array;
  /** By feature. */
  private readonly rowOf: Int32Array;
  private count: number;

  constructor(features: Int32Array) {
    this.features = features.slice();
    this.count = features.length;
    this.rowOf = new Int32Array(features.reduce((last, feature) => Math.max(last, feature), 0) + 1);
    for (let row = 0; row < features.length; row++) this.rowOf[features[row]] = row;
  }

  get left(): number {
    return this.count;
  }

  /** The features that are left, in the order of their rows. */
  get remaining(): Int32Array {
    return this.features.subarray(0, this.count);
  }

  locate(feature: number): number {
    return this.rowOf[feature];
  }

  drop(features: readonly number[]): void {
    for (const feature of features) {
      const row = this.locate(feature);
      const last = --this.count;
      if (row !== last) this.swap(row, last);
    }
  }

  /** Two rows change places. */
  protected swap(a: number, b: number): void {
    const { features, rowOf } = this;
    [features[a], features[b]] = [features[b], features[a]];
    rowOf[features[a]] = a;
    rowOf[features[b]] = b;
  }
}
