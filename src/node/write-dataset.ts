import { extname } from "node:path";
import { InputError } from "../core/input-error.js";
import type { Dataset } from "../data/dataset.js";
import { csvChunks } from "../data/writers/csv.js";
import { npzBytes } from "../data/writers/npz.js";
import { parquetBytes } from "../data/writers/parquet.js";
import { type WritableData, writableDataset } from "../data/writers/writable.js";
import { writeFileWhole } from "./write-file.js";

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const writers: Readonly<Record<string, (data: WritableData) => Chunks | Promise<Chunks>>> = {
  ".csv": csvChunks,
  ".npz": npzBytes,
  ".parquet": parquetBytes,
};

/** The file extensions that {@link writeDataset} knows. */
export const datasetEndings: readonly string[] = Object.keys(writers);

/** Refuses a path whose extension is not supported; for checks before long work. */
export function requireWritable(path: string): void {
  if (!Object.hasOwn(writers, extname(path).toLowerCase()))
    throw new InputError(
      "file-access",
      `the file extension must be one of ${Object.keys(writers).join(", ")}; for example ${path.replace(/\.[^./]*$/, "")}.csv`,
      { facts: { file: path } },
    );
}

/** Writes a dataset completely or not at all; the extension sets the format: .csv, .parquet or .npz. */
export async function writeDataset(path: string, data: Dataset): Promise<void> {
  requireWritable(path);
  const write = writers[extname(path).toLowerCase()];
  await writeFileWhole(path, await write(writableDataset(data)));
}
