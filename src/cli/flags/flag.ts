import type { Wording } from "../../core/diagnostic.js";
import { flagName, joinList, shellWord } from "../../core/text.js";
import type { OptionDefinition } from "../../internal.js";

/** One flag of a command, as data: what it takes, and the help that `--help` prints. */
export interface Flag {
  /** What follows the flag, in capitals; a flag without it is a switch. */
  readonly value?: string;
  readonly help: string;
  readonly type?: "text" | "number" | "list";
  readonly choices?: readonly string[];
  /** The flag names an input or an output file; `main` checks these before any work. */
  readonly file?: "input" | "output";
  /** The extensions that an output may have; any if absent. */
  readonly endings?: readonly string[];
  /** The output is a folder, into which files with this ending are written. */
  readonly folderOf?: string;
  /** The name `-` means standard output. */
  readonly printable?: boolean;
}

/** Flags by name, without the dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/** Flags under the headings of a help page. */
export type FlagGroups = Readonly<Record<string, Flags>>;

/** What the user gave: text, numbers, lists and switches by flag name. */
export type FlagValues = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** The values of these flags, each with the type of its definition; all may be absent. */
export type ValuesOf<F extends Flags> = { readonly [Name in NamesIn<F>]?: ValueOf<F[Name]> };

/** The same for flags under headings, without flags whose names are known only at run time. */
export type ValuesOfGroups<G extends FlagGroups> = {
  readonly [Name in NamesIn<G[keyof G]>]?: ValueIn<G[keyof G], Name>;
};

type ValueOf<F> = F extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : F extends { readonly type: "number" }
    ? number
    : F extends { readonly type: "list" }
      ? readonly string[]
      : F extends { readonly value: string }
        ? string
        : boolean;

type NamesIn<F> = F extends unknown ? (string extends keyof F ? never : keyof F & string) : never;

type ValueIn<F, Name extends string> = F extends { readonly [N in Name]: infer One } ? ValueOf<One> : never;

/** How the command line words errors and notices: options are flags. */
export const flagWording: Wording = {
  name: (option) => (option.startsWith("--") ? option : `--${flagName(option)}`),
  set: (option, value) => {
    const flag = flagName(option);
    if (typeof value === "boolean") return value ? `--${flag}` : `--no-${flag}`;
    return `--${flag} ${shellWord(Array.isArray(value) ? joinList(value) : String(value))}`;
  },
};

/** The flag of a method's option. */
export function optionFlag(option: OptionDefinition): Flag {
  const help = `${option.help}${option.default === null ? "" : ` (${option.default})`}`;
  if (option.type === "flag") return { help };
  if (option.type === "choice") return { value: "WORD", help, choices: option.choices };
  return { value: option.integer ? "N" : "X", type: "number", help };
}
