/** A cell of the sample: a number, missing, or text. */
export type CellKind = "number" | "missing" | "text";

/**
 * Whether the first line of a table names the columns.
 *
 * - It does where each later line has one cell more: R's row names have no name.
 * - Where the lines below have columns of numbers, it does if it has text over one of them, or if it numbers them:
 *   different whole numbers over columns that hold fractions, and beside them a word that never comes again.
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
  const isNew = (cell: string, j: number) => cell !== "" && below.every((row) => row[j] !== cell);
  if (overNumbers.length > 0)
    return overNumbers.some((cell) => kindOf(cell) === "text") || numbersColumns(first, below, kinds, isNew);
  return new Set(first).size === first.length && first.every(isNew);
}

/** With fewer lines below it, a first line of whole numbers may well be data. */
const enough = 4;

/** Names such as 1, 2, 3, class, which are what features without names are written with. */
function numbersColumns(
  first: readonly string[],
  below: readonly (readonly string[])[],
  kinds: readonly CellKind[],
  isNew: (cell: string, j: number) => boolean,
): boolean {
  const places = first.map((_, j) => j);
  const numbered = places.filter((j) => kinds[j] === "number");
  const words = places.filter((j) => kinds[j] === "text");
  const isWhole = (cell: string) => /^\d+$/.test(cell.trim());
  return (
    below.length >= enough &&
    words.length > 0 &&
    words.every((j) => isNew(first[j], j)) &&
    numbered.every((j) => isWhole(first[j]) && below.some((row) => !isWhole(row[j] ?? ""))) &&
    new Set(numbered.map((j) => first[j])).size === numbered.length
  );
}

/** Whether the first line is one cell shorter than every other: the first cell of those names the row. */
export function namesRows([first, ...below]: readonly (readonly string[])[]): boolean {
  return below.length > 0 && below.every((row) => row.length === first.length + 1);
}
