import { InputError } from "../../core/input-error.js";
import { didYouMean } from "../../core/nearest-name.js";
import { splitList } from "../../core/text.js";
import type { Flag, Flags, FlagValues } from "./flag.js";

/** A parsed command line. */
export interface Arguments {
  readonly positionals: readonly string[];
  readonly flags: FlagValues;
}

/** Reads `--flag value`, `--flag=value`, `--switch` and `--no-switch`; `--` ends the flags. */
export function parseArguments(words: readonly string[], known: Flags): Arguments {
  const positionals: string[] = [];
  const flags: Record<string, string | number | boolean | readonly string[]> = {};
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift()!;
    if (word === "--") {
      positionals.push(...rest.splice(0));
      break;
    }
    if (!word.startsWith("--") || word === "-") {
      if (/^-[A-Za-z]/.test(word))
        throw new InputError(
          "command-line",
          `unknown flag "${word}"; flags start with two dashes; see --help`,
        );
      positionals.push(word);
      continue;
    }
    const [written, attached] = splitAtEquals(word.slice(2));
    const { name, flag, negated } = findFlag(written, known);
    if (Object.hasOwn(flags, name) && flag.type !== "list")
      throw new InputError("command-line", `--${name} is given twice`);
    if (flag.value === undefined) {
      if (attached !== undefined)
        throw new InputError("command-line", `--${name} does not take a value; "${attached}" was given`);
      flags[name] = !negated;
      continue;
    }
    const value = attached ?? rest.shift();
    if (value === undefined || (attached === undefined && /^--[a-z]/.test(value)))
      throw new InputError("command-line", `--${name} needs a value: --${name} ${flag.value}`);
    flags[name] = convert(name, flag, value, flags[name]);
  }
  return { positionals, flags };
}

function splitAtEquals(word: string): [string, string | undefined] {
  const at = word.indexOf("=");
  return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function findFlag(written: string, known: Flags): { name: string; flag: Flag; negated: boolean } {
  if (Object.hasOwn(known, written)) return { name: written, flag: known[written], negated: false };
  const positive = written.replace(/^no-/, "");
  if (positive !== written && Object.hasOwn(known, positive) && known[positive].value === undefined)
    return { name: positive, flag: known[positive], negated: true };
  const names = Object.keys(known).map((name) => `--${name}`);
  throw new InputError(
    "command-line",
    `unknown flag --${written}${didYouMean(`--${written}`, names)}; see --help`,
  );
}

function convert(
  name: string,
  flag: Flag,
  text: string,
  before: unknown,
): string | number | readonly string[] {
  if (flag.choices && !flag.choices.includes(text))
    throw new InputError(
      "command-line",
      `--${name} must be one of ${flag.choices.join(", ")}; "${text}" was given${didYouMean(text, flag.choices)}`,
    );
  if (flag.type === "list") return [...((before as readonly string[]) ?? []), ...splitList(text)];
  if (flag.type !== "number") return text;
  const number = Number(text);
  if (text.trim() === "" || Number.isNaN(number))
    throw new InputError("command-line", `--${name} must be a number; "${text}" was given`);
  return number;
}
