import { InputError } from "../../../core/input-error.js";
import { SparseMatrix } from "../../../numeric/sparse-matrix.js";
import type { ReadOptions } from "../../reading-options.js";
import type { RawArrays } from "../reader.js";
import { chooseArrays } from "../shared/choose-arrays.js";
import { checkSparseSize, compressedMatrix } from "../shared/compressed-matrix.js";
import type { StoredArray } from "../shared/stored-array.js";
import { toDoubles, toIndices } from "../shared/typed-numbers.js";
import type { StoredNpy } from "./stored-npy.js";

/** Whether these are the arrays that `scipy.sparse.save_npz` writes. */
export function isScipySparse(arrays: readonly StoredNpy[]): boolean {
  return ["format", "shape", "data"].every((name) => arrays.some((array) => array.name === name));
}

/** The matrix of `scipy.sparse.save_npz`; other arrays beside it may be its labels and names. */
export async function readScipySparse(
  arrays: readonly StoredNpy[],
  options: ReadOptions,
): Promise<RawArrays> {
  const part = (name: string): StoredNpy => {
    const found = arrays.find((array) => array.name === name);
    if (!found)
      throw new InputError("unreadable-file", `the sparse matrix is damaged: the array "${name}" is missing`);
    if (found.problem) throw new InputError("unreadable-file", `the array "${name}" ${found.problem}`);
    return found;
  };
  const numbers = (name: string) => part(name).readNumbers();
  const [format] = await part("format").readNames();
  if (format !== "csr" && format !== "csc" && format !== "coo")
    throw new InputError(
      "unreadable-file",
      `the sparse matrix has the format "${format}"; csr, csc and coo are supported: convert it with .tocsr()`,
    );
  const shape = [...toIndices(await numbers("shape"), 2 ** 31 - 2, "the shape")];
  if (shape.length !== 2)
    throw new InputError("unreadable-file", `the sparse matrix has ${shape.length} dimensions; 2 are needed`);
  const [rows, columns] = shape;

  const readMatrix = async () => {
    const values = toDoubles(await numbers("data"));
    if (format === "coo") {
      checkSparseSize(rows, columns, values.length);
      const rowOf = toIndices(await numbers("row"), rows - 1, "the row indices");
      const columnOf = toIndices(await numbers("col"), columns - 1, "the column indices");
      if (rowOf.length !== values.length || columnOf.length !== values.length)
        throw new InputError(
          "unreadable-file",
          `the sparse matrix is damaged: it has ${rowOf.length} rows and ${columnOf.length} columns for ${values.length} values`,
        );
      return SparseMatrix.fromTriplets(rows, columns, rowOf, columnOf, values);
    }
    const indices = toIndices(
      await numbers("indices"),
      (format === "csr" ? columns : rows) - 1,
      "the indices",
    );
    const starts = toIndices(await numbers("indptr"), values.length, "the index pointers");
    return compressedMatrix({ format, rows, columns, starts, indices, values });
  };
  const ownNames = ["format", "shape", "data", "indices", "indptr", "row", "col"];
  const matrix: StoredArray = {
    name: "the sparse matrix",
    shape,
    kind: "numbers",
    readMatrix,
    readNames: async () => [],
  };
  const others = arrays.filter((array) => !ownNames.includes(array.name));
  return chooseArrays([matrix, ...others], { ...options, values: matrix.name });
}
