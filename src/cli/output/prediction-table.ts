import type { Prediction, Truth } from "../../internal.js";
import { onOneLine, type Terminal } from "./terminal.js";

/** More rows than these are for a file. */
const mostRows = 20;

/** Tables of the confusion that are wider than this are given as a list. */
const widest = 100;

/** The first rows: the predicted class and its score, and the next best. */
export function printPrediction(
  { labels, classes, codes, scores, rowIds }: Prediction,
  terminal: Terminal,
): void {
  const shown = labels.slice(0, mostRows).map((label, row) => {
    const order = classes
      .map((_, code) => code)
      .filter((code) => code !== codes[row])
      .sort((a, b) => scores.get(row, b) - scores.get(row, a));
    const next = order.length > 0 ? [classes[order[0]], score(scores.get(row, order[0]))] : ["", ""];
    return [rowIds?.[row] ?? String(row + 1), label, score(scores.get(row, codes[row])), ...next];
  });
  printLines(
    columnLines([[rowIds ? "id" : "row", "predicted", "score", "next", "score"], ...shown]),
    terminal,
  );
  if (labels.length > mostRows)
    terminal.print(terminal.dim(`… and ${labels.length - mostRows} rows more; --out FILE.csv writes all`));
}

/** How well it agrees with the known classes. */
export function printTruth(truth: Truth, target: string, terminal: Terminal): void {
  const { accuracy, balancedAccuracy, macroF1, auc, classes, confusion } = truth;
  const rows = confusion.flat().reduce((sum, count) => sum + count, 0);
  terminal.print();
  terminal.print(
    `Against "${onOneLine(target)}" of ${rows} rows: accuracy ${accuracy.toFixed(1)} %, balanced ${balancedAccuracy.toFixed(1)} %, macro-F1 ${macroF1.toFixed(1)} %${auc === null ? "" : `, AUC ${auc.toFixed(3)}`}`,
  );
  const lines = classes.map((name, i) => [name, ...confusion[i].map(String)]);
  const table = columnLines([["true \\ predicted", ...classes], ...lines]);
  if (table[0].length <= widest) printLines(table, terminal);
  else printMistakes(truth, terminal);
}

/** The pairs of classes that were mixed up most. */
function printMistakes({ classes, confusion }: Truth, terminal: Terminal): void {
  const mistakes = confusion
    .flatMap((row, i) => row.map((count, j) => ({ i, j, count })))
    .filter(({ i, j, count }) => i !== j && count > 0)
    .sort((a, b) => b.count - a.count);
  for (const { i, j, count } of mistakes.slice(0, 10))
    terminal.print(`  ${onOneLine(classes[i])} taken for ${onOneLine(classes[j])}: ${count}`);
}

/** Cells below each other: the first column is text, the others are set right. */
function columnLines(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(onOneLine));
  const widths = cells[0].map((_, j) => Math.max(...cells.map((row) => row[j].length)));
  return cells.map((row) =>
    row.map((cell, j) => (j === 0 ? cell.padEnd(widths[j]) : cell.padStart(widths[j]))).join("  "),
  );
}

/** The first line is the heading. */
function printLines([heading, ...lines]: readonly string[], terminal: Terminal): void {
  terminal.print(terminal.dim(heading));
  for (const line of lines) terminal.print(line);
}

const score = (x: number) => (Number.isFinite(x) ? x.toPrecision(5) : "−∞");
