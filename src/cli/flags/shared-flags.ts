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
    case "flag":
      return { help: `${help}; --no-${flagName(name)} if not` };
    case "file":
      return { value: "FILE", file: "input", help };
    case "text":
      return { value: option.placeholder, help };
    default:
      return { value: "COL", help };
  }
}

/** The reading options that people give. */
const givenByPeople = readingOptionNames.filter((name) => {
  const option: ReadingOption = readingOptions[name];
  return !option.programsOnly;
});

/** How the file is to be read. */
export const readFlags: Flags = Object.fromEntries(
  givenByPeople.filter((name) => name !== "rowGroups").map((name) => [flagName(name), readingFlag(name)]),
);

/** Which rows must stay together when data is split; a reading flag of commands that split. */
export const rowGroupsFlag = {
  "row-groups": { ...readingFlag("rowGroups"), value: "COL" },
} as const satisfies Flags;

/** How to treat classes that are too small, and which those are. */
export const rareClassesFlag = (which = "classes that are smaller than the folds") =>
  ({
    "rare-classes": {
      value: "WAY",
      choices: ["error", "drop", "merge"],
      help: `how to treat ${which} (error)`,
    },
  }) as const satisfies Flags;

/** How the work is to be done. */
export const runFlags = {
  seed: { value: "N", type: "number", help: "the same seed gives the same result (1)" },
  threads: {
    value: "N",
    type: "number",
    help: "how many threads to use; results do not depend on it (all cores)",
  },
  kernels: {
    value: "NAME",
    choices: ["wasm", "fast"],
    help: "wasm: the same bits everywhere; fast: fused multiply-add (wasm)",
  },
} as const satisfies Flags;

/** Methods and classifiers of the user's own; `main` loads them before it reads the other flags. */
export const pluginFlag = {
  plugin: {
    value: "FILE,…",
    type: "list",
    file: "input",
    help: "modules with methods and classifiers of your own; see salience check --help",
  },
} as const satisfies Flags;

/** What the user may say about it. */
export type RunValues = ValuesOf<typeof runFlags>;

/** What is said about it. */
export const talkFlags = {
  quiet: { help: "print nothing but the result" },
  verbose: { help: "say more, also about internal errors" },
  help: { help: "this page" },
} as const satisfies Flags;

/** What is said about it by commands whose result has a JSON form. */
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

/** How many threads are to be used: what was said, or as many as there are cores. */
export function threadCount({ threads = availableParallelism() }: Pick<RunValues, "threads">): number {
  if (!(Number.isInteger(threads) && threads >= 1 && threads <= 64))
    throw new InputError(
      "command-line",
      `--threads must be a whole number from 1 to 64; ${threads} was given`,
    );
  return threads;
}
