import { InputError } from "../../../core/input-error.js";
import type { StoredArray } from "../shared/stored-array.js";
import { transposed } from "../shared/transposed.js";
import { readCompressedGroup, sparseShape } from "./compressed-group.js";
import { type Hdf5Dataset, type Hdf5File, product } from "./file.js";
import { storedDataset } from "./stored-datasets.js";

/** Whether this is a MATLAB 7.3 file. */
export const isMatlab = (file: Hdf5File): boolean => file.begins("MATLAB 7.3");

/**
 * The variables of a MATLAB 7.3 file. MATLAB's columns come first there, so shapes and matrices are turned round; texts
 * are arrays of 16-bit characters, cell arrays are references to arrays elsewhere in the file, and sparse matrices are
 * groups.
 */
export function storedMatlabVariables(file: Hdf5File): StoredArray[] {
  const variables = file.names("").filter((name) => !name.startsWith("#"));
  return variables.flatMap((name) => {
    const kind = file.kindOfExisting(name);
    if (kind === "dataset") return [storedVariable(file, file.dataset(name))];
    return kind === "group" ? [storedGroup(file, name)] : [];
  });
}

function storedVariable(file: Hdf5File, dataset: Hdf5Dataset): StoredArray {
  const plain = storedDataset(file, dataset);
  const [className] = file.attribute(dataset.path, "MATLAB_class") ?? [""];
  const shape = [...dataset.shape].reverse();
  if (file.attribute(dataset.path, "MATLAB_empty")) return { ...plain, shape: [0, 0] };
  if (className === "char") {
    const readNames = async () => readCharacterRows(file, dataset);
    return { ...plain, kind: "text", shape: [shape[0], 1], readNames };
  }
  if (className === "cell" && dataset.type.kind === "reference") {
    const readNames = async () => readCells(file, dataset);
    return { ...plain, kind: "text", problem: undefined, shape, readNames };
  }
  const isCompound = dataset.type.kind === "compound";
  return {
    ...plain,
    shape,
    problem: isCompound
      ? "holds complex numbers, which are not supported; save the real part or the modulus"
      : plain.problem,
    readMatrix: async () => transposed(await plain.readMatrix()),
    inParts: undefined,
    async readNames() {
      const names = await plain.readNames();
      return className === "logical" ? names.map((name) => (name === "0" ? "false" : "true")) : names;
    },
  };
}

function storedGroup(file: Hdf5File, path: string): StoredArray {
  const rows = file.attribute(path, "MATLAB_sparse")?.[0];
  const other = { name: path, readNames: async () => [], shape: [1, 1] };
  if (rows === undefined || file.kindOf(`${path}/jc`) !== "dataset") {
    const [className] = file.attribute(path, "MATLAB_class") ?? ["group"];
    const refuse = () => Promise.reject(new InputError("unreadable-file", `"${path}" is not a matrix`));
    return {
      ...other,
      kind: "other",
      problem: `is a ${className}, which is not supported`,
      readMatrix: refuse,
    };
  }
  const columns = product(file.dataset(`${path}/jc`).shape) - 1;
  const shape = sparseShape([rows, columns], path);
  const parts = { data: "data", indices: "ir", starts: "jc" };
  const readMatrix = () =>
    readCompressedGroup(file, { path, format: "csc", rows: shape[0], columns: shape[1], parts });
  return { ...other, shape, kind: "numbers", readMatrix };
}

/** Each row of a character matrix is one text, filled up with blanks. */
function readCharacterRows(file: Hdf5File, dataset: Hdf5Dataset): string[] {
  const [columns, rows] = dataset.shape;
  const characters = file.readNames(dataset).map((code) => String.fromCharCode(Number(code)));
  return Array.from({ length: rows }, (_, i) => {
    let text = "";
    for (let j = 0; j < columns; j++) text += characters[j * rows + i];
    return text.trimEnd();
  });
}

function readCells(file: Hdf5File, dataset: Hdf5Dataset): string[] {
  const offset = dataset.shape.map(() => 0);
  const references = file.readBlock(dataset, offset, dataset.shape);
  return Array.from({ length: product(dataset.shape) }, (_, i) => {
    const size = dataset.elementSize;
    const path = file.referencedPath(references.subarray(i * size, (i + 1) * size));
    const cell = file.dataset(path);
    const [className] = file.attribute(path, "MATLAB_class") ?? [""];
    if (file.attribute(path, "MATLAB_empty")) return "";
    const names = className === "char" ? readCharacterRows(file, cell) : file.readNames(cell);
    if (names.length > 1)
      throw new InputError(
        "unreadable-file",
        `cell ${i + 1} of "${dataset.path}" must hold one string or one number`,
      );
    return names[0] ?? "";
  });
}
