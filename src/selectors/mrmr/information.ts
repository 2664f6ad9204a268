import { classCounts, type Labels } from "../../data/labels.js";
import { log } from "../../numeric/math.js";
import { BitSets, mostStatesForBits } from "./bit-sets.js";
import { countLogs } from "./count-logs.js";
import { type JointSum, jointSums } from "./joint-sums.js";
import { inChunks, type Measure } from "./measure.js";
import type { States } from "./states.js";

/**
 * Mutual information of features with the classes and with each other, from counts:
 * n·I(a;b) = n·ln n + Σ c_ab·ln c_ab − Σ c_a·ln c_a − Σ c_b·ln c_b. What rounding alone could make counts as zero.
 */
export async function measureInformation(
  states: States,
  labels: Labels,
  bits: boolean,
  progress: (fraction: number) => Promise<void>,
): Promise<Measure> {
  const { rows, features, codes, counts } = states;
  const { values: logs, unit } = countLogs(rows);
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  const ownSums = new Float64Array(features);
  const relevance = new Float64Array(features);
  const sets = most <= mostStatesForBits ? new BitSets(states, most, logs) : null;

  const information = (j: number, jointSum: number, otherSum: number, otherStates: number): number => {
    const units = logs[rows] + jointSum - otherSum - ownSums[j];
    const terms = Math.min(rows, otherStates * counts[j]) + otherStates + counts[j] + 1;
    return units < terms ? 0 : units;
  };

  const classes = labels.classes.length;
  const classSum = sumOfLogs(classCounts(labels), logs);
  const withClasses = jointSums({ codes: labels.codes, states: classes }, states, logs);
  const all = Int32Array.from({ length: features }, (_, j) => j);
  await inChunks(all, rows, progress, (some) => {
    for (let at = 0; at < some.length; at++) {
      const j = some[at];
      sets?.add(j);
      ownSums[j] = sumOfLogs(sets?.occurrencesOf(j) ?? occurrencesOf(j, states), logs);
      relevance[j] = information(j, withClasses(j), classSum, classes);
    }
  });

  let last: { chosen: number; jointSum: JointSum } | null = null;
  const jointSumWith = (chosen: number): JointSum => {
    if (last?.chosen === chosen) return last.jointSum;
    const column = { codes: codes.subarray(chosen * rows, (chosen + 1) * rows), states: counts[chosen] };
    last = { chosen, jointSum: sets?.jointSums(chosen) ?? jointSums(column, states, logs) };
    return last.jointSum;
  };
  return {
    relevance,
    unit: unit / rows / (bits ? log(2) : 1),
    addRedundancy(chosen, some, sums) {
      const jointSum = jointSumWith(chosen);
      for (let at = 0; at < some.length; at++) {
        const j = some[at];
        sums[j] += information(j, jointSum(j), ownSums[chosen], counts[chosen]);
      }
    },
  };
}

/** How often each state of a feature occurs. */
function occurrencesOf(j: number, { rows, codes, counts }: States): Int32Array {
  const occurrences = new Int32Array(counts[j]);
  for (let at = j * rows; at < (j + 1) * rows; at++) occurrences[codes[at]]++;
  return occurrences;
}

function sumOfLogs(counts: Int32Array, logs: Float64Array): number {
  let sum = 0;
  for (const count of counts) sum += logs[count];
  return sum;
}
