import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { describeValue } from "../core/option.js";
import { declarableKinds } from "./column-kinds.js";
import {
  type Reading,
  type ReadingOption,
  type ReadingOptionName,
  readingOptionNames,
  readingOptions,
} from "./reading-options.js";
import type { NominalLevels } from "./table.js";

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
function checkLabelSource({
  target,
  labels,
  labelColumn,
  labelSheet,
  labelPattern,
  join,
  features,
}: Reading): void {
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
  if (labelSheet !== undefined && labels === undefined)
    throw conflict(
      "labelSheet",
      `${optionName("labelSheet")} names a sheet of the file given with ${optionName("labels")}; for the sheet of the data use ${optionName("sheet")}`,
    );
  // New data for a known selection may have the columns itself.
  if (join !== undefined && join.length > 0 && labels === undefined && !features)
    throw conflict(
      "join",
      `${optionName("join")} names columns of the file given with ${optionName("labels")}; those of the data are there anyway`,
    );
}
