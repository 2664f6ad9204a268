import { InputError } from "../../core/input-error.js";
import { readers } from "../readers/index.js";
import type { ReadOptions } from "../reading-options.js";

/** What helps where rows are needed in memory. */
export const sampleRemedy = {
  action: "work on a sample of the rows",
  option: "sample",
  value: 20_000,
} as const;

/** Refuses what cannot be done with rows in parts. */
export function refuseWhole({
  missing,
  smallClasses = "keep",
  duplicateRows = "keep",
  nominal,
  labelPattern,
  join = [],
}: ReadOptions): void {
  const refuse = (option: string, given: string, why: string) =>
    new InputError("not-possible", `${why}, so this needs all rows in memory`, {
      facts: { option, given },
      remedies: [sampleRemedy],
    });
  if (missing === "knn") throw refuse("missing", missing, "missing values are filled from the nearest rows");
  if (smallClasses !== "keep")
    throw refuse("smallClasses", smallClasses, "which classes are small is known at the end of the file");
  if (duplicateRows !== "keep")
    throw refuse("duplicateRows", duplicateRows, "every row is compared with all before it");
  if (nominal === "one-hot") throw refuse("nominal", nominal, "a column for every level is made");
  if (join.length > 0)
    throw refuse("join", join.join(", "), "columns of another file become columns of the data");
  if (labelPattern !== undefined)
    throw refuse("labelPattern", labelPattern, "labels are taken from the names of the rows");
}

/** The formats that can be read in parts, in words. */
const streamedFormats = (): string =>
  readers
    .filter((reader) => reader.readParts)
    .map(({ format }) => format)
    .join(", ");

/** Refuses a format that is read whole. */
export function notStreamed(title: string): InputError {
  return new InputError(
    "not-possible",
    `${title} files are read whole; in blocks of rows only these formats can be read: ${streamedFormats()}`,
    { remedies: [sampleRemedy] },
  );
}

/** Refuses labels by position where nobody knows how many rows come before. */
export function unknownPosition(): InputError {
  return new InputError(
    "not-possible",
    "the labels are matched to the rows by position, and how many rows a file of this format has is known only when it is read; so its files cannot be read apart from each other; use a file with ids for both, or npy or Parquet files",
  );
}
