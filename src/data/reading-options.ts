import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { describeValue } from "../core/option.js";
import type { ByteSource } from "./byte-source.js";
import { type DeclarableKind, declarableKinds } from "./column-kinds.js";
import type { NominalLevels } from "./table.js";
import { transformNames } from "./transforms.js";

/**
 * One reading option as data. Types, validation, command-line flags, the recipe's form, the studio's form and the table in
 * docs/formats.md derive from it.
 */
export type ReadingOption = Described & Kind;

interface Described {
  /** What it says, as a phrase that follows the option's name. */
  readonly help: string;
  /** The formats that it matters for, by the name of their reader; all where absent. */
  readonly formats?: readonly string[];
  /** Whether a recipe reads a new file with it: always, if the file has the same ending, or never. */
  readonly takenOver: "always" | "same-format" | "never";
  /** Set by programs, so that neither flags nor forms offer it. */
  readonly programsOnly?: true;
}

type Kind =
  /** A column's name or its number from 1. */
  | { readonly kind: "column" }
  /** Any text; the placeholder stands for it in help. */
  | { readonly kind: "text"; readonly placeholder: string }
  /** One of a few words; without a default it is guessed from the file. */
  | { readonly kind: "choice"; readonly choices: readonly string[]; readonly default?: string }
  /** Some of a few words, in an order that matters. */
  | { readonly kind: "choices"; readonly choices: readonly string[] }
  /** Yes or no; guessed from the file where not given. */
  | { readonly kind: "flag" }
  | { readonly kind: "names" }
  /** A file: its path or name in plain data, its bytes in {@link ReadOptions}. */
  | { readonly kind: "file" }
  /** Columns or patterns with the kind that they are declared to be: `age=category`, `q*=number`. */
  | { readonly kind: "declarations" }
  /** The levels of categorical columns. */
  | { readonly kind: "levels" }
  /** A whole number, 1 or more. */
  | { readonly kind: "count" };

/** What a column is declared to be: its name or a pattern with `*`, then its kind. */
export type ColumnDeclaration = `${string}=${DeclarableKind}`;

/** Every reading option, in the order of help and forms. To add one, define it here and obey it where files are read. */
export const readingOptions = {
  target: {
    kind: "column",
    help: "the label column, by name or by number from 1, or first or last; in mat, npz, hdf5 and h5ad files the label array",
    takenOver: "always",
  },
  task: {
    kind: "choice",
    choices: ["auto", "classification", "regression"],
    default: "auto",
    help: "whether the target is a class or a number to predict; auto: whole numbers with at most 20 different values, or ten rows each, are classes, other numbers are to be predicted",
    takenOver: "always",
  },
  labels: {
    kind: "file",
    help: "a file with the labels, joined by row id if both files have ids, otherwise row by row",
    takenOver: "never",
  },
  labelColumn: {
    kind: "column",
    help: "the label column of the file with the labels; needed if it has several columns beside the ids",
    takenOver: "never",
  },
  join: {
    kind: "names",
    help: "further columns of the file with the labels, such as batch and age, that become columns of the data, to adjust for or to select from; transforms leave them as they are",
    takenOver: "always",
  },
  labelPattern: {
    kind: "text",
    placeholder: "REGEX",
    help: "a regular expression that takes the labels from the row ids: its first group, or the whole match",
    takenOver: "never",
  },
  idColumn: { kind: "column", help: "the column that names the rows", takenOver: "always" },
  rowGroups: {
    kind: "column",
    help: "rows with the same value in this column (patient, speaker, batch) are never split between training and test; the column is not a feature",
    takenOver: "never",
  },
  drop: { kind: "names", help: "columns to leave out", takenOver: "never" },
  columns: {
    kind: "declarations",
    formats: ["csv", "tsv", "xlsx", "arff", "arrow", "parquet"],
    help: `what columns hold, if it is not told right: a name or a pattern with *, then ${declarableKinds.join(", ")}, as in age=category; text, dates and ids are not used as features`,
    takenOver: "always",
  },
  missing: {
    kind: "choice",
    choices: ["impute", "knn", "drop-rows", "drop-columns", "error"],
    default: "impute",
    help: "fill missing values with the median or the most frequent level, or from the nearest rows; leave out the rows or the columns that have them; or refuse them",
    takenOver: "never",
  },
  smallClasses: {
    kind: "choice",
    choices: ["keep", "drop", "merge", "drop-single"],
    default: "keep",
    help: "classes with fewer than 5 rows, too few for five folds: keep them, leave out their rows, merge them into one class, or leave out only classes of one row",
    takenOver: "never",
  },
  duplicateRows: {
    kind: "choice",
    choices: ["keep", "drop"],
    default: "keep",
    help: "rows that repeat an earlier row, the target included: keep them or leave them out",
    takenOver: "never",
  },
  transforms: {
    kind: "choices",
    choices: transformNames,
    help: "transforms of the values, applied in this order",
    takenOver: "always",
  },
  nominal: {
    kind: "choice",
    choices: ["categories", "codes", "one-hot"],
    default: "categories",
    formats: ["csv", "tsv", "xlsx", "arff", "arrow", "parquet"],
    help: "how categorical columns are used: each as one feature, as the number of the level, or as one 0/1 column per level",
    takenOver: "always",
  },
  sample: {
    kind: "count",
    help: "only so many rows, drawn with about the same share of every class as the file has; the same file gives the same rows",
    takenOver: "never",
  },
  samplesIn: {
    kind: "choice",
    choices: ["rows", "columns"],
    default: "rows",
    formats: ["csv", "tsv", "xlsx", "mtx"],
    help: "whether each row or each column is a sample",
    takenOver: "same-format",
  },
  format: {
    kind: "text",
    placeholder: "NAME",
    help: "the file format, if neither the content nor the file name shows it",
    takenOver: "same-format",
  },
  separator: {
    kind: "text",
    placeholder: "C",
    formats: ["csv", "tsv"],
    help: "the column separator, tab for a tab; guessed if not given",
    takenOver: "same-format",
  },
  decimal: {
    kind: "choice",
    choices: [".", ","],
    formats: ["csv", "tsv"],
    help: "the decimal mark; guessed if not given",
    takenOver: "same-format",
  },
  header: {
    kind: "flag",
    formats: ["csv", "tsv", "xlsx"],
    help: "whether the first line names the columns; guessed if not given",
    takenOver: "same-format",
  },
  sheet: {
    kind: "text",
    placeholder: "NAME",
    formats: ["xlsx"],
    help: "the sheet; the first one if not given",
    takenOver: "same-format",
  },
  values: {
    kind: "text",
    placeholder: "NAME",
    formats: ["mat", "npz", "hdf5", "h5ad"],
    help: "the array that holds the data; found by the usual names if not given",
    takenOver: "same-format",
  },
  features: {
    kind: "names",
    help: "only these features, in this order; an error if one is missing",
    takenOver: "always",
    programsOnly: true,
  },
  levels: {
    kind: "levels",
    help: "the levels of categorical columns, encoded in this order regardless of the file",
    takenOver: "always",
    programsOnly: true,
  },
  optional: {
    kind: "choices",
    choices: ["target", "idColumn"],
    help: "optional columns, such as the target of data to predict",
    takenOver: "never",
    programsOnly: true,
  },
} as const satisfies Readonly<Record<string, ReadingOption>>;

/** The name of a reading option. */
export type ReadingOptionName = keyof typeof readingOptions;

/** The names of all reading options. */
export const readingOptionNames = Object.keys(readingOptions) as readonly ReadingOptionName[];

type Setting<D> = D extends { readonly choices: readonly (infer C)[]; readonly kind: infer K }
  ? K extends "choice"
    ? C
    : readonly C[]
  : D extends { readonly kind: "column" }
    ? string | number
    : D extends { readonly kind: "count" }
      ? number
      : D extends { readonly kind: "flag" }
        ? boolean
        : D extends { readonly kind: "names" }
          ? readonly string[]
          : D extends { readonly kind: "levels" }
            ? readonly NominalLevels[]
            : D extends { readonly kind: "declarations" }
              ? readonly ColumnDeclaration[]
              : string;

/** How a file is read, as plain JSON: {@link readingOptions}, files by name. What is absent has its default or is guessed. */
export type Reading = {
  readonly [K in ReadingOptionName]?: Setting<(typeof readingOptions)[K]> | undefined;
};

/** How to read a file. Everything has a sensible default; a format ignores what it has no use for. */
export interface ReadOptions extends Omit<Reading, "labels"> {
  /** A file with the labels, joined by row id if both files have ids, otherwise row by row. */
  readonly labels?: ByteSource;
  /** Files that belong to it: features.tsv and barcodes.tsv of a 10x folder. */
  readonly companions?: readonly ByteSource[];
  /** Told the part read so far, from 0 to 1, never falling. */
  readonly onProgress?: (fraction: number) => void;
  /** Whether columns that give the target away are looked for, which takes long on wide data and changes nothing but notices; true if absent. */
  readonly lookForLeaks?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Checks reading options that may come from anywhere: unknown names, values that are not allowed, and options that exclude
 * each other are refused. Gives those that are set.
 */
export function checkReading(given: object): Reading {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of set) {
    if (!isReadingOption(name))
      throw new InputError(
        "unknown-name",
        `"${name}" is not a reading option${didYouMean(name, readingOptionNames)}; the reading options are ${readingOptionNames.join(", ")}`,
        { facts: { given: name } },
      );
    checkValue(name, value);
  }
  const reading: Reading = Object.fromEntries(set);
  checkLabelSource(reading);
  return reading;
}

/** Whether this is the name of a reading option. */
export function isReadingOption(name: string): name is ReadingOptionName {
  return Object.hasOwn(readingOptions, name);
}

/** What a reading option allows, in words: `one of rows, columns`. */
export function allowedReading(name: ReadingOptionName): string {
  const option: ReadingOption = readingOptions[name];
  switch (option.kind) {
    case "column":
      return "a column's name or its number from 1";
    case "text":
      return "text";
    case "choice":
      return `one of ${option.choices.join(", ")}`;
    case "choices":
      return `a list of some of ${option.choices.join(", ")}`;
    case "flag":
      return "true or false";
    case "names":
      return "a list of names";
    case "file":
      return "the name of a file";
    case "declarations":
      return `a list of columns with their kind, such as age=category (${declarableKinds.join(", ")})`;
    case "levels":
      return "a list of columns with their levels";
    case "count":
      return "a whole number from 1";
  }
}

/** Whether a reading option allows a value. */
export function isAllowedReading(name: ReadingOptionName, value: unknown): boolean {
  const option: ReadingOption = readingOptions[name];
  switch (option.kind) {
    case "column":
      return typeof value === "string" || Number.isSafeInteger(value);
    case "text":
    case "file":
      return typeof value === "string";
    case "choice":
      return option.choices.some((choice) => choice === value);
    case "choices":
      return isListOf(value, (entry) => option.choices.some((choice) => choice === entry));
    case "flag":
      return typeof value === "boolean";
    case "names":
      return isListOf(value, isText);
    case "declarations":
      return isListOf(value, isDeclaration);
    case "levels":
      return isListOf(value, isLevels);
    case "count":
      return Number.isSafeInteger(value) && (value as number) >= 1;
  }
}

const isText = (value: unknown) => typeof value === "string";
const isListOf = (value: unknown, isEntry: (entry: unknown) => boolean) =>
  Array.isArray(value) && value.every(isEntry);

function isDeclaration(value: unknown): boolean {
  if (typeof value !== "string") return false;
  const at = value.lastIndexOf("=");
  return at > 0 && declarableKinds.some((kind) => kind === value.slice(at + 1));
}

function isLevels(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { column, levels } = value as Partial<NominalLevels>;
  return isText(column) && isListOf(levels, isText);
}

function checkValue(name: ReadingOptionName, value: unknown): void {
  if (isAllowedReading(name, value)) return;
  const option: ReadingOption = readingOptions[name];
  const refuse = (allowed: string, wrong: unknown, meant = "") => {
    const given = describeValue(wrong);
    return new InputError(
      "option-value",
      `${optionName(name)} must be ${allowed}; ${given} was given${meant}`,
      {
        facts: { option: name, given, allowed },
      },
    );
  };
  if (option.kind === "choices" && Array.isArray(value)) {
    const wrong = value.find((entry) => !option.choices.includes(entry));
    throw refuse(`one of ${option.choices.join(", ")}`, wrong, didYouMean(String(wrong), option.choices));
  }
  if (option.kind === "declarations" && Array.isArray(value))
    throw refuse(
      allowedReading(name),
      value.find((entry) => !isDeclaration(entry)),
    );
  throw refuse(
    allowedReading(name),
    value,
    option.kind === "choice" ? didYouMean(String(value), option.choices) : "",
  );
}

/** Labels come from one place: a column of the data, a file of their own, or the row ids. */
function checkLabelSource({ target, labels, labelColumn, labelPattern, join, features }: Reading): void {
  const conflict = (option: ReadingOptionName, sentence: string) =>
    new InputError("options-conflict", sentence, { facts: { option } });
  if (labels !== undefined && target !== undefined)
    throw conflict(
      "target",
      `${optionName("target")} and ${optionName("labels")} are both given; ${optionName("labels")} is used with ${optionName("labelColumn")}`,
    );
  if (labelPattern !== undefined && (labels ?? target) !== undefined)
    throw conflict(
      "labelPattern",
      `${optionName("labelPattern")} takes the labels from the row ids; leave out ${optionName("target")} and ${optionName("labels")}`,
    );
  if (labelColumn !== undefined && labels === undefined)
    throw conflict(
      "labelColumn",
      `${optionName("labelColumn")} names a column of the file given with ${optionName("labels")}; for a column of the data use ${optionName("target")}`,
    );
  // New data for a known selection may have the columns itself.
  if (join !== undefined && join.length > 0 && labels === undefined && !features)
    throw conflict(
      "join",
      `${optionName("join")} names columns of the file given with ${optionName("labels")}; those of the data are there anyway`,
    );
}
