import { Dataset, type DatasetParts } from "../data/dataset.js";
import { Matrix } from "../numeric/matrix.js";
import { SparseMatrix } from "../numeric/sparse-matrix.js";

/** A dataset whose numbers lie in shared memory, as plain data that can be sent to threads without a copy for each. */
export interface SharedDataset {
  readonly parts: Omit<DatasetParts, "values">;
  readonly values: SharedValues;
}

type SharedValues =
  | { readonly rows: number; readonly columns: number; readonly dense: Float64Array }
  | {
      readonly rows: number;
      readonly columns: number;
      readonly rowStarts: Int32Array;
      readonly columnIndices: Int32Array;
      readonly entries: Float64Array;
    };

/** Copies the numbers into shared memory, once for all threads. */
export function shareDataset(data: Dataset): SharedDataset {
  const { values, featureNames, categories, labels, targets, labelName, missing, source } = data;
  const { rows, columns } = values;
  return {
    parts: { featureNames, categories, labels, targets, labelName, missing, source },
    values:
      values instanceof Matrix
        ? { rows, columns, dense: share(values.data) }
        : {
            rows,
            columns,
            rowStarts: share(values.rowStarts),
            columnIndices: share(values.columnIndices),
            entries: share(values.values),
          },
  };
}

/**
 * The same dataset with its numbers in shared memory, so that threads need no copy of them. The old numbers are let go at once: the
 * thread that holds them may have nothing to do from here on, and then nobody would collect them. The dataset that was given must not be
 * used any more.
 */
export function movedToShared(data: Dataset): Dataset {
  const { values } = data;
  const moved = data.with({ values: openShared(shareDataset(data)).values });
  const { buffer, byteLength } = values instanceof Matrix ? values.data : values.values;
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) letGo(buffer);
  return moved;
}

/** Sends a buffer where nobody receives it, which frees its memory. */
function letGo(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(null, [buffer]);
  port1.close();
  port2.close();
}

/** The dataset again, over the same memory. */
export function openShared({ parts, values }: SharedDataset): Dataset {
  const { rows, columns } = values;
  return new Dataset({
    ...parts,
    values:
      "dense" in values
        ? new Matrix(values.dense, rows, columns)
        : new SparseMatrix(rows, columns, values.rowStarts, values.columnIndices, values.entries),
  });
}

function share<T extends Int32Array | Float64Array>(array: T): T {
  if (array.buffer instanceof SharedArrayBuffer) return array;
  const kind = array.constructor as new (buffer: SharedArrayBuffer) => T;
  const shared = new kind(new SharedArrayBuffer(array.byteLength));
  shared.set(array);
  return shared;
}
