import { InputError } from "../../numeric/input-error.js";
import { isNpy } from "./npy/header.js";
import { storedNpy } from "./npy/stored-npy.js";
import type { ArrayReader } from "./reader.js";
import { chooseArrays } from "./shared/choose-arrays.js";
import { inFile } from "./shared/in-file.js";

/** One NumPy array in a file of its own: values only, without names and labels. */
export const npyReader: ArrayReader = {
  kind: "arrays",
  format: "npy",
  title: "NumPy array",
  extensions: [".npy"],
  recognises: isNpy,
  readArrays: (source, options) =>
    inFile(source.name, async () => {
      if (options.target !== undefined && !options.optional?.includes("target"))
        throw new InputError(
          "a lone NumPy array holds no labels; give them in a file of their own with --labels, or both in one .npz",
        );
      const array = await storedNpy(source.name.replace(/\.npy$/i, ""), {
        size: source.size,
        readStart: (count) => source.read(0, count),
        readAll: () => source.read(0, source.size),
      });
      return chooseArrays([array], { ...options, target: undefined, values: array.name });
    }),
};
