import {
  applyRecipe,
  blobSource,
  csvChunks,
  parseDataset,
  parseRecipe,
  predictApplied,
  predictionData,
  recipeReadOptions,
  trainedNotices,
  wilsonInterval,
  writableDataset,
} from "salience/internal";
import type { Predicted, Tasks } from "../messages.js";
import type { Desk, Work } from "./desk.js";
import { recipe as recipeOfRun } from "./study.js";

/** So many rows are sent to the page; the file has all. */
const mostRows = 500;

/** Predicts the rows of a new file with a recipe, or with that of the selection on the desk, as the command line does. */
export async function predict(desk: Desk, take: Tasks["predict"]["take"], work: Work): Promise<Predicted> {
  const { file, by } = take;
  const text =
    "recipe" in by
      ? by.recipe
      : await recipeOfRun(desk, by, { ...work, onProgress: (fraction) => work.onProgress(0.4 * fraction) });
  const recipe = parseRecipe(text);
  const read = await parseDataset(blobSource(file.file, file.name), {
    ...recipeReadOptions(recipe, file.name),
    onProgress: (fraction) => work.onProgress(0.4 + 0.4 * fraction),
    signal: work.signal,
  });
  const { data, notices } = applyRecipe(recipe, read);
  const applied = { data, notices: [...notices, ...trainedNotices(recipe, data)] };
  const prediction = await predictApplied(recipe, applied, {
    onProgress: (fraction) => work.onProgress(0.8 + 0.2 * fraction),
    signal: work.signal,
  });
  const { numbers, labels, codes, probabilities, uncertain, rowIds, actual, truth, numberTruth } = prediction;
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const known = actual?.filter((one) => one !== null).length ?? 0;
  return {
    source: file.name,
    target: recipe.data.target ?? "class",
    total: data.rows,
    rows: Array.from({ length: Math.min(mostRows, data.rows) }, (_, row) => ({
      id: rowIds?.[row] ?? String(row + 1),
      predicted: numbers ? numbers[row] : labels[row],
      probability: probabilities?.get(row, codes[row]) ?? null,
      uncertain: uncertain?.[row] ?? false,
      actual: actual?.[row] ?? null,
    })),
    counts: numbers ? null : Array.from(counts, ([name, rows]) => ({ name, rows })),
    uncertain: uncertain?.filter(Boolean).length ?? null,
    truth: truth && {
      accuracy: truth.accuracy,
      balancedAccuracy: truth.balancedAccuracy,
      interval: wilsonInterval(Math.round(truth.accuracy * known), known),
      rows: known,
    },
    numberTruth: numberTruth && { r2: numberTruth.r2, rmse: numberTruth.rmse, rows: numberTruth.rows },
    notices: prediction.notices,
    csv: new Blob([...csvChunks(writableDataset(predictionData(prediction)))] as BlobPart[], {
      type: "text/csv",
    }),
  };
}
