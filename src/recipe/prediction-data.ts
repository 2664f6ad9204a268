import { type Notice, notice } from "../core/notice.js";
import { Dataset } from "../data/dataset.js";
import { Matrix } from "../numeric/matrix.js";
import type { Prediction } from "./predict-with.js";
import type { Recipe } from "./recipe.js";

/**
 * A prediction as data, so that it is written like any: the id or the number of the row, the scores, the probabilities, 1 if it
 * is uncertain, the predicted class; of numbers the id and the number.
 */
export function predictionData(prediction: Prediction): Dataset {
  const { numbers, scores, probabilities, uncertain, classes, codes, rowIds } = prediction;
  if (numbers)
    return new Dataset({
      values: new Matrix(numbers, numbers.length, 1),
      featureNames: ["predicted"],
      rowIds: rowIds ?? Array.from(numbers, (_, row) => String(row + 1)),
    });
  const names = (what: string) => classes.map((name) => `${what}_${name}`);
  const rows = Array.from(codes, (_, row) => [
    ...classes.map((_, code) => scores.get(row, code)),
    ...(probabilities ? classes.map((_, code) => probabilities.get(row, code)) : []),
    ...(uncertain ? [Number(uncertain[row])] : []),
  ]);
  return new Dataset({
    values: Matrix.fromRows(rows),
    featureNames: [
      ...names("score"),
      ...(probabilities ? names("probability") : []),
      ...(uncertain ? ["uncertain"] : []),
    ],
    labels: { codes, classes },
    labelName: "predicted",
    rowIds: rowIds ?? Array.from(codes, (_, row) => String(row + 1)),
  });
}

/** Warns where labelled rows look like those that the model was trained on. Only the features that are needed were read, so this goes by the name and the number of rows. */
export function trainedNotices({ data: { source, rows } }: Recipe, data: Dataset): Notice[] {
  if (!data.labels || data.source.name !== source || data.rows !== rows) return [];
  const what = data.targets ? "R²" : "accuracy";
  return [
    notice(
      "warning",
      "evaluation",
      `these look like the rows that the model was trained on, so its ${what} on them is too high; measure it on held-out rows`,
    ),
  ];
}
