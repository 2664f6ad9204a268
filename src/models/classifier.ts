import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { completeOptions, type OptionDefinitions } from "../core/option.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Matrix } from "../numeric/matrix.js";
import { ldaClassifier } from "./lda-classifier.js";
import { nearestNeighbours } from "./nearest-neighbours.js";
import { finish, finishAsync, type Progress } from "./steps.js";
import { svm } from "./svm.js";

/** The classifiers that there are. */
export type ClassifierName = "svm" | "lda" | "knn";

/** A way to learn classes from features. */
export interface Classifier {
  readonly name: ClassifierName;
  readonly title: string;
  readonly options: OptionDefinitions;
}

/** A fitted model. Codes are class codes of the training labels. */
export interface FittedClassifier {
  readonly classes: readonly string[];
  /** One class code per row of the values (rows × features, scaled as in training). */
  predict(values: Matrix): Int32Array;
  /** Rows × classes, larger is more likely; −∞ for a class without a training sample. */
  decide(values: Matrix): Matrix;
  /** Everything needed to make it again, as plain JSON data. */
  toJSON(): object;
}

/** What a classifier learns from. */
export interface TrainingData {
  readonly values: Matrix;
  readonly codes: Int32Array;
  readonly classes: readonly string[];
}

/** How a classifier is made: its description, with the work as steps that yield the part done. */
export interface ClassifierDefinition<Options> extends Classifier {
  fit(data: TrainingData, options: Options, kernels: Kernels): Generator<number, FittedClassifier>;
  restore(json: Readonly<Record<string, unknown>>): FittedClassifier;
}

/** Every classifier, by name; the first is the default. */
export const classifiers: Readonly<Record<ClassifierName, Classifier>> = Object.freeze({
  svm,
  lda: ldaClassifier,
  knn: nearestNeighbours,
});

/** A classifier by name; refuses what there is not. */
export function findClassifier(name: string): Classifier {
  return definitionOf(name);
}

/**
 * Learns the classes of samples. Features should be brought to one scale first. Where only one class has samples, the
 * model always gives that one.
 */
export function fitClassifier(
  name: string,
  values: Matrix,
  codes: Int32Array,
  classes: readonly string[],
  options: Readonly<Record<string, unknown>>,
  kernels: Kernels,
): FittedClassifier {
  return finish(steps(name, { values, codes, classes }, options, kernels));
}

/** {@link fitClassifier} with pauses: `progress` is awaited now and then and may throw to end the work. */
export async function fitClassifierAsync(
  name: string,
  values: Matrix,
  codes: Int32Array,
  classes: readonly string[],
  options: Readonly<Record<string, unknown>>,
  kernels: Kernels,
  progress: Progress,
): Promise<FittedClassifier> {
  return finishAsync(steps(name, { values, codes, classes }, options, kernels), progress);
}

/** A model from what its `toJSON` gave. */
export function restoreClassifier(json: object): FittedClassifier {
  const parts = json as Readonly<Record<string, unknown>>;
  if (typeof parts?.classifier !== "string")
    throw new InputError("option-value", "this is not a fitted classifier; give what `toJSON` of one made");
  return definitionOf(parts.classifier).restore(parts);
}

function steps(
  name: string,
  data: TrainingData,
  options: Readonly<Record<string, unknown>>,
  kernels: Kernels,
): Generator<number, FittedClassifier> {
  const definition = definitionOf(name);
  checkTraining(data);
  return definition.fit(data, completeOptions(name, definition.options, options) as never, kernels);
}

function definitionOf(name: string): ClassifierDefinition<never> {
  if (Object.hasOwn(classifiers, name))
    return classifiers[name as ClassifierName] as ClassifierDefinition<never>;
  const names = Object.keys(classifiers);
  throw new InputError(
    "option-value",
    `there is no classifier "${name}"${didYouMean(String(name), names)}; the classifiers are ${names.join(", ")}`,
  );
}

function checkTraining({ values, codes, classes }: TrainingData): void {
  if (values.rows === 0 || values.columns === 0)
    throw new InputError(
      "option-value",
      `there are ${values.rows} samples of ${values.columns} features; a classifier needs one of each at least`,
    );
  if (codes.length !== values.rows)
    throw new InputError(
      "option-value",
      `there are ${codes.length} labels for ${values.rows} rows; they must be as many`,
    );
  for (const code of codes)
    if (!(code >= 0 && code < classes.length))
      throw new InputError(
        "option-value",
        `class code ${code} was given; with ${classes.length} classes they are from 0 on`,
      );
  for (let i = 0; i < values.rows; i++)
    for (let j = 0; j < values.columns; j++)
      if (!Number.isFinite(values.get(i, j)))
        throw new InputError(
          "option-value",
          `row ${i + 1}, column ${j + 1} holds ${values.get(i, j)}; every value must be a finite number`,
        );
}
