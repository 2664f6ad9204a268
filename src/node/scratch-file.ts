import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, rmSync, statfsSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InputError } from "../core/input-error.js";
import { bytesText } from "../core/memory.js";
import type { Scratch } from "../data/wide/wide-columns.js";

/**
 * A file for values that do not fit into memory, in the folder for temporary files. It has no name while it is used, where
 * the system allows that, so that nothing stays behind however the program ends.
 */
export function scratchFile(bytes: number, folder = tmpdir()): Scratch {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < bytes)
    throw new InputError(
      "file-access",
      `a temporary file of ${bytesText(bytes)} is needed, but ${folder} has room for ${bytesText(bavail * bsize)}; free some, or name another folder in the environment variable TMPDIR`,
      { facts: { file: folder } },
    );
  const path = join(folder, `salience-${process.pid}-${randomUUID()}.tmp`);
  const file = openSync(path, "wx+", 0o600);
  let named = true;
  try {
    unlinkSync(path);
    named = false;
  } catch {
    // Windows removes no open file; it goes when it is closed.
  }
  let end = 0;
  return {
    append(data) {
      for (let from = 0; from < data.length; ) from += writeChecked(file, data, from, end + from, folder);
      end += data.length;
    },
    read(start, into) {
      for (let from = 0; from < into.length; ) {
        const count = readSync(file, into, from, into.length - from, start + from);
        if (count === 0) throw new Error(`a temporary file ends at byte ${start + from}`);
        from += count;
      }
    },
    close() {
      closeSync(file);
      if (named) rmSync(path, { force: true });
    },
  };
}

function writeChecked(file: number, data: Uint8Array, from: number, at: number, folder: string): number {
  try {
    return writeSync(file, data, from, data.length - from, at);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(
      "file-access",
      `a temporary file cannot be written (${code}); free some room, or name another folder in the environment variable TMPDIR`,
      { facts: { file: folder }, cause: error },
    );
  }
}
