import { flagName } from "../../core/text.js";
import {
  allSelectors,
  completeOptions,
  defaultMethod,
  findSelector,
  InputError,
  type PlannedOptions,
} from "../../internal.js";
import {
  type Flag,
  type FlagGroups,
  type Flags,
  type FlagValues,
  optionFlag,
  type ValuesOf,
} from "./flag.js";

/**
 * The options of methods as flags: for a help page those of the method that its words name, under its title; else those of
 * all methods. The chosen method says itself which options and values it has, so that the message fits it.
 */
export function methodFlags(words?: readonly string[]): FlagGroups {
  if (!words) return { "Options of methods": optionsOfAll() };
  const { name, title, options } = findSelector(namedMethod(words) ?? defaultMethod);
  const flags = Object.entries(options).map(([option, definition]) => [
    flagName(option),
    optionFlag(definition),
  ]);
  return flags.length === 0 ? {} : { [`Options of ${name} (${title})`]: Object.fromEntries(flags) };
}

/** `--method NAME`, with all names, including those of loaded plug-ins. */
export const methodFlag = () =>
  ({
    method: { value: "NAME", help: `the method: ${methodNames()} (${defaultMethod})` },
  }) as const satisfies Flags;

/** The names of all methods, for help and messages. */
export const methodNames = (): string =>
  allSelectors()
    .map(({ name }) => name)
    .join(", ");

/** Their values, checked against the method's definitions before any work begins. */
export function givenMethodOptions(method: string = defaultMethod, flags: FlagValues): PlannedOptions {
  const { name: owner, options: definitions } = findSelector(method);
  const given = givenOptions(
    allSelectors().flatMap(({ options }) => Object.keys(options)),
    flags,
  );
  completeOptions(owner, definitions, given);
  return given;
}

/** The values of the flags for these options. */
export function givenOptions(names: readonly string[], flags: FlagValues): PlannedOptions {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = flags[flagName(name)];
      return value === undefined || typeof value === "object" ? [] : [[name, value]];
    }),
  );
}

function optionsOfAll(): Flags {
  const flags: Record<string, Flag> = {};
  for (const { options } of allSelectors())
    for (const [name, definition] of Object.entries(options)) {
      const { choices: _, ...flag } = optionFlag(definition);
      flags[flagName(name)] = flag;
    }
  return flags;
}

function namedMethod(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === "--method" || word.startsWith("--method="));
  return at < 0 ? undefined : words[at].includes("=") ? words[at].slice("--method=".length) : words[at + 1];
}

/** Which features to keep, exclude or adjust for before a method runs, and what they cost. */
export const constraintFlags = {
  keep: {
    value: "NAME,…",
    type: "list",
    help: "features that are always selected and count towards k; patterns such as gene_* are allowed",
  },
  exclude: { value: "NAME,…", type: "list", help: "features to hide from the method; patterns are allowed" },
  adjust: {
    value: "NAME,…",
    type: "list",
    help: "columns with known influences (batch, age) to take away from the features; they are not features themselves",
  },
  costs: {
    value: "FILE",
    file: "input",
    help: "what features cost: a file with two columns, feature and cost; cheap ones are preferred (1 each)",
  },
} as const satisfies Flags;

/** The names that one of these flags lists. */
export function givenNames(
  flags: ValuesOf<typeof constraintFlags>,
  name: "keep" | "exclude" | "adjust",
): readonly string[] | undefined {
  const names = flags[name];
  if (names?.length === 0)
    throw new InputError("command-line", `--${name} needs feature names separated by commas`);
  return names;
}

/** `20`, `10,20,40` or `10:100:5` (from, to, step) as numbers. */
export function parseKs(words: readonly string[], flag = "--k"): number[] {
  if (words.length === 0) throw complaint(flag, "");
  return words.flatMap((word) => {
    const numbers = word.split(":").map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));
    const [from, to = from, step = 1] = numbers;
    if (numbers.length > 3 || numbers.some(Number.isNaN) || from < 1 || to < from || step < 1)
      throw complaint(flag, word);
    if ((to - from) / step > 10_000)
      throw new InputError(
        "command-line",
        `${flag} ${word} gives more than ten thousand numbers; use a larger step`,
      );
    return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, place) => from + place * step);
  });
}

const complaint = (flag: string, word: string) =>
  new InputError(
    "command-line",
    `${flag} must be whole numbers such as 20, 10,20,40 or 10:100:5 (from, to, step); "${word}" was given`,
  );
