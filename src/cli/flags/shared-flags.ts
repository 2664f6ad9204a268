import { availableParallelism } from "node:os";
import {
  checkOption,
  InputError,
  type KernelsName,
  type TransformName,
  transformNames,
} from "../../internal.js";
import type { NodeReadOptions } from "../../node/read-dataset.js";
import type { Flags, FlagValues } from "./flag.js";

/** How the file is to be read. */
export const readFlags: Flags = {
  target: {
    value: "COL",
    help: "the label column, by name or by number from 1, or first or last; for .mat, .npz, .h5ad the label array",
  },
  labels: { value: "FILE", help: "a file with the labels" },
  "label-column": { value: "COL", help: "the label column of that file" },
  "label-pattern": { value: "REGEX", help: "labels from the row ids: the first group of this expression" },
  "id-column": { value: "COL", help: "the column that names the rows" },
  drop: { value: "COL,…", type: "list", help: "columns to leave out" },
  missing: {
    value: "WAY",
    choices: ["keep", "drop-rows", "drop-columns"],
    help: "what becomes of missing values",
  },
  transform: { value: "NAME,…", type: "list", help: `changes on reading: ${transformNames.join(", ")}` },
  nominal: {
    value: "WAY",
    choices: ["codes", "one-hot"],
    help: "what becomes of columns of words with declared levels",
  },
  "samples-in": {
    value: "WAY",
    choices: ["rows", "columns"],
    help: "whether each row or each column is a sample",
  },
  format: { value: "NAME", help: "the format, where content and ending do not tell" },
  separator: { value: "C", help: "text tables: what stands between cells; tab for a tab" },
  decimal: { value: "C", choices: [".", ","], help: "text tables: the decimal mark" },
  header: { help: "tables: the first line names the columns; --no-header: it does not" },
  sheet: { value: "NAME", help: "Excel: the sheet" },
  values: { value: "NAME", help: ".mat, .npz, .h5, .h5ad: the array that holds the data" },
};

/** Which rows must stay together when data is split; a reading flag of commands that split. */
export const groupsFlag: Flags = {
  groups: {
    value: "COL",
    help: "rows with the same value here (patient, speaker, batch) are never on both sides; the column is no feature",
  },
};

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
export function readOptions(flags: FlagValues): NodeReadOptions {
  const transforms = flags.transform as readonly string[] | undefined;
  for (const name of transforms ?? [])
    checkOption("--transform", { type: "choice", default: "log", choices: transformNames, help: "" }, name);
  if (flags.labels !== undefined && flags.target !== undefined)
    throw new InputError(
      "command-line",
      "--target and --labels are both given; --labels goes with --label-column",
    );
  if (flags["label-pattern"] !== undefined && (flags.labels ?? flags.target) !== undefined)
    throw new InputError(
      "command-line",
      "--label-pattern takes the labels from the row ids; leave out --target and --labels",
    );
  if (flags["label-column"] !== undefined && flags.labels === undefined)
    throw new InputError(
      "command-line",
      "--label-column names a column of the file given with --labels; for a column of the data use --target",
    );
  return {
    target: flags.target as string,
    labels: flags.labels as string,
    labelColumn: flags["label-column"] as string,
    labelPattern: flags["label-pattern"] as string,
    groups: flags.groups as string,
    idColumn: flags["id-column"] as string,
    drop: flags.drop as readonly string[],
    missing: flags.missing as NodeReadOptions["missing"],
    transforms: transforms as readonly TransformName[],
    nominal: flags.nominal as NodeReadOptions["nominal"],
    samplesIn: flags["samples-in"] as NodeReadOptions["samplesIn"],
    format: flags.format as string,
    separator: flags.separator === "tab" || flags.separator === "\\t" ? "\t" : (flags.separator as string),
    decimal: flags.decimal as NodeReadOptions["decimal"],
    header: flags.header as boolean,
    sheet: flags.sheet as string,
    values: flags.values as string,
  };
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
