import type { BigIntStats } from "node:fs";
import { readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/**
 * One text for one file, by whatever path, link or spelling it is given: device and inode where the file exists, else the
 * place where it would be made. Null for pipes, terminals and other devices, which hold nothing that could be lost.
 */
export async function fileIdentity(path: string): Promise<string | null> {
  const place = await followLinks(resolve(path));
  const existing: BigIntStats | null = await stat(place, { bigint: true }).catch(() => null);
  if (existing && !existing.isFile() && !existing.isDirectory()) return null;
  if (existing && existing.ino !== 0n) return `${existing.dev}:${existing.ino}`;
  // Two new names that differ in capitals only are one file on the usual disks of these systems.
  return process.platform === "win32" || process.platform === "darwin"
    ? place.normalize("NFC").toLowerCase()
    : place;
}

/** Where a path leads through symbolic links, also when the file, or the folder it is to be in, is not there yet. */
export async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
    const link = await readlink(path).catch(() => null);
    return link === null
      ? join(await followLinks(dirname(path)), basename(path))
      : followLinks(resolve(await followLinks(dirname(path)), link));
  }
}
