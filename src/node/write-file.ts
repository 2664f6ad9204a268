import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { access, constants, type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { InputError } from "../core/input-error.js";
import { followLinks } from "./file-identity.js";

const partialFiles = new Set<string>();

/** A number for each partial file of this process. */
let partialFilesMade = 0;

/** Whose a partial file is: `.salience-HOST-PID-NUMBER.part`. */
const thisHost = hostname().replace(/[^\w.]/g, "_") || "host";
const partialName = /^\.salience-(.+)-(\d+)-\d+\.part$/;

/** A partial file that has not changed for this long is abandoned, on whatever machine it was made. */
const abandonedMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Writes a file so that it appears complete or not at all: into a hidden file next to it, which takes its place at the
 * end. An existing file keeps its permissions, a symbolic link keeps pointing where it points, and devices and pipes are
 * written to directly.
 */
export async function writeFileWhole(
  path: string,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const explained = explainFor(path);
  const target = await explained(followLinks(resolve(path)));
  const existing = await stat(target).catch(() => null);
  if (existing?.isDirectory())
    throw new InputError("file-access", "this is a folder; give the name of a file to write", {
      facts: { file: path },
    });
  if (existing && !existing.isFile()) {
    const device = await explained(open(target, "w"));
    return writeAll(device, chunks, explained).finally(() => device.close().catch(() => {}));
  }
  if (existing) await explained(access(target, constants.W_OK));
  await removeAbandoned(dirname(target));
  const partial = partialPath(dirname(target));
  partialFiles.add(partial);
  try {
    const file = await explained(open(partial, "wx"));
    try {
      await writeAll(file, chunks, explained);
      if (existing) await explained(file.chmod(existing.mode & 0o7777));
      await explained(file.sync());
    } finally {
      await file.close();
    }
    await explained(rename(partial, target));
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {});
    throw error;
  } finally {
    partialFiles.delete(partial);
  }
}

/** The same of bytes at once, into a folder that is there; for where nobody can wait. */
export function writeBytesWhole(path: string, bytes: Uint8Array): void {
  const partial = partialPath(dirname(path));
  partialFiles.add(partial);
  try {
    const file = openSync(partial, "wx");
    try {
      writeFully(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw writingError(path, error);
  } finally {
    partialFiles.delete(partial);
  }
}

const partialPath = (folder: string): string =>
  join(folder, `.salience-${thisHost}-${process.pid}-${++partialFilesMade}.part`);

/** Refuses a path that {@link writeFileWhole} could not write to; for checks before long work. */
export async function requireWritableFile(path: string): Promise<void> {
  const explained = explainFor(path);
  const target = await explained(followLinks(resolve(path)));
  const existing = await stat(target).catch(() => null);
  if (existing?.isDirectory())
    throw new InputError("file-access", "this is a folder; give the name of a file to write", {
      facts: { file: path },
    });
  await explained(access(existing ? target : dirname(target), constants.W_OK));
}

/** Refuses a folder that {@link makeFolder} could not make, or that nothing could be written into; for checks before long work. */
export async function requireWritableFolder(path: string): Promise<void> {
  const explained = explainFor(path);
  let place = await explained(followLinks(resolve(path)));
  let existing = await stat(place).catch(() => null);
  while (!existing && dirname(place) !== place) {
    place = dirname(place);
    existing = await stat(place).catch(() => null);
  }
  if (existing && !existing.isDirectory())
    throw new InputError("file-access", "this is a file; give the name of a folder", {
      facts: { file: path },
    });
  await explained(access(place, constants.W_OK));
}

/** Removes what writes in progress have left on disk; for the moment before the process is ended by a signal. */
export function cleanUpPartialFiles(): void {
  for (const path of partialFiles) rmSync(path, { force: true });
}

/** Turns system errors into one line; errors of the chunks themselves never pass here. */
type Explained = <T>(operation: Promise<T>) => Promise<T>;

async function writeAll(
  file: FileHandle,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  explained: Explained,
): Promise<void> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; ) at += (await explained(file.write(chunk, at))).bytesWritten;
}

/** Writes all of it: the system may take a part at a time, and says so only in the count that it gives. */
export function writeFully(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Removes partial files that killed runs have left in a folder; never those of a process that may still be writing. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, host, pid] = partialName.exec(name) ?? [];
    if (host === undefined || (host === thisHost && Number(pid) === process.pid)) continue;
    const path = join(folder, name);
    const changed = (await stat(path).catch(() => null))?.mtimeMs;
    if (changed === undefined) continue;
    if ((host === thisHost && !isAlive(Number(pid))) || Date.now() - changed > abandonedMilliseconds)
      await rm(path, { force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Not allowed to send a signal: the process is someone else's, and alive.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function explainFor(path: string): Explained {
  return (operation) =>
    operation.catch((error) => {
      throw writingError(path, error);
    });
}

/** A system error on writing, as one line: the file, why, and what to do. */
export function writingError(path: string, error: unknown): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = explanations[code ?? ""] ?? `it cannot be written (${code ?? message})`;
  return new InputError("file-access", reason, { facts: { file: path } });
}

const noPermission = "you do not have permission to write here; choose another place";
const explanations: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; free some space or use another disk",
  EDQUOT: "your disk quota is exhausted; free some space or use another disk",
  EFBIG:
    "the file is larger than this system allows; write it to another disk or raise the limit (ulimit -f)",
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: "the disk is read-only; choose another place",
  ENOENT: "the folder does not exist; create it first",
  ENOTDIR: "part of the path is not a folder",
  EISDIR: "this is a folder; give the name of a file to write",
  ELOOP: "the symbolic links form a loop",
  ENAMETOOLONG: "the name is too long",
  EPIPE: "the pipe is closed",
};

/** Makes a folder and its missing parents; fails if something else is in the way. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeUpwards(resolve(path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === "EEXIST" || code === "ENOTDIR" ? "a file with that name already exists" : (code ?? message);
    throw new InputError("file-access", `the folder cannot be created (${reason}); choose another place`, {
      facts: { file: path },
    });
  }
}

/** One folder at a time: Node's own recursive way never ends where the system answers ENOENT, as below /proc. */
async function makeUpwards(folder: string): Promise<void> {
  const existing = await stat(folder).catch(() => null);
  if (existing?.isDirectory()) return;
  if (!existing && dirname(folder) !== folder) await makeUpwards(dirname(folder));
  await mkdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    const made = await stat(folder).catch(() => null);
    if (!made?.isDirectory()) throw error;
  });
}
