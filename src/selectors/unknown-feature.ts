import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import type { Notice } from "../core/notice.js";
import { shortList } from "../core/text.js";

/** The refusal of a name that is neither a feature's nor a group's. */
export function unknownFeature(
  option: string,
  word: string,
  names: readonly string[],
  groups: readonly string[],
  told: readonly Notice[] = [],
): InputError {
  const beside = told.filter(({ code }) => code === "labels-joined").flatMap(({ columns = [] }) => columns);
  if (beside.includes(word))
    return new InputError(
      "unknown-name",
      `${optionName(option)}: "${word}" is not a feature of the data, but a column of the file with the labels`,
      {
        facts: { option, given: word },
        remedies: [{ action: "make it a feature", option: "join", value: [word] }],
      },
    );
  const what = word.includes("*")
    ? `no feature matches "${word}"`
    : `unknown feature "${word}"${didYouMean(word, [...names, ...groups])}`;
  return new InputError(
    "unknown-name",
    `${optionName(option)}: ${what}; the features are ${shortList(names)}`,
    { facts: { option, given: word } },
  );
}
