import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { InputError } from "../core/input-error.js";
import { describeValue } from "../core/option.js";
import { type ByteSource, joinedSource } from "../data/byte-source.js";
import { checkReading } from "../data/check-reading.js";
import type { Dataset } from "../data/dataset.js";
import { openReader, parseDataset } from "../data/parse-dataset.js";
import type { Reading, ReadOptions } from "../data/reading-options.js";
import { RowSource } from "../data/stream/row-source.js";
import { fileSource, isOnDisk } from "./file-source.js";

/** How to read a file: {@link ReadOptions}, with the path of the file with the labels. */
export interface NodeReadOptions extends Reading, Pick<ReadOptions, "onProgress" | "signal"> {}

/** Reads a dataset from a file of any known format, files that a pattern names (`part-*.csv`), a 10x folder, an http or https address, or standard input (`-`). */
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

/** Opens a file of CSV, TSV, Parquet, Arrow, npy, svmlight or HDF5 for `selectStreamed` and `compareStreamed`, which read its rows in blocks. */
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
    const sources: ByteSource[] = [];
    for (const file of files) sources.push(await open(file));
    const isJoined = typeof path === "string" && (await isPattern(path));
    const [source, ...companions] = isJoined ? [joinedSource(sources, basename(path))] : sources;
    const labels = labelsPath === undefined ? undefined : await open(labelsPath);
    return { source, readOptions: { ...reading, labels, companions, onProgress, signal }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether a path stands for several files that are read as one: it has a `*`, and no file has this very name. */
export async function isPattern(path: string): Promise<boolean> {
  return isOnDisk(path) && basename(path).includes("*") && !(await exists(path));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The files that a pattern such as `part-*.csv` stands for, in the order of their names; numbers in them count as numbers. */
async function filesLike(pattern: string): Promise<string[]> {
  const [folder, like] = [dirname(pattern), basename(pattern)];
  const escaped = like.split("*").map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  const expression = new RegExp(`^${escaped.join("[^/]*")}$`, "u");
  const names = await readdir(folder).catch((): string[] => []);
  const found = names.filter((name) => !name.startsWith(".") && expression.test(name));
  if (found.length === 0)
    throw new InputError("file-access", "no file matches this pattern", { facts: { file: pattern } });
  return found.sort(byNumberedName).map((name) => join(folder, name));
}

/** part-2 before part-10: runs of digits are compared as numbers, all else by code unit, the same on every machine. */
function byNumberedName(a: string, b: string): number {
  const [one, other] = [a, b].map((name) => name.split(/(\d+)/));
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const apart = i % 2 === 1 ? Number(one[i]) - Number(other[i]) : 0;
    if (apart !== 0) return apart;
    if (one[i] !== other[i]) return one[i] < other[i] ? -1 : 1;
  }
  return one.length - other.length;
}

/** The files that {@link readDataset} reads for a path: the file itself, those of a 10x folder, or those that a pattern stands for. */
export async function dataFiles(path: string): Promise<string[]> {
  if (await isPattern(path)) return filesLike(path);
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
