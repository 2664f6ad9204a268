import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { quoted, shortList } from "../core/text.js";
import { levelSpelled, type MergedSpellings } from "./spelling.js";

/** What a tabular file holds, before anybody says which column is the target. */
export interface Table {
  /** One name per column; where the file gives none, `1`, `2`, … */
  readonly names: readonly string[];
  readonly columns: readonly Column[];
  readonly rows: number;
  /** Names of the rows, where the file marks a column as such: row names of R, an index of pandas. */
  readonly rowIds?: readonly string[];
  /** What was done to the table on reading. */
  readonly notices?: readonly Notice[];
  /** The column that the format's convention makes the class: the last attribute of an ARFF file, if it is nominal. */
  readonly classColumn?: number;
  /** The character code of the decimal mark, where the file is text. */
  readonly decimalMark?: number;
}

/** A table with what else was done to it on reading, first. */
export const withNotices = (table: Table, notices: readonly Notice[]): Table =>
  notices.length === 0 ? table : { ...table, notices: [...notices, ...(table.notices ?? [])] };

/** One column of a table. Missing values are NaN, the empty string or level −1. */
export type Column = NumberColumn | TextColumn | NominalColumn;

/** Every value is a number or missing. */
export interface NumberColumn {
  readonly kind: "number";
  readonly values: Float64Array;
  /** The file says that they are yes (1) or no (0). */
  readonly isBoolean?: true;
}

/** The levels of a column of yes or no. */
export const truthLevels: readonly string[] = ["false", "true"];

/** At least one value is neither a number nor missing. */
export interface TextColumn {
  readonly kind: "text";
  readonly values: readonly string[];
  /** The first value that is not a number, and where it stands: the line of a text file, else the row. */
  readonly firstText: { readonly value: string; readonly line?: number; readonly row?: number };
}

/** Values from a list that the file declares: ARFF nominal attributes, dictionary columns. */
export interface NominalColumn {
  readonly kind: "nominal";
  readonly codes: Int32Array;
  readonly levels: readonly string[];
  /** The list is a dictionary, which files also use to store columns of any texts. */
  readonly isDictionary?: true;
}

/** The words that stand behind the numbers of a column, in the order of the numbers. */
export interface NominalLevels {
  readonly column: string;
  readonly levels: readonly string[];
}

/**
 * A column of words encoded by known levels, whatever the file declares. Other spellings of a level count as that level. Other words
 * are refused, or with `extend` become further levels.
 */
export function recode(
  name: string,
  words: readonly string[],
  levels: readonly string[],
  extend: boolean,
): { readonly column: NominalColumn; readonly spellings: readonly MergedSpellings[] } {
  const codeOf = new Map(levels.map((level, code) => [level, code]));
  const spelled = new Map<string, string>();
  const codes = Int32Array.from(words, (word, row) => {
    if (word === "") return -1;
    if (!codeOf.has(word) && !spelled.has(word)) {
      const level = levelSpelled(word, levels);
      if (level !== undefined) spelled.set(word, level);
      else if (extend) codeOf.set(word, codeOf.size);
    }
    const code = codeOf.get(spelled.get(word) ?? word);
    if (code === undefined)
      throw new InputError(
        "data-mismatch",
        `${quoted(word)} in row ${row + 1}, column "${name}" is not among the levels of the training data: ${shortList(levels, 10)}`,
        { facts: { row: row + 1, column: name, given: word } },
      );
    return code;
  });
  const spellings = levels.flatMap((kept): MergedSpellings[] => {
    const others = [...spelled.keys()].filter((word) => spelled.get(word) === kept).sort();
    return others.length > 0 ? [{ kept, others }] : [];
  });
  const all = codeOf.size > levels.length ? [...codeOf.keys()] : levels;
  return { column: { kind: "nominal", codes, levels: all }, spellings };
}

/** A column's values as text; what is missing is the empty string. */
export function columnText(column: Column): readonly string[] {
  if (column.kind === "text") return column.values;
  if (column.kind === "number")
    return Array.from(column.values, (x) =>
      Number.isNaN(x) ? "" : column.isBoolean ? truthLevels[x] : String(x),
    );
  return levelTexts(column.codes, column.levels);
}

/** The level of every code, and the empty string below zero; without the calls that `Array.from` makes for many million of them. */
export function levelTexts(codes: Int32Array, levels: readonly string[]): string[] {
  const texts: string[] = [];
  for (let i = 0; i < codes.length; i++) texts.push(codes[i] < 0 ? "" : levels[codes[i]]);
  return texts;
}

/** How many values of a column are missing. */
export function missingIn(column: Column): number {
  let count = 0;
  if (column.kind === "text") for (const text of column.values) count += Number(text === "");
  else if (column.kind === "number") for (const x of column.values) count += Number(Number.isNaN(x));
  else for (const code of column.codes) count += Number(code < 0);
  return count;
}
