import { columnBlocks } from "../../data/column-entries.js";
import type { Dataset } from "../../data/dataset.js";
import type { Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { MixedDifferences } from "./mixed-differences.js";
import type { Rules } from "./rules.js";

/** The data in kernel memory, one row per sample, counted from the smallest value of each feature. */
export interface ScaledSamples {
  readonly values: Matrix;
  /** The largest value of each feature in `values`; 0 where the feature is constant. */
  readonly ranges: Float64Array;
  /** What brings differences of columns to those of features where they are not the same; else null. */
  readonly mixed: MixedDifferences | null;
}

/** Copies the data, each feature divided by its range unless it is to stay as it is. */
export async function openScaledSamples(
  workspace: Workspace,
  data: Dataset,
  { scaling, smallestRange }: Pick<Rules, "scaling" | "smallestRange">,
  progress: (fraction: number) => Promise<void>,
): Promise<ScaledSamples> {
  const values = workspace.matrix(data.rows, data.features);
  const ranges = new Float64Array(data.features);
  for (const { start, values: block } of columnBlocks(data.values)) {
    const { mins, maxs } = extremes(block);
    // A range that is too large for a number is taken by halves.
    const halves = mins.map((min, j) => (Number.isFinite(maxs[j] - min) ? 1 : 0.5));
    const found = mins.map((min, j) => maxs[j] * halves[j] - min * halves[j]);
    const isConstant = Array.from(found, (range) => range === 0 || range < smallestRange);
    const divisors = scaling === "range" ? found : halves;
    const { data: from, offset, rowStride, columnStride } = block;
    for (let i = 0; i < block.rows; i++)
      for (let j = 0, at = offset + i * rowStride; j < block.columns; j++, at += columnStride)
        if (!isConstant[j])
          values.data[i * data.features + start + j] =
            (from[at] * halves[j] - mins[j] * halves[j]) / divisors[j];
    for (let j = 0; j < block.columns; j++) ranges[start + j] = isConstant[j] ? 0 : found[j] / divisors[j];
    await progress((start + block.columns) / data.features);
  }
  return { values, ranges, mixed: null };
}

/** One column of numbers in the same way; missing values are 0. */
export function openColumn(
  column: Float64Array,
  { scaling, smallestRange }: Pick<Rules, "scaling" | "smallestRange">,
): { values: Float64Array; range: number } {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of column) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const half = Number.isFinite(max - min) ? 1 : 0.5;
  const range = max * half - min * half;
  // Not above zero also where no value is there at all.
  if (!(range > 0) || range < smallestRange) return { values: column.map(() => 0), range: 0 };
  const divisor = scaling === "range" ? range : half;
  const scaled = (value: number) => (value * half - min * half) / divisor;
  return {
    values: column.map((value) => (Number.isNaN(value) ? 0 : scaled(value))),
    range: range / divisor,
  };
}

function extremes(block: Matrix): { mins: Float64Array; maxs: Float64Array } {
  const mins = new Float64Array(block.columns).fill(Number.POSITIVE_INFINITY);
  const maxs = new Float64Array(block.columns).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < block.rows; i++)
    for (let j = 0; j < block.columns; j++) {
      const value = block.get(i, j);
      if (value < mins[j]) mins[j] = value;
      if (value > maxs[j]) maxs[j] = value;
    }
  return { mins, maxs };
}

/** The smallest power of two that is not below x; 1 for 0. */
export function powerOfTwoFrom(x: number): number {
  if (x === 0) return 1;
  let power = 1;
  while (power < x) power *= 2;
  while (power / 2 >= x) power /= 2;
  return power;
}
