import type { Dataset } from "../data/dataset.js";
import { Matrix } from "../numeric/matrix.js";

/**
 * Columns brought to mean 0 and length 1, so that their products are correlations; a constant column becomes zeros. Each is
 * taken from its first value and by its largest, so that neither a large offset nor the unit costs digits.
 */
export function unitColumns(values: Matrix): Matrix {
  const { rows, columns } = values;
  const result = Matrix.zeros(rows, columns);
  const column = new Float64Array(rows);
  for (let j = 0; j < columns; j++) {
    const first = values.get(0, j);
    let range = 0;
    for (let i = 0; i < rows; i++) {
      column[i] = values.get(i, j) / 2 - first / 2;
      range = Math.max(range, Math.abs(column[i]));
    }
    if (!(range > 0)) continue;
    let sum = 0;
    for (let i = 0; i < rows; i++) {
      column[i] /= range;
      sum += column[i];
    }
    const mean = sum / rows;
    let squares = 0;
    for (let i = 0; i < rows; i++) squares += (column[i] - mean) * (column[i] - mean);
    const length = Math.sqrt(squares);
    for (let i = 0; i < rows; i++) result.data[i * columns + j] = (column[i] - mean) / length;
  }
  return result;
}

/** Some columns of the data, dense. */
export function denseColumns({ values }: Dataset, columns: ArrayLike<number>): Matrix {
  const chosen = values.selectColumns(columns);
  return chosen instanceof Matrix ? chosen : chosen.toDense();
}

/** A correlation that rounding cannot push past one. */
export const clampCorrelation = (r: number): number => Math.max(-1, Math.min(1, r));
