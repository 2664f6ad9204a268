import { type Dataset, findSelector, type Selection } from "../../internal.js";
import { describeDataset } from "../input/open-dataset.js";
import { onOneLine, type Terminal } from "./terminal.js";

/** The table a person reads. */
export function printSelection(data: Dataset, selection: Selection, terminal: Terminal): void {
  const picked = Array.from(selection.ranking.subarray(0, selection.features.length));
  const names = selection.features.map(onOneLine);
  const bar = bars(
    picked.map((j) => selection.scores[j]),
    selection.direction,
  );
  const width = widest(names, 7);
  const kept = new Set(selection.kept);
  const groups = groupColumn(selection);
  terminal.print(terminal.bold(data.source.name) + terminal.dim(`  ${describeDataset(data)}`));
  terminal.print(
    `${headline(data, selection)} ${terminal.dim(`(a ${selection.direction} score is better)`)}`,
  );
  if (selection.definition) terminal.print(terminal.dim(selection.definition));
  terminal.print();
  terminal.print(
    terminal.dim(`rank  ${"feature".padEnd(width)}  ${groups.heading}${"score".padStart(10)}`.trimEnd()),
  );
  picked.forEach((j, place) => {
    const score = selection.scores[j];
    const mark = kept.has(selection.features[place]) ? "+" : " ";
    terminal.print(
      `${String(place + 1).padStart(4)} ${mark}${names[place].padEnd(width)}  ${groups.cells[place]}${format(score).padStart(10)}  ${terminal.cyan(bar(score))}`.trimEnd(),
    );
  });
  if (kept.size > 0) terminal.print(terminal.dim("+ kept"));
}

/** `Fisher score: the best 5 of 64 features`, or what was picked where the user had a say. */
function headline(data: Dataset, { method, k, features, kept, excluded, featureGroups }: Selection): string {
  const { title } = findSelector(method);
  const grouped = Object.keys(featureGroups).length > 0;
  if (!grouped && kept.length + excluded.length === 0)
    return `${title}: the best ${k} of ${data.features} features`;
  const parts = [`${features.length} of ${data.features} features`];
  if (grouped) parts.push(`${k} counting a group as one`);
  if (kept.length > 0) parts.push(`${kept.length} of them kept`);
  if (excluded.length > 0) parts.push(`${excluded.length} others excluded`);
  return `${title}: ${parts.join(", ")}`;
}

/** The group of every picked feature, as a column of the table; nothing where there are no groups. */
function groupColumn({ featureGroups, features }: Selection): { heading: string; cells: readonly string[] } {
  const groupOf = new Map(
    Object.entries(featureGroups).flatMap(([group, members]) =>
      members.map((name) => [name, onOneLine(group)]),
    ),
  );
  if (groupOf.size === 0) return { heading: "", cells: features.map(() => "") };
  const cells = features.map((name) => groupOf.get(name) ?? "");
  const width = widest(cells, 5);
  return { heading: `${"group".padEnd(width)}  `, cells: cells.map((cell) => `${cell.padEnd(width)}  `) };
}

/** The longest bar is that of the best score; a score that is far from it, or on the other side of zero, has none. */
function bars(scores: readonly number[], direction: Selection["direction"]): (score: number) => string {
  const finite = scores.filter(Number.isFinite);
  const most = finite.reduce((a, b) => Math.max(a, b), 0);
  const least = finite.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const share = (score: number) => (direction === "larger" ? score / most : least / score);
  return (score) => {
    const part = Number.isFinite(score) ? share(score) : direction === "larger" ? 1 : 0;
    return "▪".repeat(part > 0 ? Math.round(24 * Math.min(1, part)) : 0);
  };
}

const widest = (texts: readonly string[], least: number) =>
  texts.reduce((most, text) => Math.max(most, text.length), least);

const format = (score: number) =>
  Number.isFinite(score)
    ? score !== 0 && Math.abs(score) < 1e-4
      ? score.toExponential(3)
      : score.toPrecision(5)
    : "∞";
