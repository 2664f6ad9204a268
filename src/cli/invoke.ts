import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import type { CommandEntry, Outcome } from "./command.js";
import { commands } from "./commands/index.js";
import type { Engine } from "./engine.js";
import { parseArguments } from "./flags/parse-arguments.js";
import type { Terminal } from "./output/terminal.js";

/** What a command needs, for the message if it is missing. */
const neededWords: Readonly<Record<CommandEntry["positional"], string>> = {
  "": "nothing",
  FILE: "a file",
  "FILE…": "a file",
  DIR: "a folder",
  RECIPE: "a recipe",
  "RECIPE FILE": "a recipe and a file",
  "RECIPE FILE…": "a recipe and a file",
  RUN: "the folder of a run",
  URL: "the address of a cluster",
};

/** Reads the flags of a command line, checks its files and runs the command; the words begin with its name. */
export async function invoke(
  entry: CommandEntry,
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
  engine?: Engine,
): Promise<Outcome> {
  const { name } = entry;
  const command = await entry.load();
  const known = Object.assign({}, ...Object.values(command.flags()));
  const { positionals, flags } = parseArguments(words.slice(1), known);
  const { positional } = entry;
  const expected = positional === "" ? 0 : positional.split(" ").length;
  if (positionals.length < expected || positionals.includes(""))
    throw new InputError(
      "command-line",
      `${name} needs ${neededWords[positional]}: salience ${name} ${positional.replace("…", "")}; see salience ${name} --help`,
    );
  if (positionals.length > expected && !positional.endsWith("…"))
    throw new InputError(
      "command-line",
      `unexpected argument "${positionals[expected]}"; flags start with two dashes${positional === "FILE" ? `; several files of the same columns are read as one if a pattern in quotes names them: salience ${name} 'part-*.csv'` : ""}; see salience ${name} --help`,
    );
  terminal.quiet = flags.quiet === true;
  terminal.outputIsJson = flags.json === "-";
  const { checkFiles } = await import("./check-files.js");
  await checkFiles(positional, positionals, known, flags);
  return command.run({
    file: positionals[0] ?? "",
    files: positionals,
    flags,
    words,
    terminal,
    signal,
    engine,
  });
}

/** Loads the modules that `--plugin` names, so that their methods, classifiers and options are known as flags. */
export async function loadPlugins(words: readonly string[]): Promise<void> {
  const files = words.flatMap((word, at) =>
    word === "--plugin"
      ? (words[at + 1] ?? "").split(",")
      : word.startsWith("--plugin=")
        ? word.slice("--plugin=".length).split(",")
        : [],
  );
  if (files.length === 0) return;
  const { loadPlugin } = await import("../node/load-plugin.js");
  for (const file of files) if (file.trim() !== "") await loadPlugin(file.trim());
}

/** The command of that name. */
export function findCommand(name: string): CommandEntry {
  const found = commands.find((candidate) => candidate.name === name);
  if (found) return found;
  const names = commands.map((candidate) => candidate.name);
  throw new InputError(
    "command-line",
    `unknown command "${name}"${didYouMean(name, names)}; the commands are ${names.join(", ")}`,
  );
}
