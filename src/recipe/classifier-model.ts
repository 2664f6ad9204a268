import { InputError } from "../core/input-error.js";
import {
  byName,
  count,
  listOf,
  mustBe,
  object,
  objectAt,
  oneOf,
  readAs,
  type Shape,
  setting,
  text,
} from "../core/json.js";
import { completeOptions, type PlainOptions } from "../core/option.js";
import { ProgressReporter } from "../core/progress-reporter.js";
import { type Dataset, requireDataset } from "../data/dataset.js";
import { presentLabels } from "../data/labels.js";
import { requireSelectable } from "../data/require-selectable.js";
import { requireRidge } from "../experiment/judge.js";
import { fitScaling, type Scaling, scaleInto } from "../experiment/scaling.js";
import { createKernels } from "../kernels/create-kernels.js";
import type { Classifier, FittedClassifier } from "../models/classifier.js";
import {
  type AnyClassifier,
  type ClassifierChoice,
  type ClassifierName,
  type DefaultClassifier,
  defaultClassifier,
  findClassifier,
  type PlainClassifierChoice,
  restoreTrained,
  trainClassifierAsync,
} from "../models/classifiers.js";
import { Matrix } from "../numeric/matrix.js";
import { upTo } from "../numeric/up-to.js";
import type { RunOptions } from "../selectors/run-context.js";
import { version } from "../version.js";
import type { RecipeModel } from "./recipe.js";
import { type TablePreparation, TablePreparer, tablePreparationShape } from "./table-preparation.js";

/** How {@link fitClassifier} runs. */
type FitSettings = Pick<RunOptions, "kernels" | "threads" | "onProgress" | "signal">;

/** What a fitted model must be able to do. */
interface FitAims {
  /** Whether it must give probabilities; for `svm` that takes five more trainings. False by default. */
  readonly probabilities?: boolean;
}

/** What {@link fitClassifier} takes: a classifier with its options, and how to run. */
export type FitClassifierOptions<C extends AnyClassifier = ClassifierName> = FitSettings &
  FitAims &
  ClassifierChoice<C>;

/** A classifier that was fitted on a dataset. */
export interface ClassifierModel {
  readonly classifier: string;
  /** Every option of the classifier, defaults filled in. */
  readonly options: PlainOptions;
  /** The features that it needs, by name. */
  readonly features: readonly string[];
  /** The classes that it knows. */
  readonly classes: readonly string[];
  /** The class of every row. Features are found by name, and filled, encoded and scaled as in training. */
  predict(data: Dataset): ClassPredictions;
  /** Everything needed to make it again: {@link restoreClassifier} does. */
  toJSON(): ClassifierModelJson;
}

/** What a {@link ClassifierModel} predicts. */
export interface ClassPredictions {
  /** The predicted class of every row by name. */
  readonly labels: readonly string[];
  /** The same by its place among the model's classes. */
  readonly codes: Int32Array;
  /** Rows × classes: how much speaks for each class, larger is more. The scale is the classifier's own. */
  readonly scores: Matrix;
  /** Rows × classes, adding up to 1 in every row; null where the model was fitted without probabilities. */
  readonly probabilities: Matrix | null;
}

/** A {@link ClassifierModel} in JSON. */
export interface ClassifierModelJson extends RecipeModel {
  readonly schema: "salience/classifier@1";
  readonly version: string;
  readonly features: readonly string[];
  /** How new data is filled and encoded. */
  readonly preparation: TablePreparation;
}

/**
 * Fits a classifier on all features and rows of labelled data, each number brought to mean 0 and standard deviation 1;
 * missing values are filled and categories are encoded. To fit it on selected features, give it `selection.transform(data)`.
 */
export async function fitClassifier<const C extends AnyClassifier = DefaultClassifier>(
  data: Dataset,
  options?: { classifier?: C } & FitClassifierOptions<C>,
): Promise<ClassifierModel>;
export async function fitClassifier(
  data: Dataset,
  given: FitSettings & FitAims & PlainClassifierChoice = {},
): Promise<ClassifierModel> {
  const { classifier = defaultClassifier, classifierOptions = {}, onProgress, signal } = given;
  requireDataset(data);
  requireSelectable(data, true);
  if (data.targets) requireRidge(data, classifier);
  const progress = new ProgressReporter(onProgress, signal);
  const preparer = TablePreparer.fit(data);
  const model = await fitModel(preparer.complete(data), preparer, classifier, classifierOptions, {
    ...given,
    progress: (part) => progress.report(part),
  });
  await progress.report(1);
  const { json, prepared } = model;
  const preparation = preparer.toJSON();
  return modelFrom(
    { schema: "salience/classifier@1", version, features: data.featureNames, preparation, ...json },
    prepared,
    preparer,
  );
}

/**
 * A fitted classifier from its JSON, as text or as what `JSON.parse` made of it; what is damaged is refused. Classifiers of
 * one's own that no plug-in has made known are given.
 */
export function restoreClassifier(
  json: string | object,
  { classifiers = [] }: { readonly classifiers?: readonly Classifier[] } = {},
): ClassifierModel {
  const value = typeof json === "string" ? parseText(json) : json;
  return readAs(
    "the saved classifier",
    (given) => {
      const saved = savedShape(given, "");
      const { features, preparation } = saved;
      if (preparation.features.length !== features.length || preparation.adjustment)
        throw mustBe("preparation.features", `a list of ${features.length} columns`);
      const preparer = TablePreparer.restore(features, preparation);
      return modelFrom(saved, checkModel(saved, preparer, "", classifiers), preparer);
    },
    value,
  );
}

function parseText(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new InputError("unreadable-json", `this is not a saved classifier: ${(error as Error).message}`);
  }
}

function modelFrom(
  saved: ClassifierModelJson,
  prepared: PreparedClassifier,
  preparer: TablePreparer,
): ClassifierModel {
  const { classifier, options, features } = saved;
  return {
    classifier,
    options,
    features,
    classes: prepared.classes,
    predict(data) {
      requireDataset(data);
      const predicted = prepared.predict(preparer.complete(preparer.align(data)));
      return { labels: Array.from(predicted.codes, (code) => prepared.classes[code]), ...predicted };
    },
    toJSON: () => saved,
  };
}

/** A model that sees new rows encoded and scaled as those of training. */
export class PreparedClassifier {
  constructor(
    private readonly model: FittedClassifier,
    private readonly preparer: TablePreparer,
    /** Of the columns that the model sees. */
    private readonly scaling: Scaling,
  ) {}

  /** From a recipe or a saved model; its classifier may be one of those that are `given`. */
  static restore(
    { fitted, scaling }: RecipeModel,
    preparer: TablePreparer,
    given: readonly Classifier[] = [],
  ): PreparedClassifier {
    return new PreparedClassifier(restoreTrained(fitted, given), preparer, scalingFrom(scaling));
  }

  get classes(): readonly string[] {
    return this.model.classes;
  }

  /** The data has the model's features in its order, complete. */
  predict(data: Dataset): Omit<ClassPredictions, "labels"> {
    const values = scaledValues(this.preparer.encode(data).data, this.scaling);
    return {
      codes: this.model.predict(values),
      scores: this.model.decide(values),
      probabilities: this.model.probabilities?.(values) ?? null,
    };
  }
}

/** The scaling by which all rows of the data have mean 0 and standard deviation 1; of categories none. */
export const scalingOf = (data: Dataset): Scaling => fitScaling(data, upTo(data.rows));

/** The scaling that a recipe holds. */
export const scalingFrom = ({ means, deviations }: RecipeModel["scaling"]): Scaling => ({
  means: Float64Array.from(means),
  deviations: Float64Array.from(deviations),
});

/** The scaling of the columns that a model sees, from the features that they stand for. */
export function modelScaling(data: Dataset, featureOf: Int32Array): Scaling {
  const { means, deviations } = scalingOf(data);
  return {
    means: Float64Array.from(featureOf, (j) => means[j]),
    deviations: Float64Array.from(featureOf, (j) => deviations[j]),
  };
}

/** What a model sees of the data. */
export function scaledValues(data: Dataset, scaling: Scaling): Matrix {
  const result = Matrix.zeros(data.rows, data.features);
  scaleInto(data.values, upTo(data.features), scaling, result);
  return result;
}

/** How {@link fitModel} runs. */
interface FitContext extends Pick<FitSettings, "kernels" | "threads">, FitAims {
  progress(fraction: number): Promise<void>;
}

/** Fits a classifier as `evaluate` does: on complete data, categories encoded, numbers scaled. */
export async function fitModel(
  data: Dataset,
  preparer: TablePreparer,
  classifier: string | Classifier,
  given: Readonly<Record<string, unknown>>,
  { kernels = "wasm", threads, probabilities = false, progress }: FitContext,
): Promise<{ readonly json: RecipeModel; readonly prepared: PreparedClassifier }> {
  const definition = findClassifier(classifier);
  const options = completeOptions(definition.name, definition.options, given);
  const { codes, classes } = presentLabels(data.labels!);
  const { data: shown, featureOf } = preparer.encode(data);
  const scaling = modelScaling(data, featureOf);
  const training = {
    values: scaledValues(shown, scaling),
    codes,
    classes,
    probabilities,
    groups: data.rowGroups,
  };
  const used = typeof kernels === "object" ? kernels : await createKernels({ kernels, threads });
  try {
    const fitted = await trainClassifierAsync(definition, training, options, used, progress);
    const json = {
      classifier: definition.name,
      options,
      scaling: { means: Array.from(scaling.means), deviations: Array.from(scaling.deviations) },
      fitted: fitted.toJSON(),
    };
    return { json, prepared: new PreparedClassifier(fitted, preparer, scaling) };
  } finally {
    if (used !== kernels) await used.dispose();
  }
}

/** A number, and no word for one. */
const finite: Shape<number> = (value, place) => {
  if (typeof value !== "number" || !Number.isFinite(value)) throw mustBe(place, "a number", value);
  return value;
};

/** The JSON members of a model; what the classifier itself reads is left to it. */
const modelMembers = {
  classifier: text,
  options: byName(setting),
  scaling: object<RecipeModel["scaling"]>({ means: listOf(finite), deviations: listOf(finite) }),
  fitted: (value: unknown, place: string) => Object.fromEntries(Object.entries(objectAt(value, place))),
};

/** The JSON form of a recipe's model. */
export const modelShape = object<RecipeModel>(modelMembers);

const savedShape = object<ClassifierModelJson>({
  schema: oneOf("salience/classifier@1"),
  version: text,
  features: listOf(text),
  preparation: tablePreparationShape,
  ...modelMembers,
});

/** The model, restored; refuses one that does not fit the columns of its features, or that is damaged. */
export function checkModel(
  model: RecipeModel,
  preparer: TablePreparer,
  place: string,
  given: readonly Classifier[] = [],
): PreparedClassifier {
  const { classifier, fitted } = model;
  const features = preparer.modelColumns;
  findClassifier(classifier, given);
  if (text(fitted.classifier, `${place}fitted.classifier`) !== classifier)
    throw mustBe(`${place}fitted`, `a model of ${classifier}`);
  // Built-in models say how many features they have; any model is tried on a row.
  const stated = fitted.features === undefined ? features : count(fitted.features, `${place}fitted.features`);
  if (stated !== features) throw mustBe(`${place}fitted`, `a model of ${features} features`);
  const restored = restoreTrained(fitted, given);
  try {
    restored.decide(Matrix.zeros(1, features));
  } catch {
    throw mustBe(`${place}fitted`, `a model of ${features} features`);
  }
  checkScaling(model, features, place);
  return PreparedClassifier.restore(model, preparer, given);
}

/** Refuses a scaling that does not fit so many columns. */
export function checkScaling({ scaling }: RecipeModel, columns: number, place: string): void {
  for (const [name, numbers] of Object.entries(scaling))
    if (numbers.length !== columns) throw mustBe(`${place}scaling.${name}`, `a list of ${columns} numbers`);
  if (!scaling.deviations.every((deviation) => deviation > 0))
    throw mustBe(`${place}scaling.deviations`, "a list of numbers above 0");
}
