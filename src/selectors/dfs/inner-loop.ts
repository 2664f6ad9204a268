import { tile } from "./block-size.js";
import type { Subspace } from "./subspace.js";
import type { WithinScatter } from "./within-scatter.js";

/** Inner steps allowed in one outer step. */
const innerLimit = 60;
/** What a step is foretold to leave of an error is taken this many times, for caution. */
const caution = 2;

/** When an inner loop may end. */
export interface Accuracy {
  /** Whether the error of the surrogate is what counts, Σ error/θ over the wanted vectors; else the largest error of a θ. */
  readonly ofSurrogate: boolean;
  readonly limit: number;
}

/**
 * Inner steps until the vectors are accurate. A step measures the errors before it, so one more would be needed to see what
 * it left of them. That is foretold instead, from the last outer step that took one more: for each vector, place in the loop
 * and age of the factor. Vectors that are right already are left alone by further steps.
 */
export class InnerLoop {
  /** The part of each error that a step leaves, by its place and the age of the factor. */
  private readonly leaves = new Map<string, Float64Array>();
  private begun = false;

  constructor(
    private readonly space: Subspace,
    private readonly within: WithinScatter,
    /** How many vectors must be accurate, the first ones. */
    private readonly wanted: number,
  ) {}

  /** Works for M with this diagonal E, which `within` was told; gives how many steps that took. */
  run(diagonal: Float64Array, accuracy: Accuracy): number {
    const { space, within } = this;
    let first = 0;
    let before: { readonly key: string; readonly errors: Float64Array } | null = null;
    let expected: Float64Array = new Float64Array(0);
    for (let step = 1; ; step++) {
      const errors = space.step(diagonal, first);
      for (let j = 0; j < first; j++) errors[j] = expected[j];
      if (before && this.begun) this.learn(before.key, before.errors, errors, first);
      const key = `${step} ${within.factorAge}`;
      expected = this.foretell(key, errors);
      before = { key, errors };
      const costs = this.costs(expected, accuracy);
      const total = accuracy.ofSurrogate
        ? costs.reduce((sum, cost) => sum + cost, 0)
        : costs.reduce((most, cost) => Math.max(most, cost), 0);
      if (total < accuracy.limit || step === innerLimit) {
        this.begun = true;
        return step;
      }
      first = this.countRight(costs, accuracy);
    }
  }

  /** What each wanted vector adds to the error that counts. */
  private costs(errors: Float64Array, { ofSurrogate }: Accuracy): Float64Array {
    const { theta } = this.space;
    return errors.slice(0, this.wanted).map((error, j) => (ofSurrogate ? error / theta[j] : error));
  }

  /** How many of the first vectors need no further step; a whole number of tiles. */
  private countRight(costs: Float64Array, { ofSurrogate, limit }: Accuracy): number {
    const allowed = ofSurrogate ? limit / (2 * this.wanted) : limit / 2;
    let count = 0;
    while (count < costs.length && costs[count] < allowed) count++;
    return Math.min(tile * Math.floor(count / tile), Math.max(0, this.space.size - tile));
  }

  private foretell(key: string, errors: Float64Array): Float64Array {
    const leaves = this.leaves.get(key);
    return leaves ? errors.map((error, j) => Math.min(1, caution * (leaves[j] ?? 1)) * error) : errors;
  }

  private learn(key: string, before: Float64Array, after: Float64Array, first: number): void {
    const known = this.leaves.get(key);
    this.leaves.set(
      key,
      before.map((error, j) => (j < first ? (known?.[j] ?? 1) : error > 0 ? (after[j] ?? error) / error : 1)),
    );
  }
}
