import { InputError } from "../../core/input-error.js";
import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import { isNpy } from "./npy/header.js";
import { isScipySparse, readScipySparse } from "./npy/scipy-sparse.js";
import { type StoredNpy, storedNpy } from "./npy/stored-npy.js";
import type { ArrayPart, ArrayReader, RowRange } from "./reader.js";
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
      const array = await openArray(source, options);
      return chooseArrays([array], { ...options, target: undefined, values: array.name });
    }),
  readParts: readNpyParts,
  sizeOf: async (source, options) => {
    const { shape } = await openArray(source, options);
    const [rows, columns = 1] = shape;
    return { rows, columns, bytes: 8 * rows * columns };
  },
  rangesOf: async (source, options, leastRows) => {
    const { shape, readRows } = await openArray(source, options);
    const [rows] = shape;
    const count = readRows ? Math.max(1, Math.floor(rows / leastRows)) : 1;
    return Array.from({ length: count }, (_, at) => ({
      first: at * leastRows,
      end: at + 1 < count ? (at + 1) * leastRows : rows,
    }));
  },
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

async function openArray(source: ByteSource, options: ReadOptions): Promise<StoredNpy> {
  refuseTarget(options);
  return storedNpy(source.name.replace(/\.npy$/i, ""), {
    size: source.size,
    readStart: (count) => source.read(0, count),
    readAll: () => source.read(0, source.size),
    readPart: (start, end) => source.read(start, end),
  });
}

/** How many bytes of a file a part has. */
const partSize = 1 << 23;

async function* readNpyParts(
  source: ByteSource,
  options: ReadOptions,
  range?: RowRange | null,
): AsyncGenerator<ArrayPart> {
  const array = await openArray(source, options);
  const { shape, readRows } = array;
  if (!readRows) {
    // One column, columns in a row, texts: whatever cannot be cut into rows.
    yield await npyReader.readArrays(source, options);
    return;
  }
  const [rows] = shape;
  const count = Math.max(1, Math.floor((partSize * rows) / Math.max(1, array.header.dataSize)));
  const { first: start, end } = range ?? { first: 0, end: rows };
  const read = (first: number) => {
    const reading = readRows(first, Math.min(count, end - first));
    // A failure is told when the part is asked for, which may be never.
    reading.catch(() => {});
    return reading;
  };
  let next = read(start);
  for (let first = start; first < end; first += count) {
    options.signal?.throwIfAborted();
    const values = await next;
    // The system reads on while this part is worked on.
    if (first + count < end) next = read(first + count);
    yield { values };
    options.onProgress?.(Math.min(1, (first + count - start) / (end - start)));
  }
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
