import { didYouMean, InputError, version } from "../internal.js";
import { cleanUpPartialFiles } from "../node/write-file.js";
import type { Command } from "./command.js";
import { apply } from "./commands/apply.js";
import { compare } from "./commands/compare.js";
import { demo } from "./commands/demo.js";
import { doctor } from "./commands/doctor.js";
import { path } from "./commands/path.js";
import { predict } from "./commands/predict.js";
import { repeat } from "./commands/repeat.js";
import { reproduce } from "./commands/reproduce.js";
import { select } from "./commands/select.js";
import { stability } from "./commands/stability.js";
import { studio } from "./commands/studio.js";
import { tune } from "./commands/tune.js";
import { flagWording } from "./flags/flag.js";
import { parseArguments } from "./flags/parse-arguments.js";
import { commandHelp, programHelp } from "./output/help.js";
import { Terminal } from "./output/terminal.js";

const commands: readonly Command[] = [
  select,
  apply,
  predict,
  repeat,
  compare,
  tune,
  stability,
  path,
  reproduce,
  doctor,
  studio,
  demo,
];

/** What a command is told that it lacks. */
const neededWords: Readonly<Record<Command["positional"], string>> = {
  "": "nothing",
  FILE: "a file",
  "FILE…": "a file",
  DIR: "a folder",
  "RECIPE FILE": "a recipe and a file",
  "RECIPE FILE…": "a recipe and a file",
};

const exitCodes = { done: 0, mistake: 1, failure: 2, interrupted: 130 } as const;

/** Where a run writes to, and its environment; the process itself, or what a test puts in its place. */
export type Surroundings = Pick<NodeJS.Process, "stdout" | "stderr" | "env">;

/** Runs the command line and gives the exit code. Errors end here: a mistake of the user's is one line. */
export async function main(
  words: readonly string[],
  { stdout, stderr, env }: Surroundings = process,
): Promise<number> {
  const terminal = new Terminal(stdout, stderr, env);
  const { signal: stop, end } = listenForInterrupt(terminal);
  stdout.on("error", ignoreClosedPipe);
  try {
    await run(words, terminal, stop);
    return stop.aborted ? exitCodes.interrupted : exitCodes.done;
  } catch (error) {
    if (stop.aborted) {
      terminal.complain("salience: stopped; no result was written");
      return exitCodes.interrupted;
    }
    if (error instanceof InputError) {
      terminal.complain(`salience: ${oneLine(error.wordedFor(flagWording))}`);
      return exitCodes.mistake;
    }
    terminal.complain(
      `salience: internal failure: ${oneLine(error instanceof Error ? error.message : String(error))}`,
    );
    if (words.includes("--verbose") && error instanceof Error) terminal.complain(error.stack ?? "");
    else terminal.complain("  this is a fault of salience, not yours; run again with --verbose to see where");
    return exitCodes.failure;
  } finally {
    end();
  }
}

async function run(words: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<void> {
  const [name, ...rest] = words;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    if (rest[0] === undefined) return terminal.print(programHelp(commands, version).trimEnd());
    return terminal.print(commandHelp(findCommand(rest[0]), rest.slice(1)).trimEnd());
  }
  if (name === "--version" || name === "-v") return terminal.print(version);
  const command = findCommand(name);
  if (rest.includes("--help") || rest.includes("-h"))
    return terminal.print(commandHelp(command, rest).trimEnd());

  const known = Object.assign({}, ...Object.values(command.flags()));
  const { positionals, flags } = parseArguments(rest, known);
  const { positional } = command;
  const expected = positional === "" ? 0 : positional.split(" ").length;
  if (positionals.length < expected || positionals.includes(""))
    throw new InputError(
      "command-line",
      `${command.name} needs ${neededWords[positional]}: salience ${command.name} ${positional.replace("…", "")}; see salience ${command.name} --help`,
    );
  if (positionals.length > expected && !positional.endsWith("…"))
    throw new InputError(
      "command-line",
      `"${positionals[expected]}" is one word too many; flags begin with two dashes, see --help`,
    );
  terminal.quiet = flags.quiet === true;
  terminal.outputIsJson = flags.json === "-";
  await command.run({ file: positionals[0] ?? "", files: positionals, flags, words, terminal, signal });
}

function findCommand(name: string): Command {
  const found = commands.find((candidate) => candidate.name === name);
  if (found) return found;
  const names = commands.map((candidate) => candidate.name);
  throw new InputError(
    "command-line",
    `there is no command "${name}"${didYouMean(name, names)}; the commands are ${names.join(", ")}`,
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

/** `salience … | head` closes the pipe early, which is no error. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(exitCodes.done);
  throw error;
}

const oneLine = (message: string) => message.replace(/\s*\n\s*/g, " ");
