import { columnBlocks } from "../data/column-entries.js";
import type { Dataset } from "../data/dataset.js";
import type { Kernels } from "../kernels/kernels.js";
import { Matrix } from "../numeric/matrix.js";
import { clampCorrelation, denseColumns, unitColumns } from "./unit-columns.js";

/** A feature that could stand in for another. */
export interface Twin {
  /** A column of the data. */
  readonly column: number;
  readonly correlation: number;
}

/** Columns whose correlations are computed at a time. */
const width = 256;

/**
 * For each of the chosen columns those others with the largest |correlation| to it, closest first; equal ones by their
 * place. Columns of `without` do not count, nor do constant ones. It goes through the data in blocks, so that it needs
 * little memory whatever the number of features.
 */
export async function findTwins(
  data: Dataset,
  chosen: readonly number[],
  kernels: Kernels,
  {
    count = 3,
    without = [],
    progress,
  }: {
    readonly count?: number;
    readonly without?: readonly number[];
    readonly progress?: (fraction: number) => Promise<void>;
  } = {},
): Promise<Twin[][]> {
  const closest: Twin[][] = chosen.map(() => []);
  const closed = new Set([...chosen, ...without]);
  if (chosen.length === 0) return closest;
  const own = unitColumns(denseColumns(data, chosen)).transposed();
  for (const { start, values } of columnBlocks(data.values, width)) {
    const products = Matrix.zeros(own.rows, values.columns);
    kernels.gemm(1, own, unitColumns(values), 0, products);
    for (let j = 0; j < values.columns; j++)
      if (!closed.has(start + j))
        for (let i = 0; i < own.rows; i++) {
          const correlation = clampCorrelation(products.get(i, j));
          if (correlation !== 0) keep(closest[i], { column: start + j, correlation }, count);
        }
    await progress?.((start + values.columns) / data.features);
  }
  return closest;
}

/** Puts a twin in its place if it is among the closest. */
function keep(list: Twin[], twin: Twin, count: number): void {
  const size = Math.abs(twin.correlation);
  if (list.length === count && Math.abs(list[count - 1].correlation) >= size) return;
  const place = list.findIndex(({ correlation }) => Math.abs(correlation) < size);
  list.splice(place < 0 ? list.length : place, 0, twin);
  if (list.length > count) list.pop();
}
