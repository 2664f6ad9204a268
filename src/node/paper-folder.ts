import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "../core/input-error.js";
import { readers } from "../data/readers/index.js";
import { type DatasetName, datasetNames } from "../reproduction/paper.js";

/** The files of the paper's data sets in a folder, by name: `ORL.mat`, `orl.csv.gz`, any format that can be read. */
export async function findPaperFiles(folder: string): Promise<Partial<Record<DatasetName, string>>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(
      "file-access",
      explanations[error.code ?? ""] ?? `it cannot be read (${error.code})`,
      { facts: { file: folder } },
    );
  });
  const files: Partial<Record<DatasetName, string>> = {};
  for (const name of datasetNames) {
    const own = names.filter((file) => isFileOf(name, file)).sort();
    if (own.length > 1)
      throw new InputError(
        "file-access",
        `there are two files for ${name}, ${own[0]} and ${own[1]}; keep one`,
        { facts: { file: folder } },
      );
    if (own.length === 1) files[name] = join(folder, own[0]);
  }
  if (Object.keys(files).length === 0)
    throw new InputError(
      "file-access",
      `none of the paper's data sets were found; the folder needs ${datasetNames.map((name) => `${name}.mat`).join(", ")}, at least one of them, or the same names in another format that can be read`,
      { facts: { file: folder } },
    );
  return files;
}

const endings = readers.flatMap(({ extensions }) => extensions);

/** ISOLET may also be called ISOLET5, as in the paper. */
function isFileOf(name: DatasetName, file: string): boolean {
  const lower = file.toLowerCase().replace(/\.gz$/, "");
  const ending = endings.find((extension) => lower.endsWith(extension));
  if (ending === undefined) return false;
  const stem = lower.slice(0, -ending.length);
  return stem === name.toLowerCase() || (name === "ISOLET" && stem === "isolet5");
}

const explanations: Readonly<Record<string, string>> = {
  ENOENT: "folder not found; give the folder with the paper's data files",
  ENOTDIR: "this is a file; give the folder with the paper's data files",
  EACCES: "you do not have permission to read this folder",
};
