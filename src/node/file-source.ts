import { fstatSync, readSync, type Stats } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { type ByteSource, bytesSource } from "../data/byte-source.js";
import { isWebAddress, publicAddress, webSource } from "../data/web-source.js";

/** A source that reads a file on disk; close it when done. */
export type FileSource = ByteSource & { close(): Promise<void> };

/** One call to the system reads no more than 2 GiB. */
const largestRead = 2 ** 30;

/** What stands for standard input in place of a path. */
const standardInput = "-";

/** Whether this names a file, not an address or standard input. */
export const isOnDisk = (path: string): boolean => path !== standardInput && !isWebAddress(path);

/** A file's name without its folder, or an address as it may be shown; `-` stays. */
export const withoutFolder = (path: string): string =>
  isWebAddress(path) ? publicAddress(path) : basename(path);

/**
 * Opens a file for reading in pieces; an http or https address is read from the web, `-` from standard input. Pipes and
 * devices, which have no size, are read into memory at once.
 */
export async function fileSource(place: string | URL, signal?: AbortSignal): Promise<FileSource> {
  const path = typeof place === "string" || place.protocol !== "file:" ? String(place) : fileURLToPath(place);
  if (isWebAddress(path)) return { ...(await webSource(path, { signal })), close: async () => {} };
  if (path === standardInput)
    return { ...bytesSource(await readStandardInput(), "stdin"), close: async () => {} };
  const file = await open(path, "r").catch(async (error) => {
    throw await openingError(path, error);
  });
  const name = basename(path);
  try {
    const opened = await file.stat();
    if (opened.isDirectory()) throw accessError(path, "this is a folder; give a file in it");
    if (opened.isFile())
      return {
        name,
        size: opened.size,
        read: (start, end) => readPart(file, path, opened, start, end),
        readInto: (target, start) => readInto(file, path, opened, target, start),
        close: () => file.close(),
      };
    const bytes = new Uint8Array(await file.readFile());
    await file.close();
    return { ...bytesSource(bytes, name), close: async () => {} };
  } catch (error) {
    await file.close().catch(() => {});
    throw readingError(path, error);
  }
}

/** It comes once, so it is kept: data and labels may both be read from it. */
let standardInputBytes: Promise<Uint8Array> | undefined;

function readStandardInput(): Promise<Uint8Array> {
  standardInputBytes ??= (async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk);
    return Buffer.concat(chunks);
  })();
  return standardInputBytes;
}

async function readPart(
  file: FileHandle,
  path: string,
  opened: Stats,
  start: number,
  end: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, Math.min(end, opened.size) - start));
  let filled = 0;
  try {
    while (filled < bytes.length) {
      const length = Math.min(bytes.length - filled, largestRead);
      const { bytesRead } = await file.read(bytes, filled, length, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled === bytes.length && isSame(opened, await file.stat())) return bytes;
  } catch (error) {
    throw readingError(path, error);
  }
  throw changedError(path);
}

function readInto(
  { fd }: FileHandle,
  path: string,
  opened: Stats,
  target: Uint8Array,
  start: number,
): number {
  const count = Math.max(0, Math.min(target.length, opened.size - start));
  let filled = 0;
  try {
    while (filled < count) {
      const bytesRead = readSync(fd, target, filled, Math.min(count - filled, largestRead), start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled === count && isSame(opened, fstatSync(fd))) return filled;
  } catch (error) {
    throw readingError(path, error);
  }
  throw changedError(path);
}

const isSame = (opened: Stats, now: Stats): boolean =>
  now.size === opened.size && now.mtimeMs === opened.mtimeMs;

const changedError = (path: string): InputError =>
  accessError(path, "the file changed while it was being read; wait until it is complete and try again");

async function openingError(path: string, error: unknown): Promise<InputError> {
  switch (codeOf(error)) {
    case "ENOENT": {
      const neighbours = await readdir(dirname(path)).catch(() => null);
      if (!neighbours) return accessError(path, `folder "${dirname(path)}" not found`);
      return accessError(path, `file not found${didYouMean(basename(path), neighbours)}`);
    }
    case "ENOTDIR":
      return accessError(path, `file not found; part of its path is not a folder`);
    case "EACCES":
    case "EPERM":
      return accessError(path, `you do not have permission to read this file`);
    default:
      return readingError(path, error);
  }
}

function readingError(path: string, error: unknown): InputError {
  return error instanceof InputError
    ? error
    : accessError(path, `the file cannot be read (${codeOf(error)})`);
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

const accessError = (path: string, problem: string): InputError =>
  new InputError("file-access", problem, { facts: { file: path } });
