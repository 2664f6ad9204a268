import {
  isReadingOption,
  type OptionSetting,
  type Reading,
  type ReadingOption,
  type ReadingOptionName,
  type Recipe,
  readingOptionNames,
  readingOptions,
} from "salience/internal";
import type { GivenFile, Opening } from "../messages.js";

/** The reading options that people give, in the order of the form. */
export const formOptions: readonly ReadingOptionName[] = readingOptionNames.filter((name) => {
  const { programsOnly }: ReadingOption = readingOptions[name];
  return !programsOnly;
});

/** Options that say where labels come from: one takes the place of the others. */
const labelSources: readonly ReadingOptionName[] = ["target", "labels", "labelPattern"];

/** What the form sets an option to: a file for an option that is one, undefined for its default. */
export type FormValue = OptionSetting | GivenFile | undefined;

/** The same data, with one option of its reading set. */
export function changeReading(opening: Opening, name: ReadingOptionName, value: FormValue): Opening {
  const file = isFile(value) ? value : undefined;
  const setting = file ? file.name : value;
  const replaced = value !== undefined && labelSources.includes(name) ? labelSources : [];
  const kept = Object.entries(opening.reading).filter(
    ([other]) => other !== name && !replaced.some((source) => source === other),
  );
  const isEmpty = setting === undefined || (Array.isArray(setting) && setting.length === 0);
  const { labelColumn, labelSheet, join, ...reading }: Reading = Object.fromEntries(
    isEmpty ? kept : [...kept, [name, setting]],
  );
  const labels = name === "labels" ? file : opening.labels;
  // Only a file of labels has columns of its own.
  const named = reading.labels === undefined ? {} : defined({ labelColumn, labelSheet, join });
  return {
    source: opening.source,
    reading: { ...reading, ...named },
    ...(labels && reading.labels !== undefined && { labels }),
  };
}

/** The data with a remedy applied to its reading: names are added to those that are there. */
export function remedyReading(opening: Opening, name: ReadingOptionName, value: OptionSetting): Opening {
  const { kind }: ReadingOption = readingOptions[name];
  const before = opening.reading[name];
  const added =
    (kind === "names" || kind === "declarations") && Array.isArray(before) && Array.isArray(value)
      ? [...before, ...value]
      : value;
  return changeReading(opening, name, added);
}

const defined = (reading: Reading): Reading =>
  Object.fromEntries(Object.entries(reading).filter(([, value]) => value !== undefined));

const isFile = (value: FormValue): value is GivenFile =>
  typeof value === "object" && value !== null && "file" in value;

/**
 * The data that is open, read as a recipe reads its own. A file of labels is taken over where one of that name is open; where
 * it is not, opening says so.
 */
export function recipeOpening({ source, labels }: Opening, { reading }: Pick<Recipe, "reading">): Opening {
  const said = Object.entries(reading).filter(
    ([name, value]) =>
      isReadingOption(name) && formOptions.includes(name) && !(Array.isArray(value) && value.length === 0),
  );
  return {
    source,
    reading: Object.fromEntries(said),
    ...(labels && reading.labels !== undefined && { labels }),
  };
}

/** Whether two readings are the same. */
export function sameReading(a: Opening, b: Opening): boolean {
  const said = ({ reading }: Opening) => JSON.stringify(Object.entries(reading).sort());
  return said(a) === said(b) && a.labels === b.labels;
}
