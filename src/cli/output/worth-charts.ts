import {
  adviceOf,
  type Evaluation,
  isShare,
  metricText,
  metricTitles,
  wilsonInterval,
} from "../../internal.js";

/** Lines are no wider, however wide the terminal is. */
const widest = 100;
/** Names of classes are cut to this. */
const longestName = 14;

const shortened = (name: string, most = longestName) =>
  name.length <= most ? name : `${name.slice(0, most - 1)}…`;

/** Who was taken for whom, with the share of each class that was found; where that is too wide, the most frequent mistakes. */
export function confusionLines(
  classes: readonly string[],
  confusion: readonly (readonly number[])[],
  columns: number,
): string[] {
  const names = classes.map((name) => shortened(name));
  const first = Math.max(...names.map((name) => name.length), "true \\ predicted".length);
  const cells = names.map((name, code) =>
    Math.max(name.length, ...confusion.map((row) => String(row[code]).length)),
  );
  const found = "  found (95 % interval)";
  const width = first + cells.reduce((sum, cell) => sum + cell + 2, 0) + found.length;
  if (width > Math.min(columns, widest)) return mistakeLines(classes, confusion);
  const line = (head: string, row: readonly (string | number)[], end: string) =>
    `${head.padEnd(first)}${row.map((cell, code) => `  ${String(cell).padStart(cells[code])}`).join("")}${end}`;
  return [
    line("true \\ predicted", names, found),
    ...confusion.map((row, code) => line(names[code], row, `  ${shareText(row[code], sum(row))}`)),
  ];
}

/** The mistakes that are made most often. */
function mistakeLines(classes: readonly string[], confusion: readonly (readonly number[])[]): string[] {
  const mistakes = confusion
    .flatMap((row, actual) => row.map((count, predicted) => ({ count, actual, predicted, of: sum(row) })))
    .filter(({ count, actual, predicted }) => count > 0 && actual !== predicted)
    .sort((a, b) => b.count - a.count || a.actual - b.actual || a.predicted - b.predicted)
    .slice(0, 5);
  if (mistakes.length === 0) return [];
  return [
    "most frequent mistakes:",
    ...mistakes.map(
      ({ count, actual, predicted, of }) =>
        `  ${shortened(classes[actual], 30)} taken for ${shortened(classes[predicted], 30)}: ${count} of ${of} rows`,
    ),
  ];
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

function shareText(count: number, of: number): string {
  if (of === 0) return "–";
  const { low, high } = wilsonInterval(count, of);
  const percent = (share: number) => (100 * share).toFixed(1);
  return `${percent(count / of)} % (${percent(low)} to ${percent(high)})`;
}

/** The metric against the number of features as bars, and what the curve advises; nothing where one number was measured. */
export function curveLines(evaluation: Evaluation, picked: number, columns: number): string[] {
  const { results, metric, protocol } = evaluation;
  const points = results.flatMap(({ k, honesty }) => {
    const value = honesty[protocol];
    return value === null ? [] : [{ k, value }];
  });
  const advice = adviceOf(evaluation, picked);
  if (points.length < 2 || !advice) return [];
  const digits = Math.max(1, ...points.map(({ k }) => String(k).length));
  const texts = points.map(({ value }) => metricText(metric, value));
  const room = Math.max(10, Math.min(40, Math.min(columns, widest) - digits - 24));
  const top = isShare(metric) ? 1 : Math.max(...points.map(({ value }) => value), Number.EPSILON);
  const bar = (value: number) => "█".repeat(Math.round((room * Math.max(0, value)) / top));
  return [
    `${metricTitles[metric]} against the number of features:`,
    ...points.map(
      ({ k, value }, at) =>
        `${String(k).padStart(digits + 2)}  ${texts[at].padStart(7)}  ${bar(value)}${k === advice.k ? "  ← enough" : ""}`,
    ),
    `${advice.sentence} ${advice.reason}`,
  ];
}
