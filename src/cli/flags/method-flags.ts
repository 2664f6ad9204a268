import { completeOptions, defaultMethod, findSelector, selectors } from "../../internal.js";
import { type Flag, type Flags, type FlagValues, optionFlag, toFlagName } from "./flag.js";

/**
 * The options of methods as flags: for a help page those of the method that its words name, under its title; else those of
 * all methods. The chosen method says itself which options and values it has, so that the message fits it.
 */
export function methodFlags(words?: readonly string[]): Readonly<Record<string, Flags>> {
  if (!words) return { "Options of methods": optionsOfAll() };
  const { name, title, options } = findSelector(namedMethod(words) ?? defaultMethod);
  const flags = Object.entries(options).map(([option, definition]) => [
    toFlagName(option),
    optionFlag(definition),
  ]);
  return flags.length === 0 ? {} : { [`Options of ${name} (${title})`]: Object.fromEntries(flags) };
}

/** What was given of them, checked against the method's definitions before any work begins. */
export function givenMethodOptions(method: string, flags: FlagValues): Record<string, unknown> {
  const { name: owner, options: definitions } = findSelector(method);
  const given: Record<string, unknown> = {};
  for (const { options } of Object.values(selectors))
    for (const name of Object.keys(options))
      if (flags[toFlagName(name)] !== undefined) given[name] = flags[toFlagName(name)];
  completeOptions(owner, definitions, given);
  return given;
}

function optionsOfAll(): Flags {
  const flags: Record<string, Flag> = {};
  for (const { options } of Object.values(selectors))
    for (const [name, definition] of Object.entries(options)) {
      const { choices: _, ...flag } = optionFlag(definition);
      flags[toFlagName(name)] = flag;
    }
  return flags;
}

function namedMethod(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === "--method" || word.startsWith("--method="));
  return at < 0 ? undefined : words[at].includes("=") ? words[at].slice("--method=".length) : words[at + 1];
}
