import type { OptionDefinitions, OptionValues } from "../core/option.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Matrix } from "../numeric/matrix.js";
import type { ModelJson } from "./model-json.js";

/** A way to learn classes from features: data that describes it, and functions that fit and restore models. */
export interface Classifier<D extends OptionDefinitions = OptionDefinitions> {
  /** The name users write. */
  readonly name: string;
  readonly title: string;
  readonly options: D;
  /** The URL of the module that exports it, `import.meta.url`: worker threads load it from there. */
  readonly module?: string;
  /**
   * Learns from training data. Long work is a generator that yields the part done now and then, so that it can be
   * followed and stopped; short work may give the model at once.
   */
  fit(data: TrainingData, options: OptionValues<D>, kernels: Kernels): Fitting | FittedClassifier;
  /** A model from what its `toJSON` gave; refuses JSON that is damaged with an `InputError`. */
  restore(json: ModelJson): FittedClassifier;
}

/** Fitting in steps that yield the part done. */
export type Fitting = Generator<number, FittedClassifier>;

/** A fitted model. Codes are class codes of the training labels. */
export interface FittedClassifier {
  readonly classes: readonly string[];
  /** One class code per row of the values (rows × features, scaled as in training). */
  predict(values: Matrix): Int32Array;
  /** Rows × classes, larger is more likely; −∞ for a class without a training sample. */
  decide(values: Matrix): Matrix;
  /**
   * Rows × classes: the probability of each class, which add up to 1; 0 for a class without a training sample. Null, or no
   * such function, where the model has none.
   */
  probabilities?(values: Matrix): Matrix | null;
  /** Everything needed to make it again, as plain JSON data; `classifier` holds the classifier's name. */
  toJSON(): ModelJson;
}

/** What a classifier learns from. */
export interface TrainingData {
  /** Rows × features; all on one scale. */
  readonly values: Matrix;
  /** One class code per row. */
  readonly codes: Int32Array;
  readonly classes: readonly string[];
  /** Whether the model must give probabilities: a classifier that has to work for them does so only then. */
  readonly probabilities?: boolean;
  /** The group of every row (patient, batch), where rows belong together: whoever splits the rows keeps groups whole. */
  readonly groups?: readonly string[] | null;
}

/**
 * A classifier of one's own: give it to `evaluate`, `compare`, `tune` or `fitClassifier` in place of a name, or export it
 * from a module for `loadPlugin` and `--plugin`. It keeps the types of its options.
 */
export const defineClassifier = <const D extends OptionDefinitions>(
  classifier: Classifier<D>,
): Classifier<D> => classifier;
