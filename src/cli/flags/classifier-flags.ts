import { classifiers, completeOptions, findClassifier, InputError } from "../../internal.js";
import { type Flag, type Flags, type FlagValues, optionFlag, toFlagName } from "./flag.js";

/** A classifier and what was said of its options. */
export interface GivenClassifier {
  /** The one that was named, or the usual one; undefined where neither is. */
  readonly classifier: string | undefined;
  readonly classifierOptions: Readonly<Record<string, unknown>>;
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
      flags[toFlagName(option)] = { ...flag, help };
    }
  return flags;
}

/** The classifier that was asked for; its options are checked before any work begins. */
export function readClassifier(flags: FlagValues, usual?: string): GivenClassifier {
  const classifier = (flags.classifier as string | undefined) ?? usual;
  const classifierOptions: Record<string, unknown> = {};
  for (const { name, options } of Object.values(classifiers))
    for (const option of Object.keys(options)) {
      const flag = toFlagName(option);
      if (flags[flag] === undefined) continue;
      if (classifier === undefined || !Object.hasOwn(findClassifier(classifier).options, option))
        throw new InputError(
          "command-line",
          `--${flag} belongs to the classifier ${name}; add --classifier ${name} or leave it out`,
        );
      classifierOptions[option] = flags[flag];
    }
  if (classifier !== undefined)
    completeOptions(classifier, findClassifier(classifier).options, classifierOptions);
  return { classifier, classifierOptions };
}
