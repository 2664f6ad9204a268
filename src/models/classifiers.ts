import { Catalogue, checkDefinition } from "../core/definition.js";
import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { completeOptions, describeValue, type OptionsIn } from "../core/option.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Classifier, FittedClassifier, Fitting, TrainingData } from "./classifier.js";
import { ldaClassifier } from "./lda-classifier.js";
import { isJsonObject } from "./model-json.js";
import { nearestNeighbours } from "./nearest-neighbours.js";
import { ridgeName } from "./ridge.js";
import { finish, finishAsync, type Progress } from "./steps.js";
import { svm } from "./svm.js";

/** Every built-in classifier, by name; the first is the default. */
export const classifiers = Object.freeze({ svm, lda: ldaClassifier, knn: nearestNeighbours });

/** The names of the built-in classifiers. */
export type ClassifierName = keyof typeof classifiers;

/** A classifier: the name of a built-in one, or a definition of one's own. */
export type AnyClassifier = ClassifierName | Classifier;

/** The name of the classifier that is used where none is given. */
export type DefaultClassifier = "svm";

/** The classifier that is used where none is named. */
export const defaultClassifier: DefaultClassifier = "svm";

/** The options of a classifier: of one that is named, or of a definition of one's own. */
export type ClassifierOptions<C extends AnyClassifier> = C extends ClassifierName
  ? OptionsIn<(typeof classifiers)[C]>
  : OptionsIn<C>;

/** Names a classifier and gives its options; the name may be left out for the default one. */
export type ClassifierChoice<C extends AnyClassifier = ClassifierName> = C extends DefaultClassifier
  ? { classifier?: C; classifierOptions?: ClassifierOptions<C> }
  : C extends AnyClassifier
    ? { classifier: C; classifierOptions?: ClassifierOptions<C> }
    : never;

/** A classifier and its options where both are known at run time only; they are checked then. */
export interface PlainClassifierChoice {
  readonly classifier?: string | Classifier;
  readonly classifierOptions?: Readonly<Record<string, unknown>>;
}

const catalogue = new Catalogue<Classifier>("classifier", classifiers, (definition) =>
  checkDefinition("classifier", definition, { texts: ["title"], functions: ["fit", "restore"] }),
);

/** Adds a classifier of a plug-in, so that names can stand for it. */
export const addClassifier = (classifier: Classifier): void => catalogue.add(classifier);

/** All classifiers: the built-in ones, and those of plug-ins that were loaded. */
export const allClassifiers = (): readonly Classifier[] => catalogue.all();

/** Whether it is one of the {@link classifiers}. */
export const isBuiltInClassifier = (classifier: Classifier): boolean => catalogue.isBuiltIn(classifier);

/**
 * The classifier that a name or a definition stands for; refuses names that there are not, and definitions that are not
 * what they should be. Definitions that were `given` beside names are looked at first.
 */
export function findClassifier(
  classifier: string | Classifier,
  given: readonly Classifier[] = [],
): Classifier {
  if (typeof classifier === "object" && classifier !== null) {
    catalogue.refuseUnfit(classifier);
    return classifier;
  }
  const found = given.find(({ name }) => name === classifier) ?? catalogue.get(classifier);
  if (found) return found;
  const names = allClassifiers().map(({ name }) => name);
  throw new InputError(
    "unknown-name",
    typeof classifier === "string"
      ? `unknown classifier "${classifier}"${didYouMean(classifier, names)}; the classifiers are ${names.join(", ")}`
      : `${optionName("classifier")} must be a name or a definition; ${describeValue(classifier)} was given`,
    { facts: { option: "classifier", given: describeValue(classifier), allowed: names.join(", ") } },
  );
}

/** What is known of a classifier, or of ridge regression, by its name: of one that is not loaded here, the name alone. */
export const describeClassifier = (name: string): Pick<Classifier, "name" | "title"> =>
  name === ridgeName ? ridge : (catalogue.get(name) ?? { name, title: name });

/** What judges selections under this name: a classifier, or ridge regression, which predicts numbers. */
export const findJudge = (name: string): Pick<Classifier, "name" | "title" | "options" | "module"> =>
  name === ridgeName ? ridge : findClassifier(name);

/** The names that {@link findJudge} knows. */
export const judgeNames = (): readonly string[] => [...allClassifiers().map(({ name }) => name), ridgeName];

const ridge = { name: ridgeName, title: "Ridge regression", options: {} };

/**
 * Learns the classes of samples. Features should be brought to one scale first. Where only one class has samples, the
 * model always gives that one.
 */
export function trainClassifier(
  classifier: string | Classifier,
  data: TrainingData,
  options: Readonly<Record<string, unknown>>,
  kernels: Kernels,
): FittedClassifier {
  const fitting = startFitting(classifier, data, options, kernels);
  return "next" in fitting ? finish(fitting) : fitting;
}

/** {@link trainClassifier} with pauses: `progress` is awaited now and then and may throw to end the work. */
export async function trainClassifierAsync(
  classifier: string | Classifier,
  data: TrainingData,
  options: Readonly<Record<string, unknown>>,
  kernels: Kernels,
  progress: Progress,
): Promise<FittedClassifier> {
  const fitting = startFitting(classifier, data, options, kernels);
  return "next" in fitting ? finishAsync(fitting, progress) : fitting;
}

/** A model from what its `toJSON` gave; its classifier may be one of those that are `given`. */
export function restoreTrained(json: unknown, given: readonly Classifier[] = []): FittedClassifier {
  if (!isJsonObject(json) || typeof json.classifier !== "string")
    throw new InputError("unreadable-json", "this is not a fitted classifier; give the output of its toJSON");
  return findClassifier(json.classifier, given).restore(json);
}

function startFitting(
  classifier: string | Classifier,
  data: TrainingData,
  options: Readonly<Record<string, unknown>>,
  kernels: Kernels,
): Fitting | FittedClassifier {
  const definition = findClassifier(classifier);
  checkTraining(data);
  return definition.fit(data, completeOptions(definition.name, definition.options, options), kernels);
}

function checkTraining({ values, codes, classes }: TrainingData): void {
  if (values.rows === 0 || values.columns === 0)
    throw new InputError(
      "unusable-data",
      `there are ${values.rows} rows of ${values.columns} features; a classifier needs at least one of each`,
    );
  if (codes.length !== values.rows)
    throw new InputError(
      "unusable-data",
      `there are ${codes.length} labels for ${values.rows} rows; the numbers must be equal`,
    );
  for (const code of codes)
    if (!(code >= 0 && code < classes.length))
      throw new InputError(
        "unusable-data",
        `class code ${code} was given; with ${classes.length} classes, codes go from 0 to ${classes.length - 1}`,
      );
  for (let i = 0; i < values.rows; i++)
    for (let j = 0; j < values.columns; j++)
      if (!Number.isFinite(values.get(i, j)))
        throw new InputError(
          "missing-values",
          `row ${i + 1}, column ${j + 1} holds ${values.get(i, j)}; every value must be a finite number`,
          { facts: { row: i + 1 } },
        );
}
