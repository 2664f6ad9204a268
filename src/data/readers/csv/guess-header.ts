/** A cell of the sample: a number, missing, or text. */
export type CellKind = "number" | "missing" | "text";

/**
 * Whether the first line of a table names the columns.
 *
 * - It does where each later line has one cell more: R's row names have no name.
 * - Where the lines below have columns of numbers, it does if it has text over one of them.
 * - Otherwise (all text) it does if its cells are there, differ, and none occurs again below it in its column.
 * - A single line is data if it has a number.
 */
export function guessHeader(
  rows: readonly (readonly string[])[],
  kindOf: (cell: string) => CellKind,
): boolean {
  const [first, ...below] = rows;
  if (below.length === 0) return !first.some((cell) => kindOf(cell) === "number");
  if (namesRows(rows)) return true;
  const kinds = first.map((_, j) => {
    const found = new Set(below.map((row) => kindOf(row[j] ?? "")));
    return found.has("text") ? "text" : found.has("number") ? "number" : "missing";
  });
  const overNumbers = first.filter((_, j) => kinds[j] === "number");
  if (overNumbers.length > 0) return overNumbers.some((cell) => kindOf(cell) === "text");
  const isNew = (cell: string, j: number) => cell !== "" && below.every((row) => row[j] !== cell);
  return new Set(first).size === first.length && first.every(isNew);
}

/** Whether the first line is one cell shorter than every other: the first cell of those names the row. */
export function namesRows([first, ...below]: readonly (readonly string[])[]): boolean {
  return below.length > 0 && below.every((row) => row.length === first.length + 1);
}
