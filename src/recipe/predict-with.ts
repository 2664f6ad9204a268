import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { type Json, type JsonNumber, toPlain } from "../core/json.js";
import { type Notice, notice } from "../core/notice.js";
import { describeValue } from "../core/option.js";
import { ProgressReporter } from "../core/progress-reporter.js";
import { plural } from "../core/text.js";
import type { DataInput, Dataset } from "../data/dataset.js";
import { encodeLabels } from "../data/labels.js";
import { type Metrics, metricsOf } from "../evaluation/metrics.js";
import { type Reliability, reliability } from "../evaluation/reliability.js";
import { Matrix } from "../numeric/matrix.js";
import type { RunOptions } from "../selectors/run-context.js";
import { version } from "../version.js";
import { type Applied, type ApplyOptions, applyRecipe, preparerOf, requireModel } from "./apply-recipe.js";
import { PreparedClassifier } from "./classifier-model.js";
import type { Recipe, RecipeModel } from "./recipe.js";
import { type NumberTruth, type PreparedRidge, ridgeOf } from "./ridge-model.js";

/** What {@link predictWith} gives. */
export interface Prediction {
  readonly recipe: PredictingRecipe;
  readonly data: { readonly rows: number; readonly source: string };
  /** The predicted number of every row, where the model predicts numbers; null where it predicts classes. */
  readonly numbers: Float64Array | null;
  /** The classes that the model knows; none where it predicts numbers, which then have no labels and scores either. */
  readonly classes: readonly string[];
  /** The predicted class of every row, by its place among them. */
  readonly codes: Int32Array;
  /** The same by name. */
  readonly labels: readonly string[];
  /** The known class or number of every row, null in a row without one; null where the data has none. */
  readonly actual: readonly (string | number | null)[] | null;
  /** Rows × classes: how much speaks for each class, larger is more. The scale is the classifier's own. */
  readonly scores: Matrix;
  /** Rows × classes, adding up to 1 in every row; null where the model gives none. */
  readonly probabilities: Matrix | null;
  /** Rows that are better not relied on: {@link UncertainOption}; null without probabilities. */
  readonly uncertain: readonly boolean[] | null;
  /** The probability below which they are marked. */
  readonly uncertainBelow: number;
  readonly rowIds: readonly string[] | null;
  /** How well it agrees with the labels of the data; null where it has none, and for numbers. */
  readonly truth: Truth | null;
  /** How well predicted numbers agree with the targets of the data; null where it has none, and for classes. */
  readonly numberTruth: NumberTruth | null;
  /** What to know before trusting it. */
  readonly notices: readonly Notice[];
  readonly version: string;
  toJSON(): PredictionJson;
}

/** What a prediction says of the recipe behind it. */
export interface PredictingRecipe {
  readonly method: string;
  readonly k: number;
  readonly classifier: string;
  readonly features: readonly string[];
  /** What the model was fitted to. */
  readonly data: { readonly source: string; readonly sha256: string };
}

/** A {@link Prediction} in JSON. */
export interface PredictionJson {
  readonly schema: "salience/prediction@2";
  readonly recipe: PredictingRecipe;
  readonly data: { readonly rows: number; readonly source: string };
  /** In the order of `scores` and `probabilities`. */
  readonly classes: readonly string[];
  readonly uncertainBelow: number;
  readonly predictions: readonly {
    /** From 0. */
    readonly row: number;
    readonly id?: string;
    /** A class by name, or a number. */
    readonly predicted: string | number;
    readonly actual?: string | number;
    /** Absent for numbers. */
    readonly scores?: readonly JsonNumber[];
    readonly probabilities?: readonly number[];
    readonly uncertain?: boolean;
  }[];
  readonly truth: Json<Truth> | NumberTruth | null;
  readonly notices: readonly Notice[];
  readonly version: string;
}

/** A prediction from its parts. */
export const makePrediction = (parts: Omit<Prediction, "toJSON">): Prediction => ({
  ...parts,
  toJSON() {
    const { recipe, data, classes, uncertainBelow, truth, notices, version: made } = this;
    const { numbers, numberTruth, labels, actual, scores, probabilities, uncertain, rowIds } = this;
    const predicted: readonly (string | number)[] = numbers ? Array.from(numbers) : labels;
    return {
      schema: "salience/prediction@2",
      recipe,
      data,
      classes,
      uncertainBelow,
      predictions: predicted.map((one, row) => ({
        row,
        ...(rowIds && { id: rowIds[row] }),
        predicted: one,
        ...(actual && actual[row] !== null && { actual: actual[row] }),
        ...(!numbers && { scores: classes.map((_, code) => toPlain(scores.get(row, code))) }),
        ...(probabilities && { probabilities: classes.map((_, code) => probabilities.get(row, code)) }),
        ...(uncertain && { uncertain: uncertain[row] }),
      })),
      truth: numberTruth ?? toPlain(truth),
      notices,
      version: made,
    };
  },
});

/** Predicted against known classes. */
export interface Truth extends Metrics {
  /** Those of the confusion matrix: the model's, then those that only the data has. */
  readonly classes: readonly string[];
  /** Of the predicted classes; null without probabilities, or where the data has classes that the model does not know. */
  readonly reliability: Reliability | null;
}

/** Which predictions are marked as uncertain. */
export interface UncertainOption {
  /**
   * A row is uncertain if its class has a smaller probability than this, from 0 to 1, or if another class is more probable;
   * 0.6 by default. Above 0.5 a certain class is more probable than all others together, however many there are.
   */
  readonly uncertain?: number;
}

/** The threshold where none is given. */
export const defaultUncertain = 0.6;

/** Rows that are predicted between two looks at the clock. */
const blockRows = 256;

/**
 * Predicts the class or the number of every row by the model of a recipe, which sees new data scaled as the training data was. Data on
 * another scale is refused unless forced.
 */
export async function predictWith(
  recipe: Recipe,
  data: DataInput,
  options: PredictOptions & ApplyOptions = {},
): Promise<Prediction> {
  requireModel(recipe);
  return predictApplied(recipe, applyRecipe(recipe, data, options), options);
}

/** How {@link predictApplied} predicts. */
type PredictOptions = UncertainOption & Pick<RunOptions, "onProgress" | "signal">;

/** The same for data that `applyRecipe` gave. */
export async function predictApplied(
  recipe: Recipe,
  { data, notices: applied }: Applied,
  { uncertain, onProgress, signal }: PredictOptions = {},
): Promise<Prediction> {
  const ridge = ridgeOf(recipe);
  if (ridge) return predictNumbers(recipe, ridge, { data, notices: applied });
  const { classifier, model } = modelOf(recipe);
  const uncertainBelow = checkUncertain(uncertain);
  const { classes } = classifier;
  const parts: RowPredictions[] = [];
  const progress = new ProgressReporter(onProgress, signal);
  for (let start = 0; start < data.rows; start += blockRows) {
    const rows = Int32Array.from({ length: Math.min(blockRows, data.rows - start) }, (_, i) => start + i);
    parts.push(predictRows(classifier, data.selectRows(rows), uncertainBelow));
    await progress.report((start + rows.length) / data.rows);
  }
  const codes = Int32Array.from(parts.flatMap((part) => Array.from(part.codes)));
  const joined = (of: (part: RowPredictions) => Matrix | null) =>
    stacked(parts.map(of), data.rows, classes.length);
  const scores = joined((part) => part.scores)!;
  const probabilities = joined((part) => part.probabilities);
  const { truth, notices } = compareWithTruth(classes, data, { codes, scores, probabilities });
  return makePrediction({
    recipe: predictingRecipe(recipe, model),
    data: { rows: data.rows, source: data.source.name },
    numbers: null,
    numberTruth: null,
    classes,
    codes,
    labels: Array.from(codes, (code) => classes[code]),
    actual: data.labels && Array.from(data.labels.codes, (code) => data.labels!.classes[code] || null),
    scores,
    probabilities,
    uncertain: probabilities && parts.flatMap((part) => part.uncertain ?? []),
    uncertainBelow,
    rowIds: data.rowIds,
    truth,
    notices: [...applied, ...(probabilities ? [] : [withoutProbabilities(model)]), ...notices],
    version,
  });
}

const predictingRecipe = ({ selection, features, data }: Recipe, model: RecipeModel): PredictingRecipe => ({
  method: selection.method,
  k: selection.k,
  classifier: model.classifier,
  features: features.map(({ name }) => name),
  data: { source: data.source, sha256: data.sha256 },
});

/** Predicts numbers. */
function predictNumbers(recipe: Recipe, ridge: PreparedRidge, { data, notices }: Applied): Prediction {
  const numbers = ridge.predict(data);
  return makePrediction({
    recipe: predictingRecipe(recipe, requireModel(recipe)),
    data: { rows: data.rows, source: data.source.name },
    numbers,
    numberTruth: ridge.compare(data, numbers),
    classes: [],
    codes: new Int32Array(0),
    labels: [],
    actual: data.targets && Array.from(data.targets, (target) => (Number.isFinite(target) ? target : null)),
    scores: Matrix.zeros(0, 0),
    probabilities: null,
    uncertain: null,
    uncertainBelow: defaultUncertain,
    rowIds: data.rowIds,
    truth: null,
    notices,
    version,
  });
}

/** A recipe's model, ready to predict. */
interface ReadyModel {
  readonly model: RecipeModel;
  readonly classifier: PreparedClassifier;
}

/** Restoring a model takes longer than predicting one row, so it is done once for a recipe. */
const readyModels = new WeakMap<RecipeModel, PreparedClassifier>();

/** The classifier of a recipe; refuses a recipe without one. */
export function modelOf(recipe: Recipe): ReadyModel {
  const model = requireModel(recipe);
  const classifier = readyModels.get(model) ?? PreparedClassifier.restore(model, preparerOf(recipe));
  readyModels.set(model, classifier);
  return { model, classifier };
}

/** What a model says of some rows. */
interface RowPredictions {
  readonly codes: Int32Array;
  readonly scores: Matrix;
  readonly probabilities: Matrix | null;
  readonly uncertain: readonly boolean[] | null;
}

/** Predicts complete rows that have the recipe's features in its order. */
export function predictRows(
  classifier: PreparedClassifier,
  picked: Dataset,
  uncertainBelow: number,
): RowPredictions {
  const predicted = classifier.predict(picked);
  const { codes, probabilities } = predicted;
  const uncertain =
    probabilities &&
    Array.from(codes, (code, row) => {
      const own = probabilities.get(row, code);
      const better = classifier.classes.some((_, other) => probabilities.get(row, other) > own);
      return better || own < uncertainBelow;
    });
  return { ...predicted, uncertain };
}

/** The threshold, checked. */
export function checkUncertain(uncertain = defaultUncertain): number {
  if (typeof uncertain === "number" && uncertain >= 0 && uncertain <= 1) return uncertain;
  throw new InputError(
    "option-value",
    `${optionName("uncertain")} must be a number from 0 to 1; ${describeValue(uncertain)} was given`,
    { facts: { option: "uncertain", allowed: "0 to 1" } },
  );
}

/** Said where a model has no probabilities. */
export const withoutProbabilities = ({ classifier }: RecipeModel): Notice =>
  notice(
    "note",
    "method",
    `the model (${classifier}) gives no probabilities, so no row is marked as uncertain`,
  );

/** The rows of the parts, one after another; null where a part is. */
function stacked(parts: readonly (Matrix | null)[], rows: number, columns: number): Matrix | null {
  const result = Matrix.zeros(rows, columns);
  let at = 0;
  for (const part of parts) {
    if (part === null) return null;
    result.data.set(part.copy().data, at);
    at += part.rows * columns;
  }
  return result;
}

/**
 * Classes are joined by name; a class that the model does not know is always wrong. Rows without a label do not count, which
 * a notice says.
 */
function compareWithTruth(
  known: readonly string[],
  { labels, labelName, rows }: Dataset,
  predicted: Pick<RowPredictions, "codes" | "scores" | "probabilities">,
): { readonly truth: Truth | null; readonly notices: readonly Notice[] } {
  if (!labels) return { truth: null, notices: [] };
  const names = Array.from(labels.codes, (code) => labels.classes[code]);
  const counted = Int32Array.from(names.keys()).filter((row) => names[row] !== "");
  const count = rows - counted.length;
  const left = `"${labelName}" has no value in ${count} of ${plural(rows, "row")}`;
  const does = count === 1 ? "which does" : "which do";
  const notices =
    count > 0
      ? [
          notice("note", "no-labels", `${left}, ${does} not count in the accuracy`, {
            column: labelName,
            count,
          }),
        ]
      : [];
  if (counted.length === 0) return { truth: null, notices };
  const present = encodeLabels(Array.from(counted, (row) => names[row]));
  const classes = [...new Set([...known, ...present.classes])];
  const placeOf = new Map(classes.map((name, place) => [name, place]));
  const actual = present.codes.map((code) => placeOf.get(present.classes[code])!);
  const codes = Int32Array.from(counted, (row) => predicted.codes[row]);
  const allKnown = classes.length === known.length;
  const metrics = metricsOf(
    actual,
    codes,
    classes.length,
    allKnown ? predicted.scores.selectRows(counted) : null,
  );
  const curve =
    allKnown && predicted.probabilities
      ? reliability(predicted.probabilities.selectRows(counted), actual, { predicted: codes })
      : null;
  return { truth: { ...metrics, classes, reliability: curve }, notices };
}
