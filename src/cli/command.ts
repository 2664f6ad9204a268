import type { Engine } from "./engine.js";
import type { FlagGroups, FlagValues, ValuesOfGroups } from "./flags/flag.js";
import type { Terminal } from "./output/terminal.js";

/** A command in the list of commands: what the program's help says about it, and how the rest is loaded when needed. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** The words after the name: `FILE`, or one or more with `FILE…`, a recipe first; a folder with `DIR` or `RUN`; an address with `URL`; or none. */
  readonly positional:
    | ""
    | "FILE"
    | "DIR"
    | "FILE…"
    | "RECIPE"
    | "RECIPE FILE"
    | "RECIPE FILE…"
    | "RUN"
    | "URL";
  load(): Promise<Command>;
}

/** A command as data; `main` reads its flags, checks its files, prints its help and turns its errors into exit codes. */
export interface Command<G extends FlagGroups = FlagGroups> {
  readonly examples: readonly string[];
  /** Flags by heading: those for the help page of these arguments, or all of them. */
  readonly flags: (words?: readonly string[]) => G;
  /** Does the work. `interrupted` means that the user stopped the run early, but it has a result. */
  run(invocation: Invocation<ValuesOfGroups<G>>): Promise<Outcome>;
}

/** How a command ends if it does not fail. */
export type Outcome =
  // biome-ignore lint/suspicious/noConfusingVoidType: commands that cannot be stopped early return nothing.
  void | "interrupted";

/** A command whose `run` gets flags of the types that its own definitions say. */
export function defineCommand<const G extends FlagGroups>(command: Command<G>): Command {
  return command;
}

/** Flags under headings for {@link defineCommand}, where `run` stands outside it and needs their types. */
export function defineFlags<const G extends FlagGroups>(
  flags: (words?: readonly string[]) => G,
): (words?: readonly string[]) => G {
  return flags;
}

/** What a command with these flags is given. */
export type InvocationOf<F extends () => FlagGroups> = Invocation<ValuesOfGroups<ReturnType<F>>>;

/** What a command is given. */
export interface Invocation<Values extends FlagValues = FlagValues> {
  /** The file, for commands that take one; the first of several. */
  readonly file: string;
  /** All files. */
  readonly files: readonly string[];
  readonly flags: Values;
  /** The command line as it was typed, the command's name first. */
  readonly words: readonly string[];
  readonly terminal: Terminal;
  /** Aborted when the user presses Ctrl-C. */
  readonly signal: AbortSignal;
  /** Where the work is done, in place of what the flags say: the results of a run are gathered. */
  readonly engine?: Engine;
}
