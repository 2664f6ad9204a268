import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { shortList } from "../core/text.js";

/** The place of a column that a user named: by its name, by its number from 1, or as `first` or `last`. */
export function findColumn(
  names: readonly string[],
  wanted: string | number,
  what: string,
  source: string,
): number {
  const written = String(wanted);
  const byName = names.indexOf(written);
  if (byName >= 0) return byName;
  if (written === "first" && names.length > 0) return 0;
  if (written === "last" && names.length > 0) return names.length - 1;
  if (/^\d+$/.test(written)) {
    const number = Number(written);
    if (number >= 1 && number <= names.length) return number - 1;
    throw new InputError(
      "unknown-name",
      `${source}: ${what} ${written} does not exist; the columns are numbered from 1 to ${names.length}`,
    );
  }
  throw new InputError(
    "unknown-name",
    `${source}: there is no column "${written}" for the ${what}${didYouMean(written, names)}; the columns are ${shortList(names)}`,
  );
}
