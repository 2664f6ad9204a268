import type { Studio } from "./studio.js";

/** A recipe is a small file of JSON. */
const mostRecipe = 64e6;

/** Opens what the user gave: a data file with those that belong to it, or a recipe for data that is open. */
export async function openFiles(studio: Studio, files: readonly File[]): Promise<void> {
  const file = files.find(({ name }) => /\.mtx(\.gz)?$/i.test(name)) ?? files[0];
  if (!file) return;
  const others = files.filter((other) => other !== file);
  const strange = others.find(({ name }) => !/(features|genes|barcodes)\.tsv(\.gz)?$/i.test(name));
  if (strange)
    return studio.complain(
      `${files.length} files were given. Open one at a time, or matrix.mtx together with features.tsv and barcodes.tsv.`,
    );
  if (file.size === 0) return studio.complain(`${file.name} is empty, or a folder; choose a file with data.`);
  if (/\.json$/i.test(file.name) && file.size < mostRecipe) return studio.applyRecipe(await file.text());
  const companions = others.map((other) => ({ file: other, name: other.name }));
  await studio.open({ kind: "file", file, name: file.name, ...(others.length > 0 && { companions }) });
}
