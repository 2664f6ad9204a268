import type { JointSums } from "./joint-sums.js";

/** How joint states are counted. */
export interface Counter {
  /** About so many values are looked at between two reports of progress. */
  readonly valuesPerChunk: number;
  /** Makes ready what the features from `first` up to `end` need. */
  prepare(first: number, end: number): void;
  /** Σ c·ln c over how often each state of a feature occurs. */
  ownSum(feature: number): number;
  /** Σ c·ln c over the joint counts with the classes. */
  readonly withClasses: JointSums;
  /** Σ c·ln c over the joint counts with a feature. */
  withFeature(chosen: number): JointSums;
}
