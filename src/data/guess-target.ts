import type { Column, Table } from "./table.js";
import { columnText } from "./table-to-arrays.js";

/** A column that may be the target, and why it looks like it. */
export interface TargetGuess {
  readonly column: number;
  readonly reason: string;
}

const usualNames =
  /^(class|classes|label|labels|target|y|gnd|species|diagnosis|outcome|response|category|cell_?type|tissue)$/i;

/** Which column looks like the target: by its name, else the only column of words, else the last of a few whole numbers. */
export function guessTarget(table: Table): TargetGuess | null {
  const groups = (column: Column) => new Set(columnText(column)).size;
  const repeats = (j: number) => groups(table.columns[j]) >= 2 && groups(table.columns[j]) <= table.rows / 2;
  const all = table.names.map((_, j) => j);
  const named = all.filter((j) => usualNames.test(table.names[j]) && repeats(j));
  if (named.length === 1) return { column: named[0], reason: `it is called "${table.names[named[0]]}"` };
  const words = all.filter((j) => table.columns[j].kind !== "number" && repeats(j));
  if (words.length === 1) return { column: words[0], reason: "it is the only column of words that repeat" };
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
