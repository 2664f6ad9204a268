import { InputError } from "../../core/input-error.js";
import { storedVariables } from "./mat/stored-variables.js";
import type { ArrayReader } from "./reader.js";
import { chooseArrays } from "./shared/choose-arrays.js";
import { inFile } from "./shared/reading.js";

/**
 * MATLAB files. Version 5 (what `save` writes by default, also with -v6 and -v7) is read here; version 7.3 is HDF5 with
 * MATLAB's own conventions and goes to that reader.
 */
export const matReader: ArrayReader = {
  kind: "arrays",
  namesLabels: true,
  format: "mat",
  title: "MATLAB",
  extensions: [".mat"],
  recognises: (head) => text(head, 0, 7) === "MATLAB ",
  readArrays: (source, options) =>
    inFile(source.name, async () => {
      const head = await source.read(0, 128);
      const order = text(head, 126, 128);
      if (text(head, 0, 10) === "MATLAB 7.3" || text(head, 1, 4) === "HDF") {
        const { readHdf5 } = await import("./hdf5/read-hdf5.js");
        return readHdf5(source, options);
      }
      if (order !== "IM" && order !== "MI")
        throw new InputError(
          "unreadable-file",
          isVersion4(head)
            ? "MATLAB version 4 files are not supported; save the data with -v7"
            : "this is not a MATLAB file, or its first 128 bytes are damaged",
        );
      return chooseArrays(await storedVariables(source, order === "IM"), options);
    }),
};

function text(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

/** Version 4 starts with a number whose decimal digits are machine, 0, precision and matrix kind, and four sizes. */
function isVersion4(head: Uint8Array): boolean {
  if (head.length < 20) return false;
  const view = new DataView(head.buffer, head.byteOffset, 20);
  return [true, false].some((littleEndian) => {
    const kind = view.getUint32(0, littleEndian);
    const digits = [
      Math.floor(kind / 1000),
      Math.floor(kind / 100) % 10,
      Math.floor(kind / 10) % 10,
      kind % 10,
    ];
    return (
      digits[0] <= 4 &&
      digits[1] === 0 &&
      digits[2] <= 5 &&
      digits[3] <= 2 &&
      view.getUint32(12, littleEndian) <= 1
    );
  });
}
