import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";
import type { ArrayPart, DataSize, RawArrays } from "../reader.js";
import { storedArrays } from "../shared/choose-arrays.js";
import type { StoredArrays } from "../shared/stored-rows.js";
import { isAnnData, openAnnData } from "./anndata.js";
import { Hdf5File } from "./file.js";
import { type FileBytes, fileBytes } from "./file-bytes.js";
import { openWithHdf5 } from "./library.js";
import { isMatlab, storedMatlabVariables } from "./matlab.js";
import { type Scanned, scanFile } from "./scan.js";
import { storedDatasets } from "./stored-datasets.js";
import { openTenx, tenxGroup } from "./tenx.js";

/**
 * Reads any HDF5 file: AnnData, 10x Genomics and MATLAB 7.3 are told by what is inside, everything else is a set of
 * named arrays. Messages come without the file's name.
 */
export async function readHdf5(
  source: ByteSource,
  options: ReadOptions,
  anndata = false,
): Promise<RawArrays> {
  const { file, close } = await openHdf5(source, options);
  try {
    return await (await openArrays(file, anndata)).readAll();
  } finally {
    close();
  }
}

/** The same rows in parts, without holding more than a part; matrices that stand transposed, and those of MATLAB, as one part. */
export async function* readHdf5Parts(
  source: ByteSource,
  options: ReadOptions,
  anndata = false,
): AsyncGenerator<ArrayPart> {
  const { file, close } = await openHdf5(source, options);
  try {
    const arrays = await openArrays(file, anndata);
    let done = 0;
    for await (const part of arrays.parts()) {
      options.signal?.throwIfAborted();
      yield part;
      done += part.values.rows;
      options.onProgress?.(done / arrays.rows);
    }
  } finally {
    close();
  }
}

/** How large the data is: what is stored in full and mostly zero is kept sparse, so the first rows say how much that takes. */
export async function sizeOfHdf5(
  source: ByteSource,
  options: ReadOptions,
  anndata = false,
): Promise<DataSize> {
  const { file, close } = await openHdf5(source, { ...options, onProgress: undefined });
  try {
    const arrays = await openArrays(file, anndata);
    return { rows: arrays.rows, columns: arrays.columns, bytes: await arrays.bytes() };
  } finally {
    close();
  }
}

async function openArrays(file: Hdf5File, anndata: boolean): Promise<StoredArrays> {
  const { options } = file;
  if (anndata || isAnnData(file)) return openAnnData(file);
  const tenx = tenxGroup(file);
  if (tenx !== null && options.values === undefined) return openTenx(file, tenx);
  return storedArrays(isMatlab(file) ? storedMatlabVariables(file) : storedDatasets(file), options);
}

/** Looking at all bytes of a file takes as long as reading it; once is enough for a source that stays the same. */
const scans = new WeakMap<ByteSource, Promise<Scanned>>();

async function openHdf5(
  source: ByteSource,
  options: ReadOptions,
): Promise<{ file: Hdf5File; close(): void }> {
  const bytes = await fileBytes(source, options);
  const opened = await scanned(source, bytes, options);
  const library = await openWithHdf5(bytes);
  return { file: new Hdf5File(library, bytes, opened, options), close: () => library.close() };
}

function scanned(source: ByteSource, bytes: FileBytes, options: ReadOptions): Promise<Scanned> {
  const known = scans.get(source);
  if (known) return known;
  const scan = scanFile(bytes, options);
  scans.set(source, scan);
  // What was stopped, or could not be read, is looked at again.
  scan.catch(() => scans.delete(source));
  return scan;
}
