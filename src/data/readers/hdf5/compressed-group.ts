import { InputError } from "../../../core/input-error.js";
import type { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import { compressedMatrix } from "../shared/compressed-matrix.js";
import type { Hdf5File } from "./file.js";
import { readDoubles, readIndices } from "./read-numbers.js";

/** Where a group keeps the three arrays of a sparse matrix, and how they are to be understood. */
export interface CompressedGroup {
  readonly path: string;
  readonly format: "csr" | "csc";
  readonly rows: number;
  readonly columns: number;
  /** The arrays' names where they are not `data`, `indices` and `indptr`. */
  readonly parts?: { readonly data: string; readonly indices: string; readonly starts: string };
}

/** Reads a sparse matrix that a group holds as three arrays. */
export async function readCompressedGroup(file: Hdf5File, group: CompressedGroup): Promise<SparseMatrix> {
  const { path, format, rows, columns } = group;
  const parts = group.parts ?? { data: "data", indices: "indices", starts: "indptr" };
  const part = (name: string) => {
    const place = `${path}/${name}`;
    if (file.kindOf(place) !== "dataset")
      throw new InputError("unreadable-file", `the sparse matrix "${path}" is damaged: "${name}" is missing`);
    return file.dataset(place);
  };
  const lineLength = format === "csr" ? columns : rows;
  const values = await readDoubles(file, part(parts.data));
  const indices = await readIndices(file, part(parts.indices), Math.max(0, lineLength - 1));
  const starts = await readIndices(file, part(parts.starts), values.length);
  return compressedMatrix({ format, rows, columns, starts, indices, values });
}

/** The two sizes of a sparse matrix, from the texts of an attribute or the numbers of a dataset. */
export function sparseShape(sizes: readonly (string | number)[], path: string): [number, number] {
  const numbers = sizes.map(Number);
  if (
    numbers.length !== 2 ||
    !numbers.every((size) => Number.isInteger(size) && size >= 0 && size < 2 ** 31 - 1)
  )
    throw new InputError(
      "unreadable-file",
      `the sparse matrix "${path}" is damaged: its shape is ${sizes.join(" × ")}`,
    );
  return [numbers[0], numbers[1]];
}
