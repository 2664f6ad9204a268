import type { Dataset } from "../../data/dataset.js";
import type { Workspace } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import { type Excess, MixedDifferences } from "./mixed-differences.js";
import type { Rules } from "./rules.js";
import { openColumn, type ScaledSamples } from "./scaled-samples.js";

/**
 * Samples with categories and missing values. Two levels differ by 1. A category is a column for each level, of which a sample has
 * one that is not 0, so that the kernels find just that. A missing value stands for all values of its feature that are there:
 * it differs from another one by what they do on average, whatever their class. What the kernels make of the zeros in its place
 * is put right afterwards.
 */
export function openMixedSamples(
  workspace: Workspace,
  data: Dataset,
  rules: Pick<Rules, "scaling" | "smallestRange" | "distance">,
): ScaledSamples {
  const { rows, features, categories } = data;
  const given = data.values instanceof Matrix ? data.values : data.values.toDense();
  // Two entries of this size add up to 1, or their squares do.
  const entry = rules.distance === "manhattan" ? 0.5 : Math.SQRT1_2;
  const columns: Float64Array[] = [];
  const columnsOf: number[][] = [];
  const ranges = new Float64Array(features);
  const gaps = Array.from({ length: rows }, (): number[] => []);
  const excess = new Map<number, Excess>();
  for (let j = 0; j < features; j++) {
    const column = Float64Array.from({ length: rows }, (_, i) => given.get(i, j));
    const there = Int32Array.from(column.keys()).filter((i) => !Number.isNaN(column[i]));
    const first = columns.length;
    if (categories?.[j]) {
      const levels = Array.from(new Set(Array.from(there, (i) => column[i]))).sort((a, b) => a - b);
      if (levels.length > 1) {
        ranges[j] = 1;
        for (const level of levels) columns.push(column.map((value) => (value === level ? entry : 0)));
      }
    } else {
      const { values, range } = openColumn(column, rules);
      ranges[j] = range;
      columns.push(values);
    }
    columnsOf.push(Array.from({ length: columns.length - first }, (_, at) => first + at));
    if (there.length === rows || ranges[j] === 0) continue;
    for (let i = 0; i < rows; i++) if (Number.isNaN(column[i])) gaps[i].push(j);
    excess.set(
      j,
      categories?.[j] ? excessOfLevels(column, there) : excessOfNumbers(columns[first], there, rules),
    );
  }
  const values = workspace.matrix(rows, Math.max(1, columns.length));
  columns.forEach((column, at) => {
    for (let i = 0; i < rows; i++) values.data[i * values.columns + at] = column[i];
  });
  return { values, ranges, mixed: new MixedDifferences(columnsOf, gaps, excess, 0.5 / entry) };
}

function excessOfLevels(column: Float64Array, there: Int32Array): Excess {
  const shares = new Map<number, number>();
  for (const i of there) shares.set(column[i], (shares.get(column[i]) ?? 0) + 1 / there.length);
  let alike = 0;
  for (const share of shares.values()) alike += share * share;
  // Beside zeros, the one entry of a level is half of a difference.
  const excess = column.map((level) => (Number.isNaN(level) ? 1 - alike : 0.5 - shares.get(level)!));
  return { ofDifference: excess, ofDistance: excess };
}

function excessOfNumbers(
  values: Float64Array,
  there: Int32Array,
  { distance }: Pick<Rules, "distance">,
): Excess {
  const n = there.length;
  const known = new Set(there);
  const sorted = Float64Array.from(there, (i) => values[i]).sort();
  const [sum, squares] = sorted.reduce(([a, b], x) => [a + x, b + x * x], [0, 0]);
  const differences = new Map<number, number>();
  let [total, below] = [0, 0];
  sorted.forEach((x, at) => {
    // Mean of |x − value| over all values, from the sum of those before it.
    const mean = (x * at - below + (sum - below) - x * (n - at)) / n;
    differences.set(x, mean);
    total += mean / n;
    below += x;
  });
  const ofDifference = values.map((x, i) => (known.has(i) ? differences.get(x)! - x : total));
  if (distance === "manhattan") return { ofDifference, ofDistance: ofDifference };
  const mean = sum / n;
  const variance = squares / n - mean * mean;
  // The mean of (x − value)² less x².
  return {
    ofDifference,
    ofDistance: values.map((x, i) => (known.has(i) ? squares / n - 2 * x * mean : 2 * variance)),
  };
}
