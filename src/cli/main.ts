import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { cleanUpPartialFiles, writingError } from "../node/write-file.js";
import { version } from "../version.js";
import type { CommandEntry, Outcome } from "./command.js";
import { commands } from "./commands/index.js";
import { flagWording } from "./flags/flag.js";
import { parseArguments } from "./flags/parse-arguments.js";
import { commandHelp, programHelp } from "./output/help.js";
import { Terminal } from "./output/terminal.js";

/** What a command needs, for the message if it is missing. */
const neededWords: Readonly<Record<CommandEntry["positional"], string>> = {
  "": "nothing",
  FILE: "a file",
  "FILE…": "a file",
  DIR: "a folder",
  "RECIPE FILE": "a recipe and a file",
  "RECIPE FILE…": "a recipe and a file",
};

const exitCodes = { done: 0, mistake: 1, failure: 2, interrupted: 130 } as const;

/** System errors that can occur anywhere and that the user can fix. */
const fullDisk = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Where a run writes to, and its environment: the process itself, or a substitute in tests. */
export type Surroundings = Pick<NodeJS.Process, "stdout" | "stderr" | "env">;

/** Runs the command line and gives the exit code. Errors end here: a mistake of the user's is one line. */
export async function main(
  words: readonly string[],
  { stdout, stderr, env }: Surroundings = process,
): Promise<number> {
  const terminal = new Terminal(stdout, stderr, env);
  const { signal: stop, end } = listenForInterrupt(terminal);
  const explain = (error: unknown): number => {
    if (error instanceof InputError) {
      terminal.complain(`salience: ${oneLine(error.wordedFor(flagWording))}`);
      return exitCodes.mistake;
    }
    const { code, message, stack, path } = error as NodeJS.ErrnoException;
    if (fullDisk.has(code ?? "")) return explain(writingError(path ?? "the result", error));
    terminal.complain(`salience: internal error: ${oneLine(message ?? String(error))}`);
    if (words.includes("--verbose")) terminal.complain(stack ?? "");
    else terminal.complain("  please report it; run again with --verbose to see where it happened");
    return exitCodes.failure;
  };
  try {
    // A run that ends with its result is done, even if the user asked it to stop a moment too late.
    const outcome = await run(words, terminal, stop);
    await terminal.flush();
    return outcome === "interrupted" ? exitCodes.interrupted : exitCodes.done;
  } catch (error) {
    if (stop.aborted) {
      terminal.discard();
      terminal.complain("salience: stopped; no result was written");
      return exitCodes.interrupted;
    }
    const code = explain(error);
    await terminal.flush().catch(explain);
    return code;
  } finally {
    end();
  }
}

async function run(words: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<Outcome> {
  const [name, ...rest] = words;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    if (rest[0] === undefined) return terminal.print(programHelp(commands, version).trimEnd());
    return printHelp(findCommand(rest[0]), rest.slice(1), terminal);
  }
  if (name === "--version" || name === "-v") return terminal.print(version);
  const entry = findCommand(name);
  await loadPlugins(rest);
  if (rest.includes("--help") || rest.includes("-h")) return printHelp(entry, rest, terminal);

  const command = await entry.load();
  const known = Object.assign({}, ...Object.values(command.flags()));
  const { positionals, flags } = parseArguments(rest, known);
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
      `unexpected argument "${positionals[expected]}"; flags start with two dashes; see salience ${name} --help`,
    );
  terminal.quiet = flags.quiet === true;
  terminal.outputIsJson = flags.json === "-";
  const { checkFiles } = await import("./check-files.js");
  await checkFiles(positional, positionals, known, flags);
  return command.run({ file: positionals[0] ?? "", files: positionals, flags, words, terminal, signal });
}

/** Loads the modules that `--plugin` names, so that their methods, classifiers and options are known as flags. */
async function loadPlugins(words: readonly string[]): Promise<void> {
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

async function printHelp(entry: CommandEntry, words: readonly string[], terminal: Terminal): Promise<void> {
  terminal.print(commandHelp(entry, await entry.load(), words).trimEnd());
}

function findCommand(name: string): CommandEntry {
  const found = commands.find((candidate) => candidate.name === name);
  if (found) return found;
  const names = commands.map((candidate) => candidate.name);
  throw new InputError(
    "command-line",
    `unknown command "${name}"${didYouMean(name, names)}; the commands are ${names.join(", ")}`,
  );
}

/** Ctrl-C asks the work to stop; a second one ends the program at once. */
function listenForInterrupt(terminal: Terminal): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) {
      cleanUpPartialFiles();
      process.exit(exitCodes.interrupted);
    }
    terminal.clearBar();
    controller.abort(new Error("interrupted"));
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const name of signals) process.on(name, interrupt);
  const end = () => {
    for (const name of signals) process.off(name, interrupt);
  };
  return { signal: controller.signal, end };
}

const oneLine = (message: string) => message.replace(/\s*\n\s*/g, " ");
