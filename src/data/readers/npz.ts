import { InputError } from "../../numeric/input-error.js";
import { isScipySparse, readScipySparse } from "./npy/scipy-sparse.js";
import { type StoredNpy, storedNpy } from "./npy/stored-npy.js";
import type { ArrayReader } from "./reader.js";
import { chooseArrays } from "./shared/choose-arrays.js";
import { inFile } from "./shared/in-file.js";
import { zipMembers } from "./shared/zip.js";

/** Several NumPy arrays in a zip archive (`numpy.savez`), or one sparse matrix (`scipy.sparse.save_npz`). */
export const npzReader: ArrayReader = {
  kind: "arrays",
  namesLabels: true,
  format: "npz",
  title: "NumPy archive",
  extensions: [".npz"],
  readArrays: (source, options) =>
    inFile(source.name, async () => {
      const arrays: StoredNpy[] = [];
      for (const member of await zipMembers(source))
        if (member.name.endsWith(".npy")) arrays.push(await storedNpy(member.name.slice(0, -4), member));
      if (arrays.length === 0)
        throw new InputError("the archive holds no NumPy arrays (members whose names end in .npy)");
      if (options.values === undefined && isScipySparse(arrays)) return readScipySparse(arrays, options);
      return chooseArrays(arrays, options);
    }),
};
