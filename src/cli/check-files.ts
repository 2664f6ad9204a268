import { readdir } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { InputError } from "../core/input-error.js";
import { isBundled } from "../internal.js";
import { fileIdentity } from "../node/file-identity.js";
import { isOnDisk } from "../node/file-source.js";
import { requireWritableFile, requireWritableFolder } from "../node/write-file.js";
import type { CommandEntry } from "./command.js";
import type { Flags, FlagValues } from "./flags/flag.js";

/** A file of a command line, with the words that messages use for it. */
interface NamedFile {
  readonly path: string;
  /** The flag that names it; null for the files that follow the command's name. */
  readonly flag: string | null;
}

/**
 * Refuses, before any work, outputs that would overwrite an input or each other, that have an extension which is not
 * supported, or that are in a place which cannot be written. The definitions of flags say which ones name files, so new
 * commands and flags are checked without further code.
 */
export async function checkFiles(
  positional: CommandEntry["positional"],
  files: readonly string[],
  known: Flags,
  values: FlagValues,
): Promise<void> {
  const outputs = filesOf("output", known, values);
  for (const { path, flag } of outputs) requireEnding(path, flag!, known);
  const written = outputs.filter(({ path }) => path !== "-");
  if (written.length === 0) return;
  const positionals = files.filter((path) => !isBundled(path)).map((path) => ({ path, flag: null }));
  const inputs = [...positionals, ...filesOf("input", known, values)].filter(({ path }) => isOnDisk(path));
  const taken = new Map<string, NamedFile>();
  for (const input of inputs)
    for (const path of await partsOf(input, positional)) {
      const identity = await identityOf(path);
      if (identity !== null) taken.set(identity, { ...input, path });
    }
  const inputIdentities = new Set(taken.keys());
  for (const output of written) {
    const identity = await identityOf(output.path);
    if (identity === null) continue;
    const other = taken.get(identity);
    if (other) throw conflict(output, other, inputIdentities.has(identity));
    taken.set(identity, output);
  }
  for (const output of written) {
    const ending = known[output.flag!].folderOf;
    if (ending === undefined) await requireWritableFile(output.path);
    else {
      await requireWritableFolder(output.path);
      await keepApart(output, ending, taken, inputIdentities);
    }
  }
}

/** Refuses a folder in which a file that is written would be an input or another output, by its name or by a link. */
async function keepApart(
  folder: NamedFile,
  ending: string,
  taken: ReadonlyMap<string, NamedFile>,
  inputs: ReadonlySet<string>,
): Promise<void> {
  const isOfKind = (path: string) => extname(path).toLowerCase() === ending;
  for (const name of (await readdir(folder.path).catch(() => [])).filter(isOfKind)) {
    const identity = await identityOf(join(folder.path, name));
    const other = identity !== null && taken.get(identity);
    if (other) throw conflict({ ...folder, path: join(folder.path, name) }, other, inputs.has(identity));
  }
  const place = await identityOf(folder.path);
  for (const other of taken.values())
    if (other !== folder && isOfKind(other.path) && (await identityOf(dirname(other.path))) === place)
      throw conflict({ ...folder, path: other.path }, other, other.flag === null);
}

/** The files that flags of one kind name. */
function filesOf(kind: "input" | "output", known: Flags, values: FlagValues): NamedFile[] {
  return Object.entries(known).flatMap(([flag, { file }]) => {
    const value = values[flag];
    if (file !== kind || value === undefined) return [];
    return (Array.isArray(value) ? value : [String(value)]).map((path) => ({ path, flag }));
  });
}

/** A folder stands for the files in it that are read. */
async function partsOf({ path, flag }: NamedFile, positional: CommandEntry["positional"]): Promise<string[]> {
  const { dataFiles } = await import("../node/read-dataset.js");
  if (flag === null && positional === "DIR") {
    const { findPaperFiles } = await import("../node/paper-folder.js");
    return [path, ...Object.values(await findPaperFiles(path))];
  }
  return dataFiles(path).catch(() => [path]);
}

/** A path that does not exist is left to the code that opens it, which reports what is wrong. */
const identityOf = (path: string) => fileIdentity(path).catch(() => null);

function conflict(output: NamedFile, other: NamedFile, isInput: boolean): InputError {
  const facts = { file: output.path, option: output.flag! };
  if (isInput) {
    const role = other.flag === null ? "an input" : `the input of --${other.flag}`;
    return new InputError(
      "output-conflict",
      `--${output.flag} would overwrite ${role}; choose another name`,
      {
        facts,
      },
    );
  }
  return new InputError(
    "output-conflict",
    `--${other.flag} and --${output.flag} name the same file; choose different names`,
    { facts },
  );
}

function requireEnding(path: string, flag: string, known: Flags): void {
  const { endings, printable } = known[flag];
  if (path === "-") {
    if (!printable) throw new InputError("command-line", `--${flag} needs a file name`);
  } else if (endings && !endings.includes(extname(path).toLowerCase()))
    throw new InputError(
      "command-line",
      `--${flag}: the file extension sets the format; "${path}" must end in ${endings.join(", ").replace(/, ([^,]*)$/, " or $1")}`,
    );
}
