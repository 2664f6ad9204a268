import { InputError } from "../../core/input-error.js";
import type { ReadOptions } from "../reading-options.js";
import { isNpy } from "./npy/header.js";
import { isScipySparse, readScipySparse } from "./npy/scipy-sparse.js";
import { type StoredNpy, storedNpy } from "./npy/stored-npy.js";
import type { ArrayReader } from "./reader.js";
import { chooseArrays } from "./shared/choose-arrays.js";
import { inFile } from "./shared/reading.js";
import { zipMembers } from "./shared/zip.js";

/** One NumPy array in a file of its own: values only, without names and labels. */
export const npyReader: ArrayReader = {
  kind: "arrays",
  format: "npy",
  title: "NumPy array",
  extensions: [".npy"],
  recognises: isNpy,
  readArrays: (source, options) =>
    inFile(source.name, async () => {
      refuseTarget(options);
      const array = await storedNpy(source.name.replace(/\.npy$/i, ""), {
        size: source.size,
        readStart: (count) => source.read(0, count),
        readAll: () => source.read(0, source.size),
      });
      return chooseArrays([array], { ...options, target: undefined, values: array.name });
    }),
};

/** Refuses a target in a file that has none. */
export function refuseTarget({ target, optional }: ReadOptions): void {
  if (target === undefined || optional?.includes("target")) return;
  throw new InputError(
    "target",
    "a single NumPy array has no labels; save the data and the labels in one .npz file",
    { remedies: [{ action: "give the labels in a separate file", option: "labels" }] },
  );
}

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
        throw new InputError(
          "unreadable-file",
          "the archive holds no NumPy arrays (members whose names end in .npy)",
        );
      if (options.values === undefined && isScipySparse(arrays)) return readScipySparse(arrays, options);
      return chooseArrays(arrays, options);
    }),
};
