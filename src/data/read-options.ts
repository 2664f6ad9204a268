import { checkOption } from "../core/option.js";
import type { ByteSource } from "./byte-source.js";
import type { NominalLevels } from "./table.js";
import { type TransformName, transformNames } from "./transforms.js";

/** How to read a file. Everything has a sensible default; a format ignores what it has no use for. */
export interface ReadOptions {
  /** The label column by name or by number from 1, or `first` or `last`; for .mat, .npz, .h5 and .h5ad the label array. */
  target?: string | number;
  /** The format's name, where the content and the ending do not tell. */
  format?: string;
  /**
   * The column that says which rows belong together (patient, speaker, batch), which is then no feature; with `labels` a
   * column of that file; for .mat, .npz, .h5 and .h5ad an array or a column of obs.
   */
  groups?: string | number;
  /** The column that names the rows. */
  idColumn?: string | number;
  /** Columns to leave out. */
  drop?: readonly string[];
  /** What becomes of nominal columns: their level's number (default) or one 0/1 column per level. */
  nominal?: "codes" | "one-hot";
  /** A file with the labels, joined by row id where both have ids, else row by row. */
  labels?: ByteSource;
  /** The label column of that file; its only column besides the ids where not said. */
  labelColumn?: string | number;
  /** A regular expression over the row ids whose first group (or whole match) is the class. */
  labelPattern?: string;
  /** Text tables: the separator; guessed where not said. */
  separator?: string;
  /** Text tables: the decimal mark; guessed where not said. */
  decimal?: "." | ",";
  /** Tables: whether the first line names the columns; guessed where not said. */
  header?: boolean;
  /** Tables: whether each row (default) or each column is a sample. */
  samplesIn?: "rows" | "columns";
  /** Excel: the sheet's name. */
  sheet?: string;
  /** .mat, .npz, .h5, .h5ad: the array that holds the data; the usual names where not said. */
  values?: string;
  /** Files that stand beside it: features.tsv and barcodes.tsv of a 10x folder. */
  companions?: readonly ByteSource[];
  /**
   * Only these features, in this order: columns of other names are left out, whatever they hold. Refused where one is
   * missing. For new data that a selection is applied to.
   */
  features?: readonly string[];
  /** The words of nominal columns, which are coded by their place here, whatever the file declares. */
  levels?: readonly NominalLevels[];
  /** Columns that need not be there, as the target of data whose classes are to be predicted. */
  optional?: readonly ("target" | "idColumn")[];
  /** What becomes of missing values and labels: kept (default), or their rows or columns are left out. */
  missing?: "keep" | "drop-rows" | "drop-columns";
  /** Changes to every value or row, in this order. */
  transforms?: readonly TransformName[];
  /** Told the part read so far, from 0 to 1, never falling. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

const choices = {
  nominal: ["codes", "one-hot"],
  decimal: [".", ","],
  samplesIn: ["rows", "columns"],
  missing: ["keep", "drop-rows", "drop-columns"],
} as const;

/** Refuses words that no reading option has, so that a slip of the pen is not taken for the default. */
export function checkReadOptions(options: ReadOptions): void {
  for (const [name, allowed] of Object.entries(choices)) {
    const given = options[name as keyof typeof choices];
    if (given !== undefined) checkChoice(name, allowed, given);
  }
  for (const name of options.transforms ?? []) checkChoice("transforms", transformNames, name);
}

function checkChoice(name: string, allowed: readonly string[], given: string): void {
  checkOption(name, { type: "choice", default: allowed[0], choices: allowed, help: "" }, given);
}
