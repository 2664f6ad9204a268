import type { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import { type ColumnEntries, columnEntries } from "./column-entries.js";

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

/** A summary of every column; `report` is told the part done now and then. */
export async function columnSummary(
  values: Matrix | SparseMatrix,
  report: (fraction: number) => Promise<void> = async () => {},
): Promise<ColumnSummary[]> {
  const summaries: ColumnSummary[] = [];
  for (const entries of columnEntries(values)) {
    summaries.push(summarise(entries, values.rows));
    if (summaries.length % 64 === 0) await report(summaries.length / values.columns);
  }
  return summaries;
}

function summarise({ values }: ColumnEntries, rows: number): ColumnSummary {
  const zeros = rows - values.length;
  let [missing, infinite, sum] = [0, 0, 0];
  let [minimum, maximum] = zeros > 0 ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let wholeCounts = true;
  for (const x of values) {
    if (Number.isNaN(x)) missing++;
    else if (!Number.isFinite(x)) infinite++;
    else {
      if (x < minimum) minimum = x;
      if (x > maximum) maximum = x;
      if (x < 0 || !Number.isInteger(x)) wholeCounts = false;
      sum += x;
    }
  }
  const finite = rows - missing - infinite;
  const mean = sum / finite;
  let [second, third] = [zeros * mean * mean, -zeros * mean * mean * mean];
  for (const x of values) {
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
    constant: constant && finite === rows,
    wholeCounts,
  };
}
