import { plural, shortList } from "../../core/text.js";
import {
  csvText,
  type DataSummary,
  type Dataset,
  directionText,
  type FeatureDescription,
  type FeatureDescriptions,
  findSelector,
  type Selection,
} from "../../internal.js";
import { describeDataset, describeSummary } from "../input/open-dataset.js";
import { onOneLine, type Terminal } from "./terminal.js";

/** Cells of a table side by side, all of the same width. */
interface Cells {
  readonly heading: string;
  readonly cells: readonly string[];
}

/** The longest bar; bars that would be much shorter for lack of room are left out. */
const [longestBar, shortestBar] = [24, 8];

/** The printed table; data that was read in blocks is not there any more. */
export function printSelection(data: Dataset | null, selection: Selection, terminal: Terminal): void {
  const { features, ranking, scores, descriptions } = selection;
  const picked = Array.from(ranking.subarray(0, features.length));
  const kept = new Set(selection.kept);
  const about = data ? describeDataset(data) : describeSummary(selection.data);
  terminal.print(terminal.bold(selection.data.source) + terminal.dim(`  ${about}`));
  terminal.print(`${headline(selection)} ${terminal.dim(`(a ${selection.direction} score is better)`)}`);
  if (selection.definition) terminal.print(terminal.dim(selection.definition));
  terminal.print();
  const named = features.map((name, place) => {
    const rank = String(place + 1).padStart(4);
    return `${rank} ${kept.has(name) ? "+" : " "}${onOneLine(name)}`;
  });
  const scored = picked.map((j) => format(scores[j]).padStart(10));
  const plain = sideBySide([
    column("rank  feature", named),
    ...groupColumn(selection),
    column("score", scored, "right"),
  ]);
  const described = descriptionCells(selection, terminal.columns - plain.heading.length);
  const table = sideBySide([plain, ...described]);
  const room = Math.min(longestBar, terminal.columns - table.heading.length - 2);
  const bar = bars(
    picked.map((j) => scores[j]),
    selection.direction,
    room < shortestBar ? 0 : room,
  );
  terminal.print(terminal.dim(table.heading.trimEnd()));
  picked.forEach((j, place) => {
    const drawn = bar(scores[j]);
    terminal.print(drawn ? `${table.cells[place]}  ${terminal.cyan(drawn)}` : table.cells[place].trimEnd());
  });
  if (kept.size > 0) terminal.print(terminal.dim("+ kept"));
  if (selection.totalCost !== undefined)
    terminal.print(`These features cost ${Number(selection.totalCost.toPrecision(6))} together.`);
  if (descriptions)
    for (const line of descriptionNotes(descriptions, selection.data)) terminal.print(terminal.dim(line));
}

/** The ranking as CSV, with all that is known of its features. */
export function selectionCsv(selection: Selection): string {
  const { ranking } = selection.toJSON();
  const always = ["rank", "index", "name", "score"] as const;
  const some = [
    "error",
    "share",
    "higher",
    "level",
    "effect",
    "foldChange",
    "test",
    "statistic",
    "p",
    "q",
    "missing",
    "group",
    "kept",
    "excluded",
  ] as const;
  const columns = [...always, ...some.filter((name) => ranking.some((entry) => entry[name] !== undefined))];
  return csvText([columns, ...ranking.map((entry) => columns.map((name) => entry[name] ?? null))]);
}

function column(heading: string, cells: readonly string[], align: "left" | "right" = "left"): Cells {
  const width = widest([heading, ...cells]);
  const pad = (text: string) => (align === "left" ? text.padEnd(width) : text.padStart(width));
  return { heading: pad(heading), cells: cells.map(pad) };
}

function sideBySide(columns: readonly Cells[]): Cells {
  return {
    heading: columns.map(({ heading }) => heading).join("  "),
    cells: columns[0].cells.map((_, place) => columns.map(({ cells }) => cells[place]).join("  ")),
  };
}

/** Direction, effect and q of the picked features, as far as there is room; nothing where they are not described. */
function descriptionCells({ descriptions, features, data }: Selection, room: number): Cells[] {
  if (!descriptions) return [];
  const shown = descriptions.features.slice(0, features.length);
  const directions = shown.map((feature) => onOneLine(directionText(feature)));
  const folds = descriptions.logBase === "none" ? [] : [foldColumn(shown)];
  const figures = (more: readonly Cells[]) => [
    column(
      "effect",
      shown.map(({ effect }) => short(effect, effect.toFixed(2))),
      "right",
    ),
    ...more,
    column(
      "q",
      shown.map(({ q }) =>
        short(q, q > 0 && q < 1e-3 ? q.toExponential(1) : String(Number(q.toPrecision(2)))),
      ),
      "right",
    ),
  ];
  const width = (columns: readonly Cells[]) =>
    columns.reduce((sum, { heading }) => sum + heading.length + 2, 0);
  const left = (columns: readonly Cells[]) => room - width(columns) - 2;
  const chosen = left(figures(folds)) < narrowest ? figures([]) : figures(folds);
  const most = Math.max(narrowest, left(chosen));
  return [
    column(
      data.task === "regression" ? shortened(onOneLine(data.target ?? "target"), most) : "higher in",
      directions.map((text) => shortened(text, most)),
    ),
    ...chosen,
  ];
}

/** Names of classes are not cut below this. */
const narrowest = 9;

const foldColumn = (shown: readonly FeatureDescription[]): Cells =>
  column(
    "fold",
    shown.map(({ foldChange = Number.NaN }) =>
      short(
        foldChange,
        foldChange < 1e6 ? foldChange.toFixed(foldChange < 100 ? 2 : 0) : foldChange.toExponential(1),
      ),
    ),
    "right",
  );

/** A number as text, where it is one. */
const short = (value: number, text: string) =>
  Number.isNaN(value) ? "–" : Number.isFinite(value) ? text : "∞";

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const describesOnly = "q describes the rows that the features were selected on, not new rows";

/** How to read the columns, in lines that fit an ordinary terminal. */
function descriptionNotes({ test, features, logBase }: FeatureDescriptions, data: DataSummary): string[] {
  const adjusted = `adjusted over ${plural(data.features, "feature")} (Benjamini–Hochberg)`;
  if (data.task === "regression") {
    const levels = features.some((feature) => feature.test === test);
    return [
      `effect: ${test === "f" ? "" : "rank "}correlation with ${data.target}${levels ? " (η for categories)" : ""}`,
      `q: p of the ${test === "f" ? "F test" : "test of Spearman's correlation"}, ${adjusted}`,
      describesOnly,
    ];
  }
  const categories = features.some((feature) => feature.test === "chi-square");
  const name = test === "f" ? "F" : "Kruskal–Wallis";
  return [
    `effect: standard deviations above the other classes${categories ? " (Cramér's V for categories)" : ""}`,
    ...(logBase === "none" ? [] : ["fold: geometric mean over that of the other classes"]),
    `q: p of the ${name}${categories ? " or chi-square" : ""} test, ${adjusted}`,
    describesOnly,
  ];
}

/** `Fisher score: the best 5 of 64 features`, or more detail if the user kept, excluded or grouped features. */
function headline(selection: Selection): string {
  const { data, method, k, features, kept, excluded, adjusted, featureGroups } = selection;
  const { title } = findSelector(method);
  const grouped = Object.keys(featureGroups).length > 0;
  if (!grouped && kept.length + excluded.length === 0)
    return `${title}: the best ${k} of ${data.features} features`;
  const parts = [`${features.length} of ${data.features} features`];
  if (grouped) parts.push(`${k} if each group counts as one`);
  if (kept.length > 0) parts.push(`${kept.length} of them kept`);
  const left = excluded.length - adjusted.length;
  if (left > 0) parts.push(`${left} others excluded`);
  if (adjusted.length > 0) parts.push(`adjusted for ${shortList(adjusted, 5)}`);
  return `${title}: ${parts.join(", ")}`;
}

/** The group of every picked feature; nothing where there are no groups. */
function groupColumn({ featureGroups, features }: Selection): Cells[] {
  const groupOf = new Map(
    Object.entries(featureGroups).flatMap(([group, members]) =>
      members.map((name) => [name, onOneLine(group)]),
    ),
  );
  if (groupOf.size === 0) return [];
  return [
    column(
      "group",
      features.map((name) => groupOf.get(name) ?? ""),
    ),
  ];
}

/** The best score has the longest bar; a score far from it, or of the other sign, has none. */
function bars(
  scores: readonly number[],
  direction: Selection["direction"],
  longest: number,
): (score: number) => string {
  const finite = scores.filter(Number.isFinite);
  const most = finite.reduce((a, b) => Math.max(a, b), 0);
  const least = finite.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const share = (score: number) => (direction === "larger" ? score / most : least / score);
  return (score) => {
    const part = Number.isFinite(score) ? share(score) : direction === "larger" ? 1 : 0;
    return "▪".repeat(part > 0 ? Math.round(longest * Math.min(1, part)) : 0);
  };
}

const widest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, text.length), 0);

const format = (score: number) =>
  Number.isFinite(score)
    ? score !== 0 && Math.abs(score) < 1e-4
      ? score.toExponential(3)
      : score.toPrecision(5)
    : "∞";
