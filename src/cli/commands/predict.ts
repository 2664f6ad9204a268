import { Dataset, InputError, type Prediction, predictWith, type Recipe } from "../../internal.js";
import { requireWritable, writeDataset } from "../../node/write-dataset.js";
import { requireWritableFile } from "../../node/write-file.js";
import type { Command, Invocation } from "../command.js";
import { readFlags, talkFlags } from "../flags/shared-flags.js";
import { openNewFiles, openRecipe, strictFlag } from "../input/open-recipe.js";
import { writeJson } from "../output/json.js";
import { predictionJson } from "../output/prediction-json.js";
import { printPrediction, printTruth } from "../output/prediction-table.js";

/** `salience predict`: classes of new files by the model of a recipe. */
export const predict: Command = {
  name: "predict",
  summary: "predicts the classes of new files by the model that a recipe holds",
  positional: "RECIPE FILE…",
  examples: [
    "salience predict recipe.json new.csv",
    "salience predict recipe.json new.csv --out predicted.csv",
    "salience predict recipe.json test.csv --json -   (with accuracy, where the file has the target)",
    "salience select data.csv --target class --k 20 --classifier svm --save recipe.json   (makes such a recipe)",
  ],
  flags: () => ({
    Predicting: {
      out: { value: "F", help: "write ids, scores and predicted classes: .csv, .parquet or .npz" },
      ...strictFlag,
    },
    "Reading, where it is other than the recipe says": readFlags,
    Talking: talkFlags,
  }),
  run,
};

async function run(invocation: Invocation): Promise<void> {
  const { flags, files, terminal, signal } = invocation;
  const out = flags.out as string | undefined;
  if (out !== undefined) requireWritable(out);
  const outputs = [out, flags.json as string | undefined].filter(
    (file) => file !== undefined && file !== "-",
  );
  for (const file of outputs) await requireWritableFile(file as string);
  const recipe = await openRecipe(files[0]);
  requireModel(recipe, files[0]);
  const { data, warnings: found } = await openNewFiles(invocation, recipe, files.slice(1));
  const numbered = flags.missing === "drop-rows" && data.rowIds === null;
  const warnings = [
    ...found,
    ...(numbered ? [withoutMissing] : []),
    ...(data.labels && looksTrained(recipe, data) ? [trainedOn] : []),
  ];
  const onProgress = terminal.progress("predicting");
  // Each file has been held against the recipe by itself.
  const prediction = { ...(await predictWith(recipe, data, { onProgress, signal })), warnings };
  terminal.clearBar();
  if (out !== undefined) await writeDataset(out, predictionData(prediction));
  if (flags.json !== undefined)
    await writeJson(flags.json as string, predictionJson(recipe, data, prediction), terminal);
  if (out === undefined) printPrediction(prediction, terminal);
  if (prediction.truth) printTruth(prediction.truth, data.labelName, terminal);
  for (const warning of warnings) terminal.note(`warning: ${warning}`);
  for (const file of outputs) terminal.note(`wrote ${file}`);
}

/** Where rows can only be told by their numbers. */
const withoutMissing =
  "rows with missing values are left out, and the others are numbered without them; --id-column names them";

/** Only the features that are needed were read, so this goes by the name and the number of rows. */
const looksTrained = ({ data: { source, rows } }: Recipe, data: Dataset) =>
  data.source.name === source && data.rows === rows;
const trainedOn =
  "these look like the rows that the model was fitted to; accuracy on them says nothing, salience compare measures it on others";

/** Told before any file is read. */
function requireModel({ model }: Recipe, file: string): void {
  if (!model)
    throw new InputError(
      "command-line",
      `${file} holds no model, so it cannot predict; save the recipe with --classifier svm, lda or knn`,
    );
}

/** A prediction as data, so that it is written like any: the id or the number of the row, the scores, the predicted class. */
function predictionData({ scores, classes, codes, rowIds }: Prediction): Dataset {
  return new Dataset({
    values: scores,
    featureNames: classes.map((name) => `score_${name}`),
    labels: { codes, classes },
    labelName: "predicted",
    rowIds: rowIds ?? Array.from(codes, (_, row) => String(row + 1)),
  });
}
