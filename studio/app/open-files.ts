import type { Studio } from "./studio.js";

/** Opens what the user gave: a data file. */
export async function openFiles(studio: Studio, files: readonly File[]): Promise<void> {
  const [file] = files;
  if (!file) return;
  if (file.size === 0) return studio.complain(`${file.name} is empty, or a folder; choose a file with data.`);
  await studio.open({ kind: "file", file, name: file.name });
}
