import { Matrix } from "../../../numeric/matrix.js";
import { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import { scatterColumns } from "./dense-matrix.js";
import { allocateNumbers } from "./typed-numbers.js";

/** The transpose, row-major or in compressed rows like what was given. */
export function transposed(values: Matrix | SparseMatrix): Matrix | SparseMatrix {
  if (values instanceof SparseMatrix) {
    const { rows, columns, rowStarts, columnIndices } = values;
    const turned = transposeCompressed(rows, columns, rowStarts, columnIndices, values.values);
    return new SparseMatrix(columns, rows, turned.starts, turned.indices, turned.values);
  }
  const { rows, columns } = values;
  if (!values.isRowMajor || values.offset !== 0) return values.transposed().copy();
  const result = allocateNumbers(rows * columns);
  scatterColumns(values.data, columns, rows, result, rows, 0);
  return new Matrix(result, columns, rows);
}

/**
 * Compressed lines of the other direction: rows from columns or columns from rows. Linear in the number of entries;
 * the indices within each new line rise, because the old lines are visited in order.
 */
export function transposeCompressed(
  lines: number,
  lineLength: number,
  starts: Int32Array,
  indices: Int32Array,
  values: Float64Array,
): { starts: Int32Array; indices: Int32Array; values: Float64Array } {
  const newStarts = new Int32Array(lineLength + 1);
  for (const index of indices) newStarts[index + 1]++;
  for (let j = 0; j < lineLength; j++) newStarts[j + 1] += newStarts[j];
  const next = newStarts.slice();
  const newIndices = new Int32Array(indices.length);
  const newValues = allocateNumbers(values.length);
  for (let i = 0; i < lines; i++)
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      const at = next[indices[k]]++;
      newIndices[at] = i;
      newValues[at] = values[k];
    }
  return { starts: newStarts, indices: newIndices, values: newValues };
}
