import type { Codes } from "./discretize.js";
import type { States } from "./states.js";

/** Σ c·ln c over the joint counts of one fixed column with each of some features. */
export type JointSums = (features: Int32Array, out: Float64Array) => void;

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

/** The same for one feature. */
type JointSum = (feature: number) => number;

/** A column that the features are counted against: a chosen feature, or the classes. */
export interface Column {
  readonly codes: Codes | Int32Array;
  readonly states: number;
}

/** Counts joint states in a table when that is small beside the rows, else group by group. */
export function jointSums(column: Column, states: States, logs: Float64Array): JointSums {
  const most = states.counts.reduce((a, b) => Math.max(a, b), 1);
  const few = column.states * most <= Math.max(256, 4 * states.rows);
  const jointSum = (few ? byTable : byGroups)(column, states, most, logs);
  return (features, out) => {
    for (let at = 0; at < features.length; at++) out[at] = jointSum(features[at]);
  };
}

/** Two tables take turns, so that a count need not wait for the one before it when both meet the same cell. */
function byTable(
  column: Column,
  { rows, codes, counts }: States,
  most: number,
  logs: Float64Array,
): JointSum {
  const even = new Int32Array(column.states * most);
  const odd = new Int32Array(column.states * most);
  const firsts = new Int32Array(rows);
  let width = 0;
  return (feature) => {
    const start = feature * rows;
    if (width !== counts[feature]) {
      width = counts[feature];
      for (let i = 0; i < rows; i++) firsts[i] = column.codes[i] * width;
    }
    const cells = column.states * width;
    even.fill(0, 0, cells);
    odd.fill(0, 0, cells);
    let i = 0;
    for (; i + 1 < rows; i += 2) {
      even[firsts[i] + codes[start + i]]++;
      odd[firsts[i + 1] + codes[start + i + 1]]++;
    }
    if (i < rows) even[firsts[i] + codes[start + i]]++;
    let sum = 0;
    for (let cell = 0; cell < cells; cell++) sum += logs[even[cell] + odd[cell]];
    return sum;
  };
}

/** Goes through the rows of one state of the column after another: a table of all pairs of states would be too large. */
function byGroups(column: Column, { rows, codes }: States, most: number, logs: Float64Array): JointSum {
  const { order, starts } = groupRows(column, rows);
  const tally = new Int32Array(most);
  return (feature) => {
    const start = feature * rows;
    let sum = 0;
    for (let state = 0; state < column.states; state++) {
      for (let at = starts[state]; at < starts[state + 1]; at++) tally[codes[start + order[at]]]++;
      for (let at = starts[state]; at < starts[state + 1]; at++) {
        const code = codes[start + order[at]];
        sum += logs[tally[code]];
        tally[code] = 0;
      }
    }
    return sum;
  };
}

/** The rows by state, and where each state begins. */
function groupRows({ codes, states }: Column, rows: number): { order: Int32Array; starts: Int32Array } {
  const starts = new Int32Array(states + 1);
  for (let i = 0; i < rows; i++) starts[codes[i] + 1]++;
  for (let state = 0; state < states; state++) starts[state + 1] += starts[state];
  const order = new Int32Array(rows);
  const next = starts.slice();
  for (let i = 0; i < rows; i++) order[next[codes[i]]++] = i;
  return { order, starts };
}
