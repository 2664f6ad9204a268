import type { Labels } from "../../data/labels.js";
import type { Counter } from "./counter.js";
import { type JointSums, jointSums } from "./joint-sums.js";
import { valuesPerChunk } from "./measure.js";
import type { States } from "./states.js";

/** Counts row by row, for any number of states. */
export class TableCounter implements Counter {
  readonly valuesPerChunk = valuesPerChunk;
  readonly withClasses: JointSums;

  constructor(
    private readonly states: States,
    { codes, classes }: Labels,
    private readonly logs: Float64Array,
  ) {
    this.withClasses = jointSums({ codes, states: classes.length }, states, logs);
  }

  prepare(): void {}

  ownSum(feature: number): number {
    const { rows, codes, counts } = this.states;
    const occurrences = new Int32Array(counts[feature]);
    for (let at = feature * rows; at < (feature + 1) * rows; at++) occurrences[codes[at]]++;
    return occurrences.reduce((sum, count) => sum + this.logs[count], 0);
  }

  withFeature(chosen: number): JointSums {
    const { rows, codes, counts } = this.states;
    const column = { codes: codes.subarray(chosen * rows, (chosen + 1) * rows), states: counts[chosen] };
    return jointSums(column, this.states, this.logs);
  }
}
