import { flagName } from "../../core/text.js";
import {
  allClassifiers,
  allSelectors,
  completeOptions,
  findJudge,
  InputError,
  judgeNames,
  type PlannedOptions,
} from "../../internal.js";
import { type Flag, type FlagValues, optionFlag } from "./flag.js";
import { givenOptions } from "./selection-flags.js";

/** A classifier and the options given for it. */
export interface GivenClassifier {
  /** Undefined where none was named. */
  readonly classifier: string | undefined;
  readonly classifierOptions: PlannedOptions;
}

/** Options that methods and classifiers have in common: one flag sets them in both. */
function sharedOptions(): ReadonlySet<string> {
  const ofMethods = new Set(allSelectors().flatMap(({ options }) => Object.keys(options)));
  const ofClassifiers = allClassifiers().flatMap(({ options }) => Object.keys(options));
  return new Set(ofClassifiers.filter((name) => ofMethods.has(name)));
}

/** `--classifier`, and the options of every classifier as flags. */
export function classifierFlags(help = "the classifier to evaluate with (svm)") {
  const classifier: Flag & { readonly value: string } = {
    value: "NAME",
    choices: judgeNames(),
    help,
  };
  const shared = sharedOptions();
  const flags: Record<string, Flag> = {};
  for (const { name, options } of allClassifiers())
    for (const [option, definition] of Object.entries(options)) {
      const flag = optionFlag(definition);
      const owner = shared.has(option) ? "for the method and the classifier" : name;
      const help = `${owner}: ${flag.help[0].toLowerCase()}${flag.help.slice(1)}`;
      flags[flagName(option)] ??= { ...flag, help };
    }
  return { classifier, ...flags };
}

/** The chosen classifier; its options are checked before any work begins. */
export function readClassifier(
  flags: FlagValues & { readonly classifier?: string },
  usual?: string,
): GivenClassifier {
  const { classifier } = flags;
  const judge = classifier ?? usual;
  const allowed = judge === undefined ? {} : findJudge(judge).options;
  const shared = sharedOptions();
  for (const { name, options } of allClassifiers()) {
    const wrong = Object.keys(givenOptions(Object.keys(options), flags)).find(
      (option) => !Object.hasOwn(allowed, option) && !shared.has(option),
    );
    if (wrong !== undefined)
      throw new InputError(
        "command-line",
        `--${flagName(wrong)} is an option of the classifier ${name}; add --classifier ${name}, or leave it out`,
      );
  }
  const classifierOptions = givenOptions(Object.keys(allowed), flags);
  if (judge !== undefined) completeOptions(judge, findJudge(judge).options, classifierOptions);
  return { classifier, classifierOptions };
}
