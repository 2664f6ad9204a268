import { type Dataset, type Prediction, type Recipe, version } from "../../internal.js";

/** A prediction in the form `salience/prediction@1`. */
export function predictionJson(recipe: Recipe, data: Dataset, prediction: Prediction): object {
  const { classes, labels, scores, rowIds, truth, warnings } = prediction;
  const { labels: known } = data;
  return {
    schema: "salience/prediction@1",
    recipe: {
      method: recipe.selection.method,
      k: recipe.selection.k,
      classifier: recipe.model?.classifier,
      features: recipe.features.map(({ name }) => name),
      data: { source: recipe.data.source, sha256: recipe.data.sha256 },
    },
    data: { rows: data.rows, source: data.source.name },
    classes,
    predictions: labels.map((predicted, row) => ({
      row,
      ...(rowIds && { id: rowIds[row] }),
      predicted,
      ...(known && { actual: known.classes[known.codes[row]] }),
      scores: classes.map((_, code) => scores.get(row, code)),
    })),
    truth,
    warnings,
    version,
  };
}
