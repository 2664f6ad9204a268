import type { Remedy } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import type { ToldColumn } from "./column-kinds.js";
import { columnText, type Table } from "./table.js";

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

/** Whole numbers with more different values than this are not proposed as classes. */
const mostClasses = 20;

/**
 * Which of these columns is obviously the target: what the format declares, else the one with a usual name, else the only
 * category, else a first or last column of a few whole numbers if no other column is like that. Where several may be, a
 * notice lists them.
 */
export function guessTarget(table: Table, told: readonly ToldColumn[], free: readonly number[]): TargetGuess {
  const name = (j: number) => table.names[j];
  const isEdge = (j: number) => j === 0 || j === table.columns.length - 1;
  const is = (j: number, ...kinds: readonly string[]) => kinds.includes(told[j].kind);

  const named = free.filter((j) => usualNames.test(name(j)) && (repeats(table, told[j]) || is(j, "number")));
  const declared = table.classColumn;
  if (declared !== undefined && free.includes(declared))
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
  if (categories.length === 1) return taken(table, categories[0], "it is the only category");
  const whole = free.filter((j) => is(j, "number") && isFewWhole(told[j]));
  if (categories.length === 0 && whole.length === 1 && isEdge(whole[0])) {
    const values = new Set(columnText(told[whole[0]].column));
    return taken(
      table,
      whole[0],
      `it is the only column of a few whole numbers (${[...values].sort().slice(0, 5).join(", ")}${values.size > 5 ? ", …" : ""}), and the ${whole[0] === 0 ? "first" : "last"} one`,
    );
  }
  const candidates = [...new Set([...named, ...[...categories].reverse(), ...whole.filter(isEdge)])];
  return { column: -1, reason: null, notices: candidates.length > 0 ? [manyNotice(table, candidates)] : [] };
}

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
 * Refuses a target of numbers that are no classes: such a target is a number to predict. Whole numbers are classes if
 * there are few of them, or if each has ten rows on average. The only place where this is decided.
 */
export function requireClassNames(names: readonly string[], target: string): void {
  const different = new Set(names);
  const numbers = Array.from(different, Number);
  if (numbers.length <= 2 || !numbers.every(Number.isFinite)) return;
  const few = numbers.length <= mostClasses || numbers.length <= names.length / 10;
  if (numbers.every(Number.isInteger) && few) return;
  throw new InputError(
    "target",
    `the target "${target}" looks like a number to predict, not a class: it has ${numbers.length} different values, such as ${numbers
      .sort((a, b) => a - b)
      .slice(0, 3)
      .join(", ")}`,
    {
      facts: { column: target, count: numbers.length },
      remedies: [
        { action: "name another column", option: "target" },
        {
          action: "use the values as classes all the same",
          option: "columns",
          value: [`${target}=category`],
        },
      ],
    },
  );
}
