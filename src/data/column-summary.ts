import type { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import { columnBlocks } from "./column-blocks.js";

/** What one column holds. Means and the like are over its finite values. */
export interface ColumnSummary {
  readonly missing: number;
  readonly infinite: number;
  readonly zeros: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly deviation: number;
  readonly skewness: number;
  /** All values are equal, none missing. */
  readonly constant: boolean;
  /** All values are whole numbers, none negative. */
  readonly wholeCounts: boolean;
}

/** A summary of every column. */
export function columnSummary(values: Matrix | SparseMatrix): ColumnSummary[] {
  const summaries: ColumnSummary[] = [];
  const column = new Float64Array(values.rows);
  for (const block of columnBlocks(values))
    for (let j = 0; j < block.values.columns; j++) {
      for (let i = 0; i < column.length; i++) column[i] = block.values.get(i, j);
      summaries.push(summarise(column));
    }
  return summaries;
}

function summarise(column: Float64Array): ColumnSummary {
  let [missing, infinite, zeros, sum] = [0, 0, 0, 0];
  let [minimum, maximum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let wholeCounts = true;
  for (const x of column) {
    if (Number.isNaN(x)) missing++;
    else if (!Number.isFinite(x)) infinite++;
    else {
      if (x === 0) zeros++;
      if (x < minimum) minimum = x;
      if (x > maximum) maximum = x;
      if (x < 0 || !Number.isInteger(x)) wholeCounts = false;
      sum += x;
    }
  }
  const finite = column.length - missing - infinite;
  const mean = sum / finite;
  let [second, third] = [0, 0];
  for (const x of column) {
    if (!Number.isFinite(x)) continue;
    const distance = x - mean;
    second += distance * distance;
    third += distance * distance * distance;
  }
  const constant = minimum === maximum;
  const deviation = finite > 0 && !constant ? Math.sqrt(second / finite) : 0;
  return {
    missing,
    infinite,
    zeros,
    minimum,
    maximum,
    deviation,
    skewness: deviation > 0 ? third / finite / (deviation * deviation * deviation) : 0,
    constant: constant && finite === column.length,
    wholeCounts,
  };
}
