import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import { beginsAsHdf5 } from "./hdf5/superblock.js";
import type { ArrayReader } from "./reader.js";
import { inFile, readingParts } from "./shared/reading.js";

/** HDF5 files with named arrays; those of AnnData, 10x Genomics and MATLAB 7.3 are told by what is inside. */
export const hdf5Reader: ArrayReader = {
  kind: "arrays",
  namesLabels: true,
  format: "hdf5",
  title: "HDF5",
  extensions: [".h5", ".hdf5", ".hdf", ".he5"],
  recognises: beginsAsHdf5,
  ...readingWith(false),
};

/** AnnData files: X or a layer, labels from a column of `obs`, names from `obs` and `var`. */
export const h5adReader: ArrayReader = {
  kind: "arrays",
  namesLabels: true,
  format: "h5ad",
  title: "AnnData",
  extensions: [".h5ad"],
  recognises: beginsAsHdf5,
  ...readingWith(true),
};

/** The library is loaded when the first file is read. */
function readingWith(anndata: boolean): Pick<ArrayReader, "readArrays" | "readParts" | "sizeOf"> {
  const load = () => import("./hdf5/read-hdf5.js");
  async function* parts(source: ByteSource, options: ReadOptions) {
    yield* (await load()).readHdf5Parts(source, options, anndata);
  }
  return {
    readArrays: (source, options) =>
      inFile(source.name, async () => (await load()).readHdf5(source, options, anndata)),
    readParts: (source, options) => readingParts("HDF5", source, options, parts(source, options)),
    sizeOf: (source, options) =>
      inFile(source.name, async () => (await load()).sizeOfHdf5(source, options, anndata)),
  };
}
