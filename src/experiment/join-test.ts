import type { Dataset } from "../data/dataset.js";
import { encodeLabels } from "../data/labels.js";
import { InputError } from "../numeric/input-error.js";
import { Matrix } from "../numeric/matrix.js";
import { SparseMatrix } from "../numeric/sparse-matrix.js";

/**
 * Training and test data as one, the rows to train on first. The test data's features are found by name; more of them
 * than the training data has are left out.
 */
export function joinTest(train: Dataset, test: Dataset): Dataset {
  if (!train.labels || !test.labels)
    throw new InputError(
      `the ${train.labels ? "test" : "training"} data has no labels; name its label column`,
    );
  const placeOf = new Map(test.featureNames.map((name, j) => [name, j]));
  const missing = train.featureNames.find((name) => !placeOf.has(name));
  if (missing !== undefined)
    throw new InputError(
      `the test data has no feature "${missing}"; it needs all ${train.features} features of the training data`,
    );
  const { classes } = train.labels;
  const unknown = test.labels.classes.find(
    (name, code) => !classes.includes(name) && test.labels!.codes.includes(code),
  );
  if (unknown !== undefined)
    throw new InputError(
      `the test data has a class "${unknown}" that the training data has not; its classes are ${classes.slice(0, 20).join(", ")}`,
    );
  const columns = train.featureNames.map((name) => placeOf.get(name)!);
  const nameOf = ({ labels }: Dataset) => Array.from(labels!.codes, (code) => labels!.classes[code]);
  return train.with({
    values: stack(train.values, test.values.selectColumns(columns)),
    labels: encodeLabels([...nameOf(train), ...nameOf(test)]),
    rowIds: null,
    rowGroups: null,
  });
}

/** One matrix above the other; sparse where both are. */
function stack(top: Matrix | SparseMatrix, bottom: Matrix | SparseMatrix): Matrix | SparseMatrix {
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
