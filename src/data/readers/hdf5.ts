import { findSuperblock } from "./hdf5/superblock.js";
import type { ArrayReader } from "./reader.js";
import { inFile } from "./shared/reading.js";

/** HDF5 files with named arrays; those of AnnData, 10x Genomics and MATLAB 7.3 are told by what is inside. */
export const hdf5Reader: ArrayReader = {
  kind: "arrays",
  namesLabels: true,
  format: "hdf5",
  title: "HDF5",
  extensions: [".h5", ".hdf5", ".hdf", ".he5"],
  recognises: (head) => findSuperblock(head) >= 0,
  readArrays: (source, options) =>
    inFile(source.name, async () => {
      const { readHdf5 } = await import("./hdf5/read-hdf5.js");
      return readHdf5(source, options);
    }),
};

/** AnnData files: X or a layer, labels from a column of `obs`, names from `obs` and `var`. */
export const h5adReader: ArrayReader = {
  kind: "arrays",
  namesLabels: true,
  format: "h5ad",
  title: "AnnData",
  extensions: [".h5ad"],
  recognises: (head) => findSuperblock(head) >= 0,
  readArrays: (source, options) =>
    inFile(source.name, async () => {
      const { readHdf5 } = await import("./hdf5/read-hdf5.js");
      return readHdf5(source, options, true);
    }),
};
