import { RemainingFeatures } from "../recursion/remaining-features.js";
import type { SparseSamples } from "./sparse-samples.js";

/** The features of sparse samples that are left; they may go by other names than their places in the samples. */
export class SparseFeatures extends RemainingFeatures {
  private readonly columnOf: ReadonlyMap<number, number>;

  constructor(
    readonly sparse: SparseSamples,
    /** The name of each feature of the samples. */
    names: Int32Array,
  ) {
    super(names);
    this.columnOf = new Map(Array.from(names, (name, column) => [name, column]));
  }

  get samples(): number {
    return this.sparse.samples;
  }

  /** Where each of the features that are left stands in the samples, in the order of their rows. */
  get columns(): Int32Array {
    return this.remaining.map((name) => this.columnOf.get(name)!);
  }
}
