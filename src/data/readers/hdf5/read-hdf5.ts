import { InputError } from "../../../core/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";
import type { RawArrays } from "../reader.js";
import { chooseArrays } from "../shared/choose-arrays.js";
import { isAnnData, readAnnData } from "./anndata.js";
import { Hdf5File } from "./file.js";
import { useHdf5 } from "./library.js";
import { isMatlab, storedMatlabVariables } from "./matlab.js";
import { refuseVirtual } from "./refuse-virtual.js";
import { storedDatasets } from "./stored-datasets.js";
import { findSuperblock } from "./superblock.js";
import { readTenx, tenxGroup } from "./tenx.js";

/** How much is read from the source at a time. */
const pieceSize = 1 << 26;

/**
 * Reads any HDF5 file: AnnData, 10x Genomics and MATLAB 7.3 are told by what is inside, everything else is a set of
 * named arrays. Messages come without the file's name.
 */
export async function readHdf5(
  source: ByteSource,
  options: ReadOptions,
  anndata = false,
): Promise<RawArrays> {
  const bytes = await readAll(source, options);
  if (findSuperblock(bytes) < 0)
    throw new InputError("unreadable-file", "this is not an HDF5 file, or its start is damaged");
  refuseVirtual(bytes);
  return useHdf5((library) =>
    library.withFile(bytes, async (id) => {
      const file = new Hdf5File(library, id, bytes, options);
      if (anndata || isAnnData(file)) return readAnnData(file);
      const tenx = tenxGroup(file);
      if (tenx !== null && options.values === undefined) return readTenx(file, tenx);
      return chooseArrays(isMatlab(bytes) ? storedMatlabVariables(file) : storedDatasets(file), options);
    }),
  );
}

/** The library wants the whole file in memory. */
async function readAll(source: ByteSource, options: ReadOptions): Promise<Uint8Array> {
  if (source.size <= pieceSize) return source.read(0, source.size);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(source.size);
  } catch {
    throw new InputError("unreadable-file", `the file has ${source.size} bytes, more than fits in memory`);
  }
  for (let at = 0; at < source.size; at += pieceSize) {
    options.signal?.throwIfAborted();
    bytes.set(await source.read(at, Math.min(source.size, at + pieceSize)), at);
    options.onProgress?.(0.5 * Math.min(1, (at + pieceSize) / source.size));
  }
  return bytes;
}
