import { availableParallelism } from "node:os";
import {
  checkReading,
  InputError,
  type KernelsName,
  type Reading,
  type ReadingOption,
  type ReadingOptionName,
  readingOptionNames,
  readingOptions,
} from "../../internal.js";
import { type Flag, type Flags, type FlagValues, toFlagName } from "./flag.js";

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
      return { help: `${help}; --no-${toFlagName(name)} if not` };
    case "file":
      return { value: "FILE", help };
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
  givenByPeople.filter((name) => name !== "rowGroups").map((name) => [toFlagName(name), readingFlag(name)]),
);

/** Which rows must stay together when data is split; a reading flag of commands that split. */
export const rowGroupsFlag: Flags = { "row-groups": readingFlag("rowGroups") };

/** What becomes of classes that are too small, and which those are. */
export const rareClassesFlag = (which = "classes that are smaller than the folds"): Flags => ({
  "rare-classes": {
    value: "WAY",
    choices: ["error", "drop", "merge"],
    help: `what becomes of ${which} (error)`,
  },
});

/** How the work is to be done. */
export const runFlags: Flags = {
  seed: { value: "N", type: "number", help: "the same seed gives the same result (1)" },
  threads: { value: "N", type: "number", help: "how many threads to use (1)" },
  kernels: {
    value: "NAME",
    choices: ["wasm", "fast", "native"],
    help: "wasm: the same bits everywhere; fast: fused multiply-add (wasm)",
  },
};

/** What is said about it. */
export const talkFlags: Flags = {
  json: { value: "F", help: "write the result as JSON to this file; - prints it" },
  quiet: { help: "print nothing but the result" },
  verbose: { help: "say more, also about internal failures" },
  help: { help: "this page" },
};

/** The reading flags as options of the library. */
export function readOptions(flags: FlagValues): Reading {
  return checkReading(Object.fromEntries(givenByPeople.map((name) => [name, flags[toFlagName(name)]])));
}

/** The same for commands whose tasks run side by side. */
export const taskRunFlags: Flags = {
  ...runFlags,
  threads: { ...runFlags.threads, help: "how many tasks run at once (all cores)" },
};

/** The kernels that were asked for. */
export function kernelsName(flags: FlagValues): KernelsName | undefined {
  if (flags.kernels === "native")
    throw new InputError("command-line", "--kernels native is not part of this version; use wasm or fast");
  return flags.kernels as KernelsName | undefined;
}

/** How many tasks are to run at once: what was said, or as many as there are cores. */
export function taskThreads(flags: FlagValues): number {
  const threads = (flags.threads as number | undefined) ?? availableParallelism();
  if (!(Number.isInteger(threads) && threads >= 1 && threads <= 64))
    throw new InputError(
      "command-line",
      `--threads must be a whole number from 1 to 64; ${threads} was given`,
    );
  return threads;
}
