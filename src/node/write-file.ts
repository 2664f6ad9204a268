import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { InputError } from "../core/input-error.js";

const partialFiles = new Set<string>();

/**
 * Writes a file so that it appears complete or not at all: into a hidden file beside it, which takes its place at the
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
    throw new InputError("file-access", `${path}: this is a folder; give the name of a file to write`);
  if (existing && !existing.isFile()) {
    const device = await explained(open(target, "w"));
    return writeAll(device, chunks, explained).finally(() => device.close().catch(() => {}));
  }
  if (existing) await explained(access(target, constants.W_OK));
  const partial = resolve(dirname(target), `.salience-${process.pid}-${randomUUID()}.part`);
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

/** Refuses a path that {@link writeFileWhole} could not write to; for checking before long work. */
export async function requireWritableFile(path: string): Promise<void> {
  const explained = explainFor(path);
  const target = await explained(followLinks(resolve(path)));
  const existing = await stat(target).catch(() => null);
  if (existing?.isDirectory())
    throw new InputError("file-access", `${path}: this is a folder; give the name of a file to write`);
  await explained(access(existing ? target : dirname(target), constants.W_OK));
}

/** Removes what writes in progress have left on disk; for the moment before the process is ended by a signal. */
export function cleanUpPartialFiles(): void {
  for (const path of partialFiles) rmSync(path, { force: true });
}

/** Turns the system's refusals into one line; what the chunks themselves throw never passes here. */
type Explained = <T>(operation: Promise<T>) => Promise<T>;

async function writeAll(
  file: FileHandle,
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  explained: Explained,
): Promise<void> {
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; ) at += (await explained(file.write(chunk, at))).bytesWritten;
}

/** Where a path leads through symbolic links, also when nothing is there yet. */
async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const link = await readlink(path).catch(() => null);
    return link === null ? path : followLinks(resolve(dirname(path), link));
  }
}

function explainFor(path: string): Explained {
  return (operation) =>
    operation.catch((error: NodeJS.ErrnoException) => {
      throw new InputError(
        "file-access",
        `${path}: ${explanations[error.code ?? ""] ?? `it cannot be written (${error.code ?? error.message})`}`,
      );
    });
}

const noPermission = "you have no permission to write here; choose another place";
const explanations: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; free some space or write to another one",
  EDQUOT: "your share of the disk is full; free some space or write to another one",
  EFBIG:
    "the file becomes larger than this system allows; write it to another disk or raise the limit (ulimit -f)",
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: "the disk is read-only; choose another place",
  ENOENT: "the folder does not exist; create it first",
  ENOTDIR: "a part of the path is not a folder",
  EISDIR: "this is a folder; give the name of a file to write",
  ELOOP: "the symbolic links lead in a circle",
  ENAMETOOLONG: "the name is too long",
  EPIPE: "the reader of the pipe has gone away",
};

/** Makes a folder and those above it where they are missing; refuses where something else stands in the way. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeUpwards(resolve(path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === "EEXIST" || code === "ENOTDIR" ? "a file of that name is in the way" : (code ?? message);
    throw new InputError(
      "file-access",
      `${path}: the folder cannot be made (${reason}); choose another place`,
    );
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
