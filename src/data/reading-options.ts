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
  labelSheet: {
    kind: "text",
    placeholder: "NAME",
    formats: ["xlsx"],
    help: "the sheet of the file with the labels, which may be the same Excel file as the data; the first one if not given",
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
