import type { Remedy } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import type { ToldColumn } from "./column-kinds.js";
import type { ReadOptions } from "./reading-options.js";
import { type Column, columnText, type Table } from "./table.js";

/** What is known of the target where nobody named it: the column, or none; and the notice that says so. */
export interface TargetGuess {
  /** Its place; −1 where no column is obviously the target. */
  readonly column: number;
  /** Why, as a sentence; null where there is none. */
  readonly reason: string | null;
  readonly notices: readonly Notice[];
}

const usualNames =
  /^(class|classes|label|labels|target|y|gnd|species|diagnosis|outcome|response|category|survived|survival|status|phenotype|disease|cell_?type|tissue)$/i;

/** Names that end like one: `bulk_labels`, `tumour class`. */
const usualEndings = /[_\s.-](class|labels?|diagnosis|outcome|phenotype|cell_?type)$/i;

/** Names of targets that as often are those of features, such as the condition of a house: taken of several categories only. */
const likelyNames = /^(subtype|condition|diagnose|klasse)$/i;

/** What describes where and from whom a sample is, not what class it is of. */
const circumstances =
  /(^|[_\s.-])(batch|site|cent(?:er|re)|plate|run|lane|chip|hospital|scanner|sex|gender|donor|patient|sample|replicate)([_\s.-]|$)/i;

/** Whole numbers with more different values than this are not proposed as classes. */
const mostClasses = 20;

/**
 * Which of these columns is obviously the target: what the format declares, else the one with a usual name, else the only
 * category, else a first or last column of a few whole numbers if no other column is like that, else of several categories the one
 * with a likely name. Where several may be, a notice lists them.
 */
export function guessTarget(table: Table, told: readonly ToldColumn[], free: readonly number[]): TargetGuess {
  const name = (j: number) => table.names[j];
  const isEdge = (j: number) => j === 0 || j === table.columns.length - 1;
  const is = (j: number, ...kinds: readonly string[]) => kinds.includes(told[j].kind);

  const mayBe = (j: number) => repeats(table, told[j]) || (is(j, "number") && hasValues(told[j]));
  const exact = free.filter((j) => usualNames.test(name(j)) && mayBe(j));
  const named = exact.length > 0 ? exact : free.filter((j) => usualEndings.test(name(j)) && mayBe(j));
  const declared = table.classColumn;
  if (declared !== undefined && free.includes(declared) && hasValues(told[declared]))
    return taken(table, declared, "it is the last attribute and has levels");
  if (named.length === 1) return taken(table, named[0], `it is called "${name(named[0])}"`);
  const namedEdges = named.filter(isEdge);
  if (namedEdges.length === 1)
    return taken(
      table,
      namedEdges[0],
      `it is called "${name(namedEdges[0])}" and is the ${namedEdges[0] === 0 ? "first" : "last"} column`,
    );
  const categories = free.filter((j) => is(j, "category", "yes-no") && repeats(table, told[j]));
  if (categories.length === 1 && !circumstances.test(name(categories[0])))
    return taken(table, categories[0], "it is the only category");
  const whole = free.filter((j) => is(j, "number") && isFewWhole(told[j]));
  if (categories.length === 0 && whole.length === 1 && isEdge(whole[0])) {
    const values = new Set(columnText(told[whole[0]].column));
    return taken(
      table,
      whole[0],
      `it is the only column of a few whole numbers (${[...values].sort().slice(0, 5).join(", ")}${values.size > 5 ? ", …" : ""}), and the ${whole[0] === 0 ? "first" : "last"} one`,
    );
  }
  const likely = named.length === 0 ? categories.filter((j) => likelyNames.test(name(j))) : [];
  if (likely.length === 1) return taken(table, likely[0], `it is called "${name(likely[0])}"`);
  const candidates = [...new Set([...named, ...[...categories].reverse(), ...whole.filter(isEdge)])];
  return { column: -1, reason: null, notices: candidates.length > 0 ? [manyNotice(table, candidates)] : [] };
}

/** Whether any row has a value: a column that is blank throughout is to be filled in, not learned from. */
const hasValues = ({ column }: ToldColumn): boolean => columnText(column).some((text) => text !== "");

/** At least two different values, which all in all occur twice. */
function repeats(table: Table, { column }: ToldColumn): boolean {
  const different = new Set(columnText(column));
  different.delete("");
  return different.size >= 2 && different.size <= table.rows / 2;
}

function isFewWhole({ column }: ToldColumn): boolean {
  if (column.kind !== "number") return false;
  const seen = new Set<number>();
  for (const x of column.values) {
    if (!Number.isInteger(x)) return false;
    seen.add(x);
    if (seen.size > mostClasses) return false;
  }
  return seen.size >= 2 && seen.size <= column.values.length / 2;
}

function taken(table: Table, column: number, reason: string): TargetGuess {
  const name = table.names[column];
  const text = `column "${name}" was taken as the target, because ${reason}`;
  const remedies = [{ action: "confirm it, or name another column", option: "target", value: name }];
  return { column, reason, notices: [notice("note", "target-guessed", text, { column: name }, remedies)] };
}

function manyNotice(table: Table, candidates: readonly number[]): Notice {
  const columns = candidates.slice(0, 5).map((j) => table.names[j]);
  return notice(
    "note",
    "no-labels",
    "no target was named, and no column is obviously the one",
    { columns },
    columns.map((name): Remedy => ({ action: `use "${name}"`, option: "target", value: name })),
  );
}

/**
 * The labels in a table's column: words in one spelling, numbers without units and the like, anything else as it stands. Numbers beside
 * other words are numbers only if there are too many of them for classes.
 */
export function labelsIn(
  column: Column,
  { kind, column: told, notNumbers }: ToldColumn,
): { readonly labels: readonly string[]; readonly labelKind: Column["kind"] } {
  if (kind === "category" || kind === "yes-no") return { labels: columnText(told), labelKind: column.kind };
  const isNumber = kind === "number" && told.kind === "number";
  if (isNumber && (!notNumbers || new Set(told.values).size > mostClasses + 1))
    return { labels: columnText(told), labelKind: "number" };
  return { labels: columnText(column), labelKind: column.kind };
}

/** How a target was taken: as numbers to predict, or null for classes; with the notices that say so. */
export interface TakenTarget {
  readonly targets: Float64Array | null;
  readonly notices: readonly Notice[];
}

/** What is known of the column of a target. */
interface TargetColumn {
  readonly name: string;
  /** One text per row; empty where there is none. */
  readonly texts: readonly string[];
  /** What a table holds there; absent for labels of other formats, and of a file of their own. */
  readonly kind?: Column["kind"];
}

/**
 * Whether a target is a class or a number to predict, unless it was said. Whole numbers are classes if there are few of
 * them, or if each has ten rows on average; other numbers are to be predicted. Levels in a row, such as 1 to 10, may be those of a
 * score, and that is said. The only place where this is decided.
 */
export function takeTarget(column: TargetColumn, { task = "auto", columns = [] }: ReadOptions): TakenTarget {
  const { name, texts, kind } = column;
  const classes: TakenTarget = { targets: null, notices: [] };
  if (task === "classification") return classes;
  const different = new Set(texts);
  different.delete("");
  const numbers = Array.from(different, Number).sort((a, b) => a - b);
  if (task === "regression") return { targets: numbersOf(column, numbers), notices: [] };
  const isNumber = columns.includes(`${name}=number`);
  if (kind === "nominal" || columns.includes(`${name}=category`)) return classes;
  if (numbers.length <= 2 || !numbers.every(Number.isFinite)) return classes;
  const few = numbers.length <= mostClasses || numbers.length <= texts.length / 10;
  if (!isNumber && few && numbers.every(Number.isInteger))
    return { targets: null, notices: kind === "number" ? orderedNotices(name, numbers) : [] };
  const [least, most] = [numbers[0], numbers[numbers.length - 1]];
  const text = `the target "${name}" has ${numbers.length} different values from ${least} to ${most}, so it is a number to predict (regression)`;
  return {
    targets: numbersOf(column, numbers),
    notices: [
      notice("note", "numeric-target", text, { column: name, count: numbers.length }, [
        { action: "use its values as classes", option: "task", value: "classification" },
      ]),
    ],
  };
}

/** One number per row; NaN where there is none. */
function numbersOf({ name, texts }: TargetColumn, numbers: readonly number[]): Float64Array {
  if (numbers.every(Number.isFinite))
    return Float64Array.from(texts, (text) => (text === "" ? Number.NaN : Number(text)));
  const row = texts.findIndex((text) => text !== "" && !Number.isFinite(Number(text)));
  throw new InputError(
    "target",
    `the target "${name}" is "${texts[row]}" in row ${row + 1}, which is not a number to predict`,
    {
      facts: { column: name, row: row + 1, given: texts[row] },
      remedies: [{ action: "use its values as classes", option: "task", value: "classification" }],
    },
  );
}

/** Fewer numbers in a row than this are hardly the levels of a score. */
const fewestLevels = 5;

/** Says of whole numbers in a row that they may be the levels of a score. */
function orderedNotices(name: string, numbers: readonly number[]): Notice[] {
  const [least, most] = [numbers[0], numbers[numbers.length - 1]];
  if (numbers.length < fewestLevels || numbers.length > mostClasses || most - least !== numbers.length - 1)
    return [];
  const text = `the target "${name}" has the levels ${least} to ${most}, which were taken as ${numbers.length} classes without an order; if they are a score, they can be predicted as ordered numbers`;
  return [
    notice("note", "ordered-target", text, { column: name, count: numbers.length }, [
      { action: "treat them as ordered numbers", option: "task", value: "regression" },
    ]),
  ];
}
