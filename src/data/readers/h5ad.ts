import { findSuperblock } from "./hdf5/superblock.js";
import type { ArrayReader } from "./reader.js";
import { inFile } from "./shared/in-file.js";

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
