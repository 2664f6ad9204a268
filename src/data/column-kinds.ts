import { plural, quoted } from "../core/text.js";
import { idInDisguise, isIdName } from "./id-in-disguise.js";
import { codesOf, orderClasses } from "./labels.js";
import { textToNumber } from "./readers/shared/column-from-texts.js";
import { isYesNo, type MergedSpellings, mergeSpellings } from "./spelling.js";
import { type Column, columnText, type NominalColumn, type NumberColumn, truthLevels } from "./table.js";

/** The kinds of columns that are told apart. */
export const columnKinds = ["number", "category", "yes-no", "date", "text", "id"] as const;

/** What a column of a table holds. */
export type ColumnKind = (typeof columnKinds)[number];

/** The kinds that a user can declare a column to be. */
export const declarableKinds = ["number", "category", "text", "date", "id"] as const;

/** One of {@link declarableKinds}. */
export type DeclarableKind = (typeof declarableKinds)[number];

/** A column's kind and how it was told. */
export interface ToldColumn {
  readonly kind: ColumnKind;
  /** Why, as a phrase: `2 different values`. */
  readonly why: string;
  /** Numbers for a number, levels for a category and for yes or no, else the column as it was read. */
  readonly column: Column;
  /** Cells of a number column that are neither numbers nor a usual mark of a missing value; they count as missing. */
  readonly notNumbers?: { readonly count: number; readonly examples: readonly string[] };
  /** A cell of a number column that has a unit, a percent sign, marks between thousands or another decimal mark. */
  readonly written?: WrittenNumber;
  /** The decimal mark of its cells, where it is not that of the table. */
  readonly decimalMark?: number;
  /** Spellings of one level that were taken as one. */
  readonly spellings?: readonly MergedSpellings[];
}

/** A text and the number that it was read as. */
export interface WrittenNumber {
  readonly text: string;
  readonly number: number;
}

/** What there is to know about a column besides its values. */
export interface ColumnContext {
  /** What the user says it is. */
  readonly declared?: DeclarableKind;
  /** The character code of the decimal mark of a text table. */
  readonly decimalMark?: number;
  /** Whether numbers may be ids in disguise; not where the column is known to be a feature. */
  readonly mayBeId: boolean;
}

/** A category has at most this many levels; a longer list of different texts is free text. */
export const mostLevels = 50;
/** With more different texts, spellings of the same words are not looked for. */
const mostSpellings = 4 * mostLevels;
/** A column of texts that are numbers for this part is a number column with some odd cells. */
const numberShare = 0.9;
/** Longer texts are not ids. */
const longestId = 40;

/** Tells what a column holds from its content and from what the format or the user declares. */
export function tellKind(name: string, column: Column, context: ColumnContext): ToldColumn {
  if (context.declared) return asDeclared(column, context.declared, context);
  if (column.kind === "number") return tellNumbers(name, column, context.mayBeId);
  if (column.kind === "nominal" && !isLongDictionary(column)) return tellNominal(column);
  return tellTexts(name, columnText(column), column, context);
}

function asDeclared(column: Column, kind: DeclarableKind, context: ColumnContext): ToldColumn {
  const why = "declared";
  if (kind === "category")
    return {
      kind,
      why,
      column: column.kind === "nominal" ? column : textsToNominal(columnText(column)),
    };
  if (kind !== "number" || column.kind === "number") return { kind, why, column };
  const texts = columnText(column);
  const { numbers, others } = toNumbers(texts, context.decimalMark);
  const written = others.length > 0 ? writtenNumbers(texts, context.decimalMark) : null;
  if (written) return { kind, why, ...written.told };
  return { kind, why, column: numbers, ...(others.length > 0 && { notNumbers: oddCells(others) }) };
}

function tellNumbers(name: string, column: NumberColumn, mayBeId: boolean): ToldColumn {
  if (column.isBoolean) {
    const codes = Int32Array.from(column.values, (x) => (Number.isNaN(x) ? -1 : x));
    return { kind: "yes-no", why: "declared", column: { kind: "nominal", codes, levels: truthLevels } };
  }
  const why = mayBeId ? idInDisguise(name, column.values) : null;
  return why === null ? { kind: "number", why: rangeOf(column.values), column } : { kind: "id", why, column };
}

/** The smallest and the largest number, as a phrase. */
function rangeOf(values: Float64Array): string {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const brief = (x: number) => String(Number(x.toPrecision(4)));
  if (least > most) return "no values";
  return least === most ? `always ${brief(least)}` : `${brief(least)} to ${brief(most)}`;
}

/** A dictionary is also how a column of any texts is stored; one with hardly any text twice is no category. */
const isLongDictionary = ({ codes, levels, isDictionary }: NominalColumn): boolean => {
  if (!isDictionary || levels.length <= 2) return false;
  const used = new Set(codes);
  const known = codes.reduce((sum, code) => sum + Number(code >= 0), 0);
  return 2 * (used.has(-1) ? used.size - 1 : used.size) > known;
};

function tellNominal(column: NominalColumn): ToldColumn {
  if (isYesNo(column.levels)) return { kind: "yes-no", why: "declared, two levels", column };
  return { kind: "category", why: `declared, ${column.levels.length} levels`, column };
}

function tellTexts(
  name: string,
  texts: readonly string[],
  column: Column,
  { decimalMark }: ColumnContext,
): ToldColumn {
  // Copies of a column of many million texts would take more memory than all else.
  const counts = new Map<string, number>();
  let known = 0;
  for (const text of texts) {
    if (text === "") continue;
    counts.set(text, (counts.get(text) ?? 0) + 1);
    known++;
  }
  const [first = ""] = counts.keys();
  if (all(counts.keys(), isDate)) return { kind: "date", why: `dates such as ${first}`, column };
  const asNumbers = mostlyNumbers(texts, known, decimalMark);
  if (asNumbers) return asNumbers;
  if (counts.size <= mostSpellings) {
    const { texts: words, merged } = mergeSpellings(texts, counts);
    const others = new Set(merged.flatMap(({ others }) => others));
    const levels = [...counts.keys()].filter((word) => !others.has(word)).sort();
    const spellings = merged.length > 0 ? { spellings: merged } : {};
    if (isYesNo(levels))
      return { kind: "yes-no", why: levels.join(" or "), column: toNominal(words, levels), ...spellings };
    if (levels.length <= mostLevels && 2 * levels.length <= known)
      return {
        kind: "category",
        why: plural(levels.length, "different text"),
        column: toNominal(words, levels),
        ...spellings,
      };
  }
  const isWord = (text: string) => text.length <= longestId && !/\s/.test(text);
  if (counts.size === known && (isIdName(name) || all(counts.keys(), isWord)))
    return { kind: "id", why: "texts that all differ", column };
  return {
    kind: "text",
    why: `${plural(counts.size, "different text")}, such as ${quoted(first)}`,
    column,
  };
}

function all<T>(items: Iterable<T>, holds: (item: T) => boolean): boolean {
  for (const item of items) if (!holds(item)) return false;
  return true;
}

/** Numbers with usual marks of missing values among them, or with a few cells of something else. */
function mostlyNumbers(
  texts: readonly string[],
  known: number,
  decimalMark: number | undefined,
): ToldColumn | null {
  // Looking at a few cells first spares the work for columns of words.
  const first = texts.slice(0, 1000);
  if (!first.some((text) => Number.isFinite(textToNumber(text, decimalMark)))) {
    const written = writtenNumbers(first, decimalMark) && writtenNumbers(texts, decimalMark);
    return written && { kind: "number", why: written.why, ...written.told };
  }
  const { numbers, others, marks } = toNumbers(texts, decimalMark);
  const found = known - others.length - marks;
  if (found === 0) return null;
  if (others.length === 0)
    return { kind: "number", why: "numbers and marks of missing values", column: numbers };
  const written = writtenNumbers(texts, decimalMark);
  if (written) return { kind: "number", why: written.why, ...written.told };
  if (found < numberShare * (known - marks) || new Set(numbers.values).size <= 11) return null;
  return { kind: "number", why: "nearly all are numbers", column: numbers, notNumbers: oddCells(others) };
}

/** What stands for a missing value in a column of numbers, beside the words that always do. */
export const missingMarks: ReadonlySet<string> = new Set([
  "-",
  "--",
  ".",
  "..",
  "#n/a",
  "#na",
  "missing",
  "none",
  "nil",
  "n.a.",
  "#value!",
]);

function toNumbers(texts: readonly string[], decimalMark: number | undefined) {
  const others: string[] = [];
  let marks = 0;
  const values = Float64Array.from(texts, (text) => {
    const number = textToNumber(text, decimalMark);
    if (number !== undefined) return number;
    if (missingMarks.has(text.trim().toLowerCase())) marks++;
    else others.push(text);
    return Number.NaN;
  });
  return { numbers: { kind: "number", values } satisfies NumberColumn, others, marks };
}

/** Numbers that are written in some way of their own, and why they are taken for numbers. */
interface Written {
  readonly why: string;
  readonly told: Pick<ToldColumn, "column" | "written" | "decimalMark">;
}

/** A sign of money, a number, a unit. */
const measured =
  /^([$€£]?)\s?([-+]?[.,]?\d(?:[\d.,'’\s]*\d)?(?:e[-+]?\d+)?)\s?([%‰°µ\p{L}][^\s\d]{0,11})?$/iu;

/**
 * Numbers that are all written with the same unit (`12 mg`, `4.5%`, `€ 20`) or with marks between thousands (`12,345.6`); some may
 * be plain. Null where a cell is anything else, or has another unit.
 */
function writtenNumbers(texts: readonly string[], decimalMark: number | undefined): Written | null {
  const commas = decimalMark === comma ? null : commaNumbers(texts);
  if (commas) return commas;
  let unit: string | null = null;
  let example: WrittenNumber | null = null;
  const values = new Float64Array(texts.length).fill(Number.NaN);
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i].trim();
    if (text === "" || missingMarks.has(text.toLowerCase())) continue;
    const plain = textToNumber(text, decimalMark);
    const found = plain === undefined ? measured.exec(text) : null;
    if (found) {
      const own: string = found[1] + (found[3] ?? "");
      if (own !== "") unit ??= own;
      if (own !== "" && own !== unit) return null;
      values[i] = textToNumber(withoutGroups(found[2], decimalMark), decimalMark) ?? Number.NaN;
      example ??= { text, number: values[i] };
    } else values[i] = plain ?? Number.NaN;
    if (plain === undefined && Number.isNaN(values[i])) return null;
  }
  if (!example) return null;
  const why = unit === null ? "numbers with marks between thousands" : `numbers with the unit ${unit}`;
  return { why, told: { column: { kind: "number", values }, written: example } };
}

/**
 * Numbers with a decimal comma where the table has points, as a spreadsheet keeps what was pasted as text: all cells are whole numbers or
 * have one comma, of which some cannot stand between thousands.
 */
function commaNumbers(texts: readonly string[]): Written | null {
  let [example, isSure]: [WrittenNumber | null, boolean] = [null, false];
  const values = new Float64Array(texts.length).fill(Number.NaN);
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i].trim();
    if (text === "" || missingMarks.has(text.toLowerCase())) continue;
    const [, whole, part] = /^([-+]?\d+)(?:,(\d+))?$/.exec(text) ?? [];
    if (whole === undefined) return null;
    values[i] = Number(part === undefined ? whole : `${whole}.${part}`);
    if (part !== undefined) example ??= { text, number: values[i] };
    if (part !== undefined && part.length !== 3) isSure = true;
  }
  if (!example || !isSure) return null;
  return {
    why: "numbers with a decimal comma",
    told: { column: { kind: "number", values }, written: example, decimalMark: comma },
  };
}

/** `12,345.6` without its commas; with a decimal comma `12.345,6` without its points. */
function withoutGroups(number: string, decimalMark: number | undefined): string {
  const [mark, other] = decimalMark === comma ? [",", "."] : [".", ","];
  const grouped = new RegExp(`^[-+]?[1-9]\\d{0,2}([${other}'’\\s])\\d{3}(?:\\1\\d{3})*(?:[${mark}]\\d+)?$`);
  const separator = grouped.exec(number)?.[1];
  return separator === undefined ? number : number.replaceAll(separator, "");
}

const comma = 44;

const oddCells = (others: readonly string[]) => ({
  count: others.length,
  examples: [...new Set(others)].slice(0, 3),
});

const textsToNominal = (texts: readonly string[]): NominalColumn =>
  toNominal(
    texts,
    [...new Set(texts)].filter((text) => text !== ""),
  );

/** Texts of which these are all that occur, beside the empty one. */
function toNominal(texts: readonly string[], different: readonly string[]): NominalColumn {
  const levels = orderClasses(different);
  return { kind: "nominal", codes: codesOf(texts, levels), levels };
}

const time = String.raw`(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s?(?:[ap]m)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const yearFirst = new RegExp(`^\\d{4}([-/.])(\\d{1,2})\\1(\\d{1,2})${time}$`, "i");
const yearLast = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(?:\\d{4}|\\d{2})${time}$`, "i");

/** Year-month-day, or day and month in either order before the year; with or without a time. */
function isDate(text: string): boolean {
  const first = yearFirst.exec(text);
  if (first) return areDayAndMonth(Number(first[2]), Number(first[3]));
  const last = yearLast.exec(text);
  return last !== null && areDayAndMonth(Number(last[1]), Number(last[3]));
}

const areDayAndMonth = (a: number, b: number): boolean =>
  a >= 1 && b >= 1 && Math.min(a, b) <= 12 && Math.max(a, b) <= 31;
