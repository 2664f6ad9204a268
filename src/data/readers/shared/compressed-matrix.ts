import { InputError } from "../../../core/input-error.js";
import { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import { transposeCompressed } from "./transposed.js";

/** A sparse matrix as files hold it: compressed rows (CSR) or compressed columns (CSC). */
export interface CompressedLines {
  readonly format: "csr" | "csc";
  readonly rows: number;
  readonly columns: number;
  readonly starts: Int32Array;
  readonly indices: Int32Array;
  readonly values: Float64Array;
}

/** A checked CSR matrix. Files may hold indices in any order and entries that stand twice; such entries are added. */
export function compressedMatrix(given: CompressedLines): SparseMatrix {
  const { format, rows, columns, starts, indices, values } = given;
  const [lines, lineLength] = format === "csr" ? [rows, columns] : [columns, rows];
  checkSparseSize(rows, columns, values.length);
  const rise = checkLines(given, lines, lineLength);
  if (rise && format === "csr") return new SparseMatrix(rows, columns, starts, indices, values);
  if (rise) {
    const turned = transposeCompressed(lines, lineLength, starts, indices, values);
    return new SparseMatrix(rows, columns, turned.starts, turned.indices, turned.values);
  }
  const lineOf = new Int32Array(values.length);
  for (let i = 0; i < lines; i++) lineOf.fill(i, starts[i], starts[i + 1]);
  return format === "csr"
    ? SparseMatrix.fromTriplets(rows, columns, lineOf, indices, values)
    : SparseMatrix.fromTriplets(rows, columns, indices, lineOf, values);
}

/**
 * Refuses sizes that so few entries do not explain: a damaged file must not cost gigabytes for what is empty. An empty row
 * costs a few bytes, but an empty column has a name, a score and a place in the ranking.
 */
export function checkSparseSize(rows: number, columns: number, entries: number): void {
  const limitOf = (least: number) => Math.min(2 ** 31 - 2, Math.max(least, 64 * entries));
  const [mostRows, mostColumns] = [limitOf(2 ** 24), limitOf(2 ** 20)];
  if (!(rows <= mostRows && columns <= mostColumns))
    throw new InputError(
      "unreadable-file",
      `a sparse matrix of ${rows} × ${columns} with ${entries} entries is not supported: at most ${mostRows} rows and ${mostColumns} columns are allowed with so few entries`,
    );
}

/** Refuses what does not fit together; tells whether the indices of every line rise. */
function checkLines(
  { format, starts, indices, values }: CompressedLines,
  lines: number,
  lineLength: number,
): boolean {
  const line = format === "csr" ? "row" : "column";
  if (starts.length !== lines + 1 || starts[0] !== 0 || starts[lines] !== values.length)
    throw new InputError(
      "unreadable-file",
      `the sparse matrix is damaged: its ${line} starts do not match its ${values.length} values and ${lines} ${line}s`,
    );
  if (indices.length !== values.length)
    throw new InputError(
      "unreadable-file",
      `the sparse matrix is damaged: it has ${indices.length} indices for ${values.length} values`,
    );
  let rise = true;
  for (let i = 0; i < lines; i++) {
    if (starts[i + 1] < starts[i])
      throw new InputError(
        "unreadable-file",
        `the sparse matrix is damaged: ${line} ${i + 1} ends before it starts`,
      );
    for (let k = starts[i], previous = -1; k < starts[i + 1]; k++) {
      if (indices[k] < 0 || indices[k] >= lineLength)
        throw new InputError(
          "unreadable-file",
          `the sparse matrix is damaged: ${line} ${i + 1} has index ${indices[k]} where 0 to ${lineLength - 1} is allowed`,
        );
      if (indices[k] <= previous) rise = false;
      previous = indices[k];
    }
  }
  return rise;
}
