import { flagName } from "../../core/text.js";
import {
  type ClassifierName,
  classifiers,
  completeOptions,
  findClassifier,
  InputError,
  type PlannedOptions,
} from "../../internal.js";
import { type Flag, type Flags, type FlagValues, optionFlag } from "./flag.js";
import { givenOptions } from "./selection-flags.js";

/** A classifier and what was said of its options. */
export interface GivenClassifier {
  /** Undefined where none was named. */
  readonly classifier: ClassifierName | undefined;
  readonly classifierOptions: PlannedOptions;
}

/** `--classifier`, and the options of every classifier as flags. */
export function classifierFlags(help = "the model that judges (svm)"): Flags {
  const flags: Record<string, Flag> = {
    classifier: { value: "NAME", choices: Object.keys(classifiers), help },
  };
  for (const { name, options } of Object.values(classifiers))
    for (const [option, definition] of Object.entries(options)) {
      const flag = optionFlag(definition);
      const help = `${name}: ${flag.help[0].toLowerCase()}${flag.help.slice(1)}`;
      flags[flagName(option)] = { ...flag, help };
    }
  return flags;
}

/** The classifier that was asked for; its options are checked before any work begins. */
export function readClassifier(flags: FlagValues, usual?: ClassifierName): GivenClassifier {
  const classifier = flags.classifier as ClassifierName | undefined;
  const judge = classifier ?? usual;
  const allowed = judge === undefined ? {} : findClassifier(judge).options;
  for (const { name, options } of Object.values(classifiers)) {
    const wrong = Object.keys(givenOptions(Object.keys(options), flags)).find(
      (option) => !Object.hasOwn(allowed, option),
    );
    if (wrong !== undefined)
      throw new InputError(
        "command-line",
        `--${flagName(wrong)} belongs to the classifier ${name}; add --classifier ${name} or leave it out`,
      );
  }
  const classifierOptions = givenOptions(Object.keys(allowed), flags);
  if (judge !== undefined) completeOptions(judge, findClassifier(judge).options, classifierOptions);
  return { classifier, classifierOptions };
}
