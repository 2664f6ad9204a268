import { InputError } from "../core/input-error.js";
import { cleanUpPartialFiles, writingError } from "../node/write-file.js";
import { version } from "../version.js";
import type { CommandEntry, Outcome } from "./command.js";
import { commands } from "./commands/index.js";
import { flagWording } from "./flags/flag.js";
import { HandedOver } from "./handed-over.js";
import { findCommand, invoke, loadPlugins } from "./invoke.js";
import { commandHelp, programHelp } from "./output/help.js";
import { Terminal } from "./output/terminal.js";

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
    if (error instanceof HandedOver) {
      for (const line of error.lines) terminal.note(line);
      return exitCodes.done;
    }
    if (stop.aborted) {
      terminal.discard();
      terminal.complain("salience: stopped; no result was written");
      return exitCodes.interrupted;
    }
    const code = explain(error);
    await terminal.flush().catch(explain);
    return code;
  } finally {
    terminal.end();
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

  return invoke(entry, words, terminal, signal);
}

async function printHelp(entry: CommandEntry, words: readonly string[], terminal: Terminal): Promise<void> {
  terminal.print(commandHelp(entry, await entry.load(), words).trimEnd());
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
