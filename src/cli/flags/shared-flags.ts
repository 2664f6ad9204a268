import { availableParallelism } from "node:os";
import { flagName } from "../../core/text.js";
import {
  checkReading,
  InputError,
  type Reading,
  type ReadingOption,
  type ReadingOptionName,
  readingOptionNames,
  readingOptions,
} from "../../internal.js";
import type { Flag, Flags, FlagValues, ValuesOf } from "./flag.js";

/** The flag of a reading option. */
function readingFlag(name: ReadingOptionName): Flag {
  const option: ReadingOption = readingOptions[name];
  const formats = option.formats ? `${option.formats.join(", ")}: ` : "";
  const help = `${formats}${option.help}`;
  switch (option.kind) {
    case "choice":
      return {
        value: "WAY",
        choices: option.choices,
        help: option.default === undefined ? help : `${help} (${option.default})`,
      };
    case "choices":
      return { value: "NAME,…", type: "list", help: `${help}: ${option.choices.join(", ")}` };
    case "names":
      return { value: "COL,…", type: "list", help };
    case "declarations":
      return { value: "COL=KIND,…", type: "list", help };
    case "flag":
      return { help: `${help}; --no-${flagName(name)} if not` };
    case "file":
      return { value: "FILE", file: "input", help };
    case "text":
      return { value: option.placeholder, help };
    case "count":
      return { value: "N", type: "number", help };
    default:
      return { value: "COL", help };
  }
}

/** The reading options that users set. */
const givenByPeople = readingOptionNames.filter((name) => {
  const option: ReadingOption = readingOptions[name];
  return !option.programsOnly;
});

/** How to read the file. */
export const readFlags: Flags = Object.fromEntries(
  givenByPeople.filter((name) => name !== "rowGroups").map((name) => [flagName(name), readingFlag(name)]),
);

/** Which rows must stay together when data is split; a reading flag of commands that split. */
export const rowGroupsFlag = {
  "row-groups": { ...readingFlag("rowGroups"), value: "COL" },
} as const satisfies Flags;

/** How to treat classes that are too small; `which` describes them. */
export const rareClassesFlag = (which = "classes with fewer rows than folds") =>
  ({
    "rare-classes": {
      value: "WAY",
      choices: ["error", "drop", "merge"],
      help: `how to treat ${which} (error)`,
    },
  }) as const satisfies Flags;

/** How to run the work. */
export const runFlags = {
  seed: { value: "N", type: "number", help: "the same seed gives the same result (1)" },
  threads: {
    value: "N",
    type: "number",
    help: "number of threads; results do not depend on it (all cores, where they pay)",
  },
  memory: {
    value: "SIZE",
    help: "the memory to plan with, such as 2G or 500M (what is free)",
  },
  kernels: {
    value: "NAME",
    choices: ["wasm", "fast"],
    help: "wasm: identical results on every machine; fast: fused multiply-add (wasm)",
  },
} as const satisfies Flags;

/** The user's own methods and classifiers; `main` loads them before it reads the other flags. */
export const pluginFlag = {
  plugin: {
    value: "FILE,…",
    type: "list",
    file: "input",
    help: "modules with your own methods and classifiers; see salience check --help",
  },
} as const satisfies Flags;

/** Which modules were named. */
export type PluginValues = ValuesOf<typeof pluginFlag>;

/** Output flags of every command. */
export type RunValues = ValuesOf<typeof runFlags>;

/** How much to print. */
export const talkFlags = {
  quiet: { help: "print only the result" },
  verbose: { help: "print more, including details of internal errors" },
  help: { help: "print this page" },
} as const satisfies Flags;

/** The same for commands whose result has a JSON form. */
export const resultFlags = {
  json: {
    value: "F",
    file: "output",
    printable: true,
    help: "write the result as JSON to this file; - prints it",
  },
  ...talkFlags,
} as const satisfies Flags;

/** The reading flags as options of the library. */
export function readOptions(flags: FlagValues): Reading {
  return checkReading(Object.fromEntries(givenByPeople.map((name) => [name, flags[flagName(name)]])));
}

/** The number of threads: as given, or the number of cores. */
export function threadCount({ threads = availableParallelism() }: Pick<RunValues, "threads">): number {
  if (!(Number.isInteger(threads) && threads >= 1 && threads <= 64))
    throw new InputError(
      "command-line",
      `--threads must be a whole number from 1 to 64; ${threads} was given`,
    );
  return threads;
}
