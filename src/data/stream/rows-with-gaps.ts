import type { RowValues } from "../../numeric/float-rows.js";
import { SparseMatrix } from "../../numeric/sparse-matrix.js";

/** 1 for each row with a missing value. */
export function rowsWithGaps(values: RowValues): Uint8Array {
  const gaps = new Uint8Array(values.rows);
  for (let i = 0; i < values.rows; i++) {
    const row =
      values instanceof SparseMatrix
        ? values.values.subarray(values.rowStarts[i], values.rowStarts[i + 1])
        : values.data.subarray(i * values.columns, (i + 1) * values.columns);
    if (row.some((value) => Number.isNaN(value))) gaps[i] = 1;
  }
  return gaps;
}
