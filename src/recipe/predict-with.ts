import { InputError } from "../core/input-error.js";
import { type Json, type JsonNumber, toPlain } from "../core/json.js";
import type { Notice } from "../core/notice.js";
import { ProgressReporter } from "../core/progress-reporter.js";
import type { Dataset } from "../data/dataset.js";
import { presentLabels } from "../data/labels.js";
import { type Metrics, metricsOf } from "../evaluation/metrics.js";
import { Matrix } from "../numeric/matrix.js";
import type { RunOptions } from "../selectors/run-context.js";
import { version } from "../version.js";
import { type ApplyOptions, applyRecipe } from "./apply-recipe.js";
import { ScaledClassifier } from "./classifier-model.js";
import type { Recipe } from "./recipe.js";

/** What {@link predictWith} gives. */
export interface Prediction {
  readonly recipe: PredictingRecipe;
  readonly data: { readonly rows: number; readonly source: string };
  /** The classes that the model knows. */
  readonly classes: readonly string[];
  /** The predicted class of every row, by its place among them. */
  readonly codes: Int32Array;
  /** The same by name. */
  readonly labels: readonly string[];
  /** The known class of every row by name; null where the data has no labels. */
  readonly actual: readonly string[] | null;
  /** Rows × classes: how much speaks for each class, larger is more. The scale is the classifier's own. */
  readonly scores: Matrix;
  readonly rowIds: readonly string[] | null;
  /** How well it agrees with the labels of the data; null where it has none. */
  readonly truth: Truth | null;
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
  /** In the order of `scores`. */
  readonly classes: readonly string[];
  readonly predictions: readonly {
    /** From 0. */
    readonly row: number;
    readonly id?: string;
    readonly predicted: string;
    readonly actual?: string;
    readonly scores: readonly JsonNumber[];
  }[];
  readonly truth: Json<Truth> | null;
  readonly notices: readonly Notice[];
  readonly version: string;
}

/** A prediction from its parts. */
export const makePrediction = (parts: Omit<Prediction, "toJSON">): Prediction => ({
  ...parts,
  toJSON() {
    const { recipe, data, classes, labels, actual, scores, rowIds, truth, notices, version: made } = this;
    return {
      schema: "salience/prediction@2",
      recipe,
      data,
      classes,
      predictions: labels.map((predicted, row) => ({
        row,
        ...(rowIds && { id: rowIds[row] }),
        predicted,
        ...(actual && { actual: actual[row] }),
        scores: classes.map((_, code) => toPlain(scores.get(row, code))),
      })),
      truth: toPlain(truth),
      notices,
      version: made,
    };
  },
});

/** Predicted against known classes. */
export interface Truth extends Metrics {
  /** Those of the confusion matrix: the model's, then those that only the data has. */
  readonly classes: readonly string[];
}

/** Rows that are predicted between two looks at the clock. */
const blockRows = 256;

/** Predicts the class of every row by the model of a recipe, which sees new data scaled as the training data was. */
export async function predictWith(
  recipe: Recipe,
  data: Dataset,
  { onProgress, signal, ...apply }: ApplyOptions & Pick<RunOptions, "onProgress" | "signal"> = {},
): Promise<Prediction> {
  const { model } = recipe;
  if (!model)
    throw new InputError("data-mismatch", "the recipe contains no model, so it cannot predict", {
      remedies: [{ action: "save it with a classifier", option: "classifier", value: "svm" }],
    });
  const { data: picked, notices } = applyRecipe(recipe, data, apply);
  const classifier = ScaledClassifier.restore(model);
  const { classes } = classifier;
  const codes = new Int32Array(data.rows);
  const scores = Matrix.zeros(data.rows, classes.length);
  const progress = new ProgressReporter(onProgress, signal);
  for (let start = 0; start < data.rows; start += blockRows) {
    const rows = Int32Array.from({ length: Math.min(blockRows, data.rows - start) }, (_, i) => start + i);
    const predicted = classifier.predict(picked.selectRows(rows));
    codes.set(predicted.codes, start);
    scores.data.set(predicted.scores.data, start * classes.length);
    await progress.report((start + rows.length) / data.rows);
  }
  return makePrediction({
    recipe: {
      method: recipe.selection.method,
      k: recipe.selection.k,
      classifier: model.classifier,
      features: recipe.features.map(({ name }) => name),
      data: { source: recipe.data.source, sha256: recipe.data.sha256 },
    },
    data: { rows: data.rows, source: data.source.name },
    classes,
    codes,
    labels: Array.from(codes, (code) => classes[code]),
    actual: data.labels && Array.from(data.labels.codes, (code) => data.labels!.classes[code]),
    scores,
    rowIds: data.rowIds,
    truth: compareWithTruth(classifier, data, codes, scores),
    notices,
    version,
  });
}

/** Classes are joined by name; a class that the model does not know is always wrong. */
function compareWithTruth(
  { classes }: ScaledClassifier,
  { labels }: Dataset,
  predicted: Int32Array,
  scores: Matrix,
): Truth | null {
  if (!labels) return null;
  const present = presentLabels(labels);
  const all = [...new Set([...classes, ...present.classes])];
  const placeOf = new Map(all.map((name, place) => [name, place]));
  const actual = present.codes.map((code) => placeOf.get(present.classes[code])!);
  const known = all.length === classes.length;
  const metrics = metricsOf(actual, predicted, all.length, known ? scores : null);
  return { ...metrics, classes: all };
}
