import { classCounts, type Labels } from "../../data/labels.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { log } from "../../numeric/math.js";
import { BitCounter } from "./bit-counter.js";
import { type Counter, type JointSums, jointSums } from "./joint-sums.js";
import { inChunks, type Measure, valuesPerChunk } from "./measure.js";
import type { States } from "./states.js";

/**
 * Mutual information of features with the classes and with each other, from counts:
 * n·I(a;b) = n·ln n + Σ c_ab·ln c_ab − Σ c_a·ln c_a − Σ c_b·ln c_b. What rounding alone could make counts as zero.
 */
export async function measureInformation(
  states: States,
  labels: Labels,
  bits: boolean,
  kernels: Kernels,
  workspace: Workspace,
  progress: (fraction: number) => Promise<void>,
): Promise<Measure> {
  const { rows, features, counts } = states;
  const { values: logs, unit } = countLogs(rows);
  const ownSums = new Float64Array(features);
  const relevance = new Float64Array(features);
  const joint = new Float64Array(features);
  const counter =
    BitCounter.create(states, labels, logs, kernels, workspace) ?? new TableCounter(states, labels, logs);

  const information = (j: number, jointSum: number, otherSum: number, otherStates: number): number => {
    const units = logs[rows] + jointSum - otherSum - ownSums[j];
    const terms = Math.min(rows, otherStates * counts[j]) + otherStates + counts[j] + 1;
    return units < terms ? 0 : units;
  };

  const classes = labels.classes.length;
  const classSum = classCounts(labels).reduce((sum, count) => sum + logs[count], 0);
  const all = Int32Array.from({ length: features }, (_, j) => j);
  await inChunks(all, rows, valuesPerChunk, progress, (some) => {
    counter.prepare(some[0], some[0] + some.length);
    counter.withClasses(some, joint);
    for (let at = 0; at < some.length; at++) {
      const j = some[at];
      ownSums[j] = counter.ownSum(j);
      relevance[j] = information(j, joint[at], classSum, classes);
    }
  });

  let last: { chosen: number; jointSums: JointSums } | null = null;
  return {
    relevance,
    unit: unit / rows / (bits ? log(2) : 1),
    valuesPerChunk: counter.valuesPerChunk,
    addRedundancy(chosen, some, sums) {
      if (last?.chosen !== chosen) last = { chosen, jointSums: counter.withFeature(chosen) };
      last.jointSums(some, joint);
      for (let at = 0; at < some.length; at++) {
        const j = some[at];
        sums[j] += information(j, joint[at], ownSums[chosen], counts[chosen]);
      }
    },
  };
}

/**
 * c·ln c for every count c from 0 to n, as whole numbers of a small unit. Sums of them are exact, so that mutual
 * information does not depend on the order of states, classes or features, and equal features tie to the last bit. The
 * error of a value stays below one unit: n·ln n is at most 2⁵¹ units.
 */
interface CountLogs {
  readonly values: Float64Array;
  /** What one unit of c·ln c is worth. */
  readonly unit: number;
}

/** The table for n samples. */
function countLogs(n: number): CountLogs {
  let scale = 1;
  while (2 * scale * n * log(n) <= 2 ** 51) scale *= 2;
  const values = Float64Array.from({ length: n + 1 }, (_, count) =>
    count > 1 ? Math.round(count * log(count) * scale) : 0,
  );
  return { values, unit: 1 / scale };
}

/** Counts row by row, for any number of states. */
class TableCounter implements Counter {
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
