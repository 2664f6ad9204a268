import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { completeOptions } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { sampleRemedy } from "../data/stream/refuse-whole.js";
import type { Classifier } from "../models/classifier.js";
import {
  defaultClassifier,
  findClassifier,
  isBuiltInClassifier,
  type PlainClassifierChoice,
} from "../models/classifiers.js";
import { ridgeName } from "../models/ridge.js";
import type { ClassifierPlan } from "./task.js";

/** The model that judges selections, and its definition where it is not built in. */
export interface Judge {
  readonly plan: ClassifierPlan;
  readonly definitions: readonly Classifier[];
}

/** The model that predicts the target of this data: a classifier, or ridge regression where the target is a number. */
export function judgeOf(data: Dataset, { classifier, classifierOptions = {} }: PlainClassifierChoice): Judge {
  if (data.targets) {
    requireRidge(data, classifier ?? (Object.keys(classifierOptions).length > 0 ? "" : ridgeName));
    return { plan: { name: ridgeName, options: {} }, definitions: [] };
  }
  if (classifier === ridgeName)
    throw new InputError(
      "options-conflict",
      `ridge regression predicts numbers, but the target "${data.labelName}" is a class; name a classifier`,
      {
        facts: { option: "classifier", given: ridgeName },
        remedies: [{ action: "use a classifier", option: "classifier", value: defaultClassifier }],
      },
    );
  const definition = findClassifier(classifier ?? defaultClassifier);
  return {
    plan: {
      name: definition.name,
      options: completeOptions(definition.name, definition.options, classifierOptions),
    },
    definitions: isBuiltInClassifier(definition) ? [] : [definition],
  };
}

/** With more rows than this, machines take minutes. */
const manyRows = 20_000;

/** What to know of a judge on this data before the run. */
export function judgeNotices({ rows }: Dataset, { plan }: Judge): Notice[] {
  if (plan.name !== "svm" || rows <= manyRows) return [];
  return [
    notice(
      "note",
      "evaluation",
      `support vector machines on ${rows} rows take long: their time grows with the square of the rows`,
      { count: rows },
      [sampleRemedy, { action: "use another classifier", option: "classifier", value: "lda" }],
    ),
  ];
}

/** Refuses a classifier where the target is a number. */
export function requireRidge({ labelName }: Dataset, classifier: string | Classifier): void {
  if (classifier === ridgeName) return;
  throw new InputError(
    "options-conflict",
    `a classifier predicts classes, but the target "${labelName}" is a number, which ridge regression predicts; leave out ${optionName("classifier")} and its options`,
    {
      facts: { option: "classifier" },
      remedies: [{ action: "use ridge regression", option: "classifier", value: ridgeName }],
    },
  );
}
