import type { Wording } from "../../core/diagnostic.js";
import { kebabCase, shellWord } from "../../core/text.js";
import type { OptionDefinition } from "../../internal.js";

/** One flag of a command, as data: what it takes, and the help that `--help` prints. */
export interface Flag {
  /** What follows the flag, in capitals; a flag without it is a switch. */
  readonly value?: string;
  readonly help: string;
  readonly type?: "text" | "number" | "list";
  readonly choices?: readonly string[];
}

/** Flags by name, without the dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/** What the user gave: text, numbers, lists and switches by flag name. */
export type FlagValues = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** `maxIterations` is written `--max-iterations`. */
export const toFlagName = (option: string): string =>
  option === "transforms" ? "transform" : kebabCase(option);

/** How the command line words errors and notices: options are flags. */
export const flagWording: Wording = {
  name: (option) => (option.startsWith("--") ? option : `--${toFlagName(option)}`),
  set: (option, value) => {
    const flag = toFlagName(option);
    if (typeof value === "boolean") return value ? `--${flag}` : `--no-${flag}`;
    return `--${flag} ${shellWord(Array.isArray(value) ? value.join(",") : String(value))}`;
  },
};

/** The flag of a method's option. */
export function optionFlag(option: OptionDefinition): Flag {
  const help = `${option.help}${option.default === null ? "" : ` (${option.default})`}`;
  if (option.type === "flag") return { help };
  if (option.type === "choice") return { value: "WORD", help, choices: option.choices };
  return { value: option.integer ? "N" : "X", type: "number", help };
}
