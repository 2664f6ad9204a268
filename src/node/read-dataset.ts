import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "../core/input-error.js";
import { describeValue } from "../core/option.js";
import type { ByteSource } from "../data/byte-source.js";
import type { Dataset } from "../data/dataset.js";
import { openReader, parseDataset } from "../data/parse-dataset.js";
import { checkReading, type Reading, type ReadOptions } from "../data/reading-options.js";
import { RowSource } from "../data/stream/row-source.js";
import { fileSource } from "./file-source.js";

/** How to read a file: {@link ReadOptions}, with the path of the file with the labels. */
export interface NodeReadOptions extends Reading, Pick<ReadOptions, "onProgress" | "signal"> {}

/** Reads a dataset from a file of any known format, a 10x folder, an http or https address, or standard input (`-`). */
export async function readDataset(path: string | URL, options: NodeReadOptions = {}): Promise<Dataset> {
  const { source, readOptions, close } = await openFile(path, options);
  try {
    return await parseDataset(source, readOptions);
  } finally {
    await close();
  }
}

/** A file whose rows can be read in blocks, as often as needed; close it when done. */
export interface OpenRows {
  readonly rows: RowSource;
  close(): Promise<void>;
}

/** Opens a file of CSV, TSV, Parquet, Arrow, npy or svmlight for `selectStreamed`, which reads its rows in blocks. */
export async function openRows(path: string | URL, options: NodeReadOptions = {}): Promise<OpenRows> {
  const { source, readOptions, close } = await openFile(path, options);
  try {
    const { plain } = await openReader(source, readOptions);
    return { rows: await RowSource.open(plain, readOptions), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens what {@link readDataset} reads: the file, other files that belong to it, and the file with the labels. */
export async function openFile(
  path: string | URL,
  options: NodeReadOptions = {},
): Promise<{ source: ByteSource; readOptions: ReadOptions; close: () => Promise<void> }> {
  if (typeof path !== "string" && !(path instanceof URL))
    throw new InputError("argument-type", `a path or URL is needed; ${describeValue(path)} was given`, {
      facts: { allowed: "a path or URL" },
    });
  const { onProgress, signal, ...given } = options;
  const { labels: labelsPath, ...reading } = checkReading(given);
  const opened: { close(): Promise<void> }[] = [];
  const close = async () => {
    await Promise.all(opened.map((source) => source.close()));
  };
  const open = async (file: string | URL) => {
    const source = await fileSource(file, signal);
    opened.push(source);
    return source;
  };
  try {
    const files = typeof path === "string" ? await dataFiles(path) : [path];
    const [source, ...companions] = [await open(files[0]), ...(await Promise.all(files.slice(1).map(open)))];
    const labels = labelsPath === undefined ? undefined : await open(labelsPath);
    return { source, readOptions: { ...reading, labels, companions, onProgress, signal }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The files that {@link readDataset} reads for a path: the file itself, or those of a 10x folder. */
export async function dataFiles(path: string): Promise<string[]> {
  return (await isDirectory(path)) ? filesOf10xFolder(path) : [path];
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** matrix.mtx first, then the names of features and barcodes. */
async function filesOf10xFolder(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new InputError("file-access", `the folder cannot be read (${error.code}); check its permissions`, {
      facts: { file: folder },
    });
  });
  const matrix = names.find((name) => /^matrix\.mtx(\.gz)?$/.test(name));
  if (!matrix)
    throw new InputError(
      "file-access",
      "this is a folder; give a file in it, or a 10x folder with matrix.mtx, features.tsv and barcodes.tsv",
      { facts: { file: folder } },
    );
  const beside = names.filter((name) => /^(features|genes|barcodes)\.tsv(\.gz)?$/.test(name)).sort();
  return [matrix, ...beside].map((name) => join(folder, name));
}
