import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { shortList } from "../core/text.js";
import type { ReadingOptionName } from "./reading-options.js";

/** What a reading option's column is called in a message. */
const roles = {
  target: "target",
  idColumn: "id column",
  rowGroups: "groups",
  drop: "column to drop",
  columns: "kind of a column",
  labelColumn: "label column",
  join: "column to join",
} as const satisfies Partial<Record<ReadingOptionName, string>>;

/** The place of a column that a reading option names: by its name, by its number from 1, or as `first` or `last`. */
export function findColumn(
  names: readonly string[],
  wanted: string | number,
  option: keyof typeof roles,
): number {
  const written = String(wanted);
  const byName = names.indexOf(written);
  if (byName >= 0) return byName;
  if (written === "first" && names.length > 0) return 0;
  if (written === "last" && names.length > 0) return names.length - 1;
  const facts = { option, given: wanted };
  if (/^\d+$/.test(written)) {
    const number = Number(written);
    if (number >= 1 && number <= names.length) return number - 1;
    throw new InputError(
      "unknown-name",
      `${roles[option]} ${written} does not exist; the columns are numbered from 1 to ${names.length}`,
      { facts: { ...facts, allowed: `1 to ${names.length}` } },
    );
  }
  throw new InputError(
    "unknown-name",
    `there is no column "${written}" for the ${roles[option]}${didYouMean(written, names)}; the columns are ${shortList(names)}`,
    { facts: { ...facts, allowed: shortList(names) } },
  );
}
