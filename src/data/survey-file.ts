import { type Notice, notice } from "../core/notice.js";
import { plural, shortList } from "../core/text.js";
import type { ByteSource } from "./byte-source.js";
import type { Dataset } from "./dataset.js";
import { finishDataset, openReader, parseDataset } from "./parse-dataset.js";
import { inFile } from "./readers/shared/reading.js";
import type { ReadOptions } from "./reading-options.js";
import type { Column, Table } from "./table.js";
import { columnText, tableToArrays } from "./table-to-arrays.js";

/** What a file holds, read with as few demands as possible. */
export interface Survey {
  readonly data: Dataset;
  /** How many columns of each kind a table has; null for formats of arrays. */
  readonly columns: { readonly number: number; readonly text: number; readonly nominal: number } | null;
  /** Why a column was taken as the target though nobody named it; null where it was named or there is none. */
  readonly guessed: string | null;
  /** Columns of text that no method can use as features. */
  readonly leftOut: readonly string[];
}

/** Reads a file to look it over: a target is guessed if none is named, and columns of text are left out, not refused. */
export async function surveyFile(source: ByteSource, options: ReadOptions = {}): Promise<Survey> {
  const { reader, plain } = await openReader(source, options);
  if (reader.kind === "arrays")
    return { data: await parseDataset(source, options), columns: null, guessed: null, leftOut: [] };
  return inFile(source.name, async () => {
    const table = await reader.readTable(plain, options);
    const guess =
      options.target === undefined && !options.labels && options.labelPattern === undefined
        ? guessTarget(table)
        : null;
    const target = guess && table.names[guess.column];
    const chosen = target === null ? options : { ...options, target };
    const leftOut = table.names.filter(
      (name, j) => table.columns[j].kind === "text" && !isNamed(chosen, table, name, j),
    );
    const arrays = tableToArrays(table, { ...chosen, drop: [...(options.drop ?? []), ...leftOut] });
    const notices = [
      ...(guess ? [guessNotice(table.names[guess.column], guess.reason)] : []),
      ...(leftOut.length > 0 ? [textNotice(leftOut)] : []),
      ...(arrays.notices ?? []),
    ];
    const kinds = table.columns.map(({ kind }) => kind);
    const count = (kind: string) => kinds.filter((other) => other === kind).length;
    return {
      data: await finishDataset({ ...arrays, notices }, chosen, source.name, reader.format),
      columns: { number: count("number"), text: count("text"), nominal: count("nominal") },
      guessed: guess?.reason ?? null,
      leftOut,
    };
  });
}

const guessNotice = (column: string, reason: string): Notice =>
  notice(
    "note",
    "target-guessed",
    `column "${column}" was taken as the target, because ${reason}`,
    { column },
    [{ action: "confirm it, or name another column", option: "target", value: column }],
  );

const textNotice = (columns: readonly string[]): Notice =>
  notice(
    "note",
    "columns-left-out",
    `${plural(columns.length, "column of text is", "columns of text are")} not used as features: ${shortList(columns)}`,
    { columns, count: columns.length },
  );

function isNamed(options: ReadOptions, table: Table, name: string, column: number): boolean {
  const named = [options.target, options.idColumn, options.rowGroups, ...(options.drop ?? [])].map(String);
  return (
    named.includes(name) ||
    named.includes(String(column + 1)) ||
    (column === 0 && named.includes("first")) ||
    (column === table.names.length - 1 && named.includes("last"))
  );
}

/** A column that may be the target, and why it looks like it. */
interface TargetGuess {
  readonly column: number;
  readonly reason: string;
}

const usualNames =
  /^(class|classes|label|labels|target|y|gnd|species|diagnosis|outcome|response|category|cell_?type|tissue)$/i;

/** Which column looks like the target: by its name, else the only column of words, else the last of a few whole numbers. */
function guessTarget(table: Table): TargetGuess | null {
  const groups = (column: Column) => new Set(columnText(column)).size;
  const repeats = (j: number) => groups(table.columns[j]) >= 2 && groups(table.columns[j]) <= table.rows / 2;
  const all = table.names.map((_, j) => j);
  const named = all.filter((j) => usualNames.test(table.names[j]) && repeats(j));
  if (named.length === 1) return { column: named[0], reason: `it is called "${table.names[named[0]]}"` };
  const words = all.filter((j) => table.columns[j].kind !== "number" && repeats(j));
  if (words.length === 1)
    return { column: words[0], reason: "it is the only text column with repeated values" };
  const [first, last] = [0, table.columns.length - 1];
  for (const [j, which] of [
    [last, "last"],
    [first, "first"],
  ] as const) {
    const column = table.columns[j];
    const whole = column?.kind === "number" && column.values.every((x) => Number.isInteger(x));
    if (whole && groups(column) <= 50 && repeats(j))
      return { column: j, reason: `the ${which} column holds ${groups(column)} different whole numbers` };
  }
  return null;
}
