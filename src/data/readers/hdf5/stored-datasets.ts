import type { StoredArray } from "../shared/stored-array.js";
import type { Hdf5Dataset, Hdf5File } from "./file.js";
import { denseRows, readMatrix } from "./read-numbers.js";

/** Groups may hold each other, so the search ends at some depth and at some number of objects. */
const depthLimit = 6;
const objectLimit = 500;

/** All datasets of a plain HDF5 file, by their paths; the outer ones first. */
export function storedDatasets(file: Hdf5File): StoredArray[] {
  const found: StoredArray[] = [];
  let objects = 0;
  let groups = [""];
  for (let depth = 0; depth < depthLimit; depth++) {
    const inner: string[] = [];
    for (const group of groups)
      for (const name of file.names(group)) {
        if (++objects > objectLimit) return found;
        const path = group === "" ? name : `${group}/${name}`;
        const kind = file.kindOfExisting(path);
        if (kind === "dataset") found.push(storedDataset(file, file.dataset(path)));
        if (kind === "group") inner.push(path);
      }
    groups = inner;
  }
  return found;
}

/** A dataset as one of the arrays of a file. */
export function storedDataset(file: Hdf5File, dataset: Hdf5Dataset): StoredArray {
  const { path, shape, type } = dataset;
  const isNumbers = type.kind === "numbers" || type.kind === "enum";
  const isText = type.kind === "text";
  return {
    name: path,
    shape,
    kind: isNumbers ? "numbers" : isText ? "text" : "other",
    problem:
      isNumbers || isText
        ? undefined
        : `holds ${type.kind === "other" ? type.what : `values of the type "${type.kind}"`}, which are not supported`,
    readMatrix: () => readMatrix(file, dataset),
    inParts: () => denseRows(file, dataset),
    readNames: async () => file.readNames(dataset),
  };
}
