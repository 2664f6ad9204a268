import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { InputError } from "../numeric/input-error.js";

/** Makes a folder and those above it where they are missing; refuses where something else stands in the way. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeUpwards(resolve(path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === "EEXIST" || code === "ENOTDIR" ? "a file of that name is in the way" : (code ?? message);
    throw new InputError(`${path}: the folder cannot be made (${reason}); choose another place`);
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
