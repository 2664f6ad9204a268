import { notice } from "../../core/notice.js";
import { plural } from "../../core/text.js";
import {
  defaultUncertain,
  InputError,
  type NumberTruth,
  type Prediction,
  predictApplied,
  predictionData,
  type Recipe,
  type Reliability,
  type Truth,
  trainedNotices,
} from "../../internal.js";
import { datasetEndings, writeDataset } from "../../node/write-dataset.js";
import { defineCommand } from "../command.js";
import { pluginFlag, readFlags, readOptions, resultFlags } from "../flags/shared-flags.js";
import { forceFlag, openNewFiles, openRecipe } from "../input/open-recipe.js";
import { writeJson } from "../output/json.js";
import { onOneLine, type Terminal } from "../output/terminal.js";

/** `salience predict`: predicts the classes or numbers of new files with the model of a recipe. */
export const predict = defineCommand({
  examples: [
    "salience predict recipe.json new.csv",
    "salience predict recipe.json new.csv --out predicted.csv --uncertain 0.8",
    "salience predict recipe.json test.csv --json -   (with accuracy, or R² for numbers, if the file has the target)",
    "salience select data.csv --target class --k 20 --classifier svm --save recipe.json   (creates such a recipe)",
  ],
  flags: () => ({
    Predicting: {
      out: {
        value: "F",
        file: "output",
        endings: datasetEndings,
        help: "write ids, scores, probabilities and predicted classes, or ids and predicted numbers: .csv, .parquet or .npz",
      },
      uncertain: {
        value: "P",
        type: "number",
        help: `mark predictions with a smaller probability than this as uncertain (${defaultUncertain})`,
      },
      ...forceFlag,
      ...pluginFlag,
    },
    "Reading (overrides the recipe)": readFlags,
    Talking: resultFlags,
  }),
  async run(invocation) {
    const { flags, files, terminal, signal } = invocation;
    const recipe = await openRecipe(files[0]);
    requireModel(recipe, files[0]);
    const { data, notices: found } = await openNewFiles(invocation, recipe, files.slice(1));
    const numbered = readOptions(flags).missing === "drop-rows" && data.rowIds === null;
    const notices = [...found, ...(numbered ? [withoutMissing] : []), ...trainedNotices(recipe, data)];
    const onProgress = terminal.progress("predicting");
    const { uncertain } = flags;
    const prediction = await predictApplied(recipe, { data, notices }, { uncertain, onProgress, signal });
    terminal.clearBar();
    if (flags.out !== undefined) await writeDataset(flags.out, predictionData(prediction));
    if (flags.json !== undefined) await writeJson(flags.json, prediction, terminal);
    if (flags.out === undefined) printPrediction(prediction, terminal);
    printUncertain(prediction, terminal);
    if (prediction.truth) printTruth(prediction.truth, data.labelName, terminal);
    if (prediction.numberTruth) printNumberTruth(prediction.numberTruth, data.labelName, terminal);
    for (const one of prediction.notices) terminal.notice(one);
    terminal.wrote(flags.out, flags.json);
  },
});

/** If rows can only be identified by number. */
const withoutMissing = notice(
  "warning",
  "rows-left-out",
  "rows with missing values are left out, and row numbers do not count them",
  {},
  [{ action: "name the rows", option: "idColumn" }],
);

/** Checked before any file is read. */
function requireModel({ model, reading }: Recipe, file: string): void {
  const kinds = reading.task === "regression" ? "ridge" : "svm, lda or knn";
  if (!model)
    throw new InputError(
      "command-line",
      `${file} contains no model, so it cannot predict; save the recipe with --classifier ${kinds}`,
    );
}

/** More rows than this are only written to a file. */
const mostRows = 20;

/** A reliability curve of fewer rows says nothing. */
const leastCurve = 10;

/** Tables of the confusion that are wider than this are given as a list. */
const widest = 100;

/** The first rows: the predicted class and its probability, and the next best; scores where there are no probabilities. */
function printPrediction(prediction: Prediction, terminal: Terminal): void {
  const { numbers, labels, classes, codes, scores, probabilities, uncertain, rowIds } = prediction;
  if (numbers) {
    printNumbers(prediction, terminal);
    return;
  }
  const [what, values, word] = probabilities
    ? (["probability", probabilities, probability] as const)
    : (["score", scores, score] as const);
  const shown = labels.slice(0, mostRows).map((label, row) => {
    const order = classes
      .map((_, code) => code)
      .filter((code) => code !== codes[row])
      .sort((a, b) => values.get(row, b) - values.get(row, a));
    const next = order.length > 0 ? [classes[order[0]], word(values.get(row, order[0]))] : ["", ""];
    const mark = uncertain?.[row] ? "uncertain" : "";
    return [rowIds?.[row] ?? String(row + 1), label, word(values.get(row, codes[row])), ...next, mark];
  });
  printLines(columnLines([[rowIds ? "id" : "row", "predicted", what, "next", what, ""], ...shown]), terminal);
  printRest(labels.length, terminal);
}

/** The first rows of predicted numbers, beside the known ones. */
function printNumbers({ numbers, actual, rowIds }: Prediction, terminal: Terminal): void {
  const brief = (x: string | number | null) =>
    typeof x === "number" ? String(Number(x.toPrecision(6))) : "";
  const shown = Array.from(numbers!.subarray(0, mostRows), (number, row) => [
    rowIds?.[row] ?? String(row + 1),
    brief(number),
    ...(actual ? [brief(actual[row])] : []),
  ]);
  printLines(
    columnLines([[rowIds ? "id" : "row", "predicted", ...(actual ? ["actual"] : [])], ...shown]),
    terminal,
  );
  printRest(numbers!.length, terminal);
}

function printRest(rows: number, terminal: Terminal): void {
  if (rows > mostRows)
    terminal.print(terminal.dim(`… and ${rows - mostRows} more rows; --out FILE.csv writes all of them`));
}

/** How well predicted numbers agree with the known ones. */
function printNumberTruth(
  { rows, r2, rmse, spearman }: NumberTruth,
  target: string,
  terminal: Terminal,
): void {
  const parts = [
    ...(r2 === null ? [] : [`R² ${r2.toFixed(3)}`]),
    `RMSE ${Number(rmse.toPrecision(4))}`,
    ...(spearman === null ? [] : [`Spearman ${spearman.toFixed(3)}`]),
  ];
  terminal.print();
  terminal.print(`Compared with "${onOneLine(target)}" in ${rows} rows: ${parts.join(", ")}`);
}

/** How many rows are marked. */
function printUncertain({ uncertain, uncertainBelow }: Prediction, terminal: Terminal): void {
  const marked = uncertain?.filter(Boolean).length ?? 0;
  if (uncertain === null || marked === 0) return;
  terminal.print(
    `${marked} of ${plural(uncertain.length, "row")} ${marked === 1 ? "is" : "are"} uncertain: probability below ${uncertainBelow}`,
  );
}

/** How well it agrees with the known classes. */
function printTruth(truth: Truth, target: string, terminal: Terminal): void {
  const { accuracy, balancedAccuracy, macroF1, auc, classes, confusion } = truth;
  const rows = confusion.flat().reduce((sum, count) => sum + count, 0);
  terminal.print();
  terminal.print(
    `Compared with "${onOneLine(target)}" in ${rows} rows: accuracy ${percent(accuracy)}, balanced ${percent(balancedAccuracy)}, macro-F1 ${percent(macroF1)}${auc === null ? "" : `, AUC ${auc.toFixed(3)}`}`,
  );
  const lines = classes.map((name, i) => [name, ...confusion[i].map(String)]);
  const table = columnLines([["true \\ predicted", ...classes], ...lines]);
  if (table[0].length <= widest) printLines(table, terminal);
  else printMistakes(truth, terminal);
  if (truth.reliability && rows >= leastCurve) printReliability(truth.reliability, terminal);
}

/** Of the rows predicted with about the same probability, how many are right. */
function printReliability({ bins, brier, logLoss }: Reliability, terminal: Terminal): void {
  terminal.print();
  terminal.print(
    `Reliability of the probabilities (Brier score ${brier.toFixed(3)}, log loss ${logLoss.toFixed(3)}):`,
  );
  const lines = bins.map(({ from, to, rows, probability: mean, share, low, high }) => [
    `${from.toFixed(1)} to ${to.toFixed(1)}`,
    String(rows),
    percent(mean),
    percent(share),
    `${(100 * low).toFixed(0)} to ${(100 * high).toFixed(0)} %`,
  ]);
  printLines(columnLines([["probability", "rows", "mean", "right", "95 % interval"], ...lines]), terminal);
}

/** The pairs of classes that were confused most often. */
function printMistakes({ classes, confusion }: Truth, terminal: Terminal): void {
  const mistakes = confusion
    .flatMap((row, i) => row.map((count, j) => ({ i, j, count })))
    .filter(({ i, j, count }) => i !== j && count > 0)
    .sort((a, b) => b.count - a.count);
  for (const { i, j, count } of mistakes.slice(0, 10))
    terminal.print(`  ${onOneLine(classes[i])} predicted as ${onOneLine(classes[j])}: ${count}`);
}

/** Cells below each other: the first column is text, the others are set right. */
function columnLines(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(onOneLine));
  const widths = cells[0].map((_, j) => Math.max(...cells.map((row) => row[j].length)));
  return cells.map((row) =>
    row
      .map((cell, j) => (j === 0 ? cell.padEnd(widths[j]) : cell.padStart(widths[j])))
      .join("  ")
      .trimEnd(),
  );
}

/** The first line is the heading. */
function printLines([heading, ...lines]: readonly string[], terminal: Terminal): void {
  terminal.print(terminal.dim(heading));
  for (const line of lines) terminal.print(line);
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const probability = (p: number) => p.toFixed(3);
const score = (x: number) => (Number.isFinite(x) ? x.toPrecision(5) : "−∞");
