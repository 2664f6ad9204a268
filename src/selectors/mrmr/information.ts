import { classCounts, type Labels } from "../../data/labels.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { chiSquareOfFreedom } from "../../numeric/distributions.js";
import { log } from "../../numeric/math.js";
import { upTo } from "../../numeric/up-to.js";
import { BitCounter } from "./bit-counter.js";
import { type Column, type Counter, type JointSums, jointSums } from "./joint-sums.js";
import { inChunks, type Measure, valuesPerChunk } from "./measure.js";
import type { States } from "./states.js";

/**
 * Mutual information of features with the classes and with each other, from counts:
 * n·I(a;b) = n·ln n + Σ c_ab·ln c_ab − Σ c_a·ln c_a − Σ c_b·ln c_b. What rounding alone could make counts as zero. With missing
 * values the sums are over the rows that have both, so that n·I is what these rows say: the others say nothing.
 *
 * With `fair` it is that of two-valued features: estimates grow with the number of states by chance alone, 2n·I being about
 * chi-square with a degree of freedom for each pair of states but the first ones.
 */
export async function measureInformation(
  states: States,
  labels: Labels,
  { bits, fair }: { bits: boolean; fair: boolean },
  kernels: Kernels,
  workspace: Workspace,
  progress: (fraction: number) => Promise<void>,
): Promise<Measure> {
  const { rows, features } = states;
  const logs = countLogs(rows);
  const relevance = new Float64Array(features);
  const found = new Float64Array(features);
  const counted = states.hasGaps
    ? new ObservedInformation(states, labels, logs.values)
    : new CompleteInformation(states, labels, logs.values, kernels, workspace);
  const occupied = fair ? occupiedStates(states) : null;
  const correct = (units: number, freedom: number, wanted: number): number => {
    if (freedom === wanted) return units;
    // Not below what chance alone gives a two-valued feature: quotients would be infinite.
    return Math.max(wanted, chiSquareOfFreedom(2 * logs.unit * units, freedom, wanted)) / (2 * logs.unit);
  };

  const classFreedom = classCounts(labels).filter((count) => count > 0).length - 1;
  const all = upTo(features);
  await inChunks(all, rows, valuesPerChunk, progress, (some) => {
    counted.prepare(some[0], some[0] + some.length);
    counted.withClasses(some, found);
    for (let at = 0; at < some.length; at++) {
      const j = some[at];
      relevance[j] = occupied ? correct(found[at], occupied[j] * classFreedom, classFreedom) : found[at];
    }
  });

  let last: { chosen: number; shared: Information } | null = null;
  return {
    relevance,
    unit: logs.unit / rows / (bits ? log(2) : 1),
    valuesPerChunk: counted.valuesPerChunk,
    addRedundancy(chosen, some, sums) {
      if (last?.chosen !== chosen) last = { chosen, shared: counted.withFeature(chosen) };
      last.shared(some, found);
      for (let at = 0; at < some.length; at++) {
        const j = some[at];
        sums[j] += occupied ? correct(found[at], occupied[j] * occupied[chosen], 1) : found[at];
      }
    },
  };
}

/** How many states of each feature occur, less one; one for a constant feature. */
function occupiedStates({ rows, features, codes, counts }: States): Int32Array {
  return Int32Array.from({ length: features }, (_, j) => {
    const seen = new Set(codes.subarray(j * rows, (j + 1) * rows));
    seen.delete(counts[j]);
    return Math.max(1, seen.size - 1);
  });
}

/** n·I of one fixed column with each of some features. */
type Information = (features: Int32Array, out: Float64Array) => void;

/** n·I of features with the classes and with each other. */
interface InformationCounter {
  readonly valuesPerChunk: number;
  /** Makes ready what the features from `first` up to `end` need. */
  prepare(first: number, end: number): void;
  readonly withClasses: Information;
  withFeature(chosen: number): Information;
}

/** Where no value is missing: joint counts are all that differs from pair to pair. */
class CompleteInformation implements InformationCounter {
  readonly valuesPerChunk: number;
  readonly withClasses: Information;
  private readonly counter: Counter;
  private readonly ownSums: Float64Array;

  constructor(
    private readonly states: States,
    labels: Labels,
    private readonly logs: Float64Array,
    kernels: Kernels,
    workspace: Workspace,
  ) {
    this.counter =
      BitCounter.create(states, labels, logs, kernels, workspace) ?? new TableCounter(states, labels, logs);
    this.valuesPerChunk = this.counter.valuesPerChunk;
    this.ownSums = new Float64Array(states.features);
    const classSum = classCounts(labels).reduce((sum, count) => sum + logs[count], 0);
    this.withClasses = this.information(this.counter.withClasses, classSum, labels.classes.length);
  }

  prepare(first: number, end: number): void {
    this.counter.prepare(first, end);
    for (let j = first; j < end; j++) this.ownSums[j] = this.counter.ownSum(j);
  }

  withFeature(chosen: number): Information {
    const joint = this.counter.withFeature(chosen);
    return this.information(joint, this.ownSums[chosen], this.states.counts[chosen]);
  }

  private information(joint: JointSums, otherSum: number, otherStates: number): Information {
    const { logs, ownSums } = this;
    const { rows, counts } = this.states;
    return (features, out) => {
      joint(features, out);
      for (let at = 0; at < features.length; at++) {
        const j = features[at];
        const units = logs[rows] + out[at] - otherSum - ownSums[j];
        const terms = Math.min(rows, otherStates * counts[j]) + otherStates + counts[j] + 1;
        out[at] = units < terms ? 0 : units;
      }
    };
  }
}

/** Where values are missing: every pair has rows of its own, so all counts are made for each. */
class ObservedInformation implements InformationCounter {
  readonly valuesPerChunk = valuesPerChunk;
  readonly withClasses: Information;

  constructor(
    private readonly states: States,
    { codes, classes }: Labels,
    private readonly logs: Float64Array,
  ) {
    this.withClasses = this.information({ codes, states: classes.length });
  }

  prepare(): void {}

  withFeature(chosen: number): Information {
    const { rows, codes, counts } = this.states;
    return this.information({
      codes: codes.subarray(chosen * rows, (chosen + 1) * rows),
      states: counts[chosen],
    });
  }

  private information(column: Column): Information {
    return (features, out) => {
      for (let at = 0; at < features.length; at++) out[at] = this.ofPair(column, features[at]);
    };
  }

  private ofPair(column: Column, feature: number): number {
    const { logs } = this;
    const { rows, codes, counts } = this.states;
    const width = counts[feature];
    const joint = new Int32Array(column.states * width);
    const ofColumn = new Int32Array(column.states);
    const ofFeature = new Int32Array(width);
    let both = 0;
    for (let i = 0, at = feature * rows; i < rows; i++, at++) {
      const [a, b] = [column.codes[i], codes[at]];
      if (a === column.states || b === width) continue;
      joint[a * width + b]++;
      ofColumn[a]++;
      ofFeature[b]++;
      both++;
    }
    const sum = (list: Int32Array) => list.reduce((total, count) => total + logs[count], 0);
    const units = logs[both] + sum(joint) - sum(ofColumn) - sum(ofFeature);
    const terms = Math.min(both, column.states * width) + column.states + width + 1;
    return units < terms ? 0 : units;
  }
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
