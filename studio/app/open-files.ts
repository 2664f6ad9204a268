import type { Studio } from "./studio.js";

/** A recipe is a small file of JSON. */
const mostRecipe = 64e6;

/** Opens what the user gave: a data file, or a recipe for data that is open. */
export async function openFiles(studio: Studio, files: readonly File[]): Promise<void> {
  const [file] = files;
  if (!file) return;
  if (file.size === 0) return studio.complain(`${file.name} is empty, or a folder; choose a file with data.`);
  if (/\.json$/i.test(file.name) && file.size < mostRecipe) return studio.applyRecipe(await file.text());
  await studio.open({ kind: "file", file, name: file.name });
}
