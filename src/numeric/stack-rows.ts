import { Matrix } from "./matrix.js";
import { SparseMatrix } from "./sparse-matrix.js";

/** One matrix above the other; sparse where both are. */
export function stackRows(top: Matrix | SparseMatrix, bottom: Matrix | SparseMatrix): Matrix | SparseMatrix {
  if (top instanceof SparseMatrix && bottom instanceof SparseMatrix) {
    const held = top.values.length;
    return new SparseMatrix(
      top.rows + bottom.rows,
      top.columns,
      concat(
        Int32Array,
        top.rowStarts,
        bottom.rowStarts.subarray(1).map((start) => start + held),
      ),
      concat(Int32Array, top.columnIndices, bottom.columnIndices),
      concat(Float64Array, top.values, bottom.values),
    );
  }
  const [above, below] = [dense(top), dense(bottom)];
  return new Matrix(concat(Float64Array, above.data, below.data), top.rows + bottom.rows, top.columns);
}

const dense = (values: Matrix | SparseMatrix) =>
  values instanceof Matrix ? values.copy() : values.toDense();

function concat<T extends Int32Array | Float64Array>(
  kind: new (length: number) => T,
  first: T,
  second: T,
): T {
  const result = new kind(first.length + second.length);
  result.set(first);
  result.set(second, first.length);
  return result;
}
