import type { Flags, FlagValues } from "./flags/flag.js";
import type { Terminal } from "./output/terminal.js";

/** A command as data; `main` finds it, reads its flags, prints its help and turns its errors into exit codes. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The words after the name: `FILE`, or one or more with `FILE…`, a recipe first; a folder with `DIR`; or none. */
  readonly positional: "" | "FILE" | "DIR" | "FILE…" | "RECIPE FILE" | "RECIPE FILE…";
  readonly examples: readonly string[];
  /** Groups of flags by heading; for the help page of these words, or all there are. */
  readonly flags: (words?: readonly string[]) => Readonly<Record<string, Flags>>;
  run(invocation: Invocation): Promise<void>;
}

/** What a command is given. */
export interface Invocation {
  /** The file, for commands that take one; the first of several. */
  readonly file: string;
  /** All files. */
  readonly files: readonly string[];
  readonly flags: FlagValues;
  /** The command line as it was typed, the command's name first. */
  readonly words: readonly string[];
  readonly terminal: Terminal;
  /** Aborted when the user presses Ctrl-C. */
  readonly signal: AbortSignal;
}
