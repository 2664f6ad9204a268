import { narrowestBelowTitles, titleShare } from "../shared/title-rows.js";
import { type CellKind, guessHeader } from "./guess-dialect.js";

/**
 * How many of the first rows are titles, dates and notes above the table, given its first rows as texts. Such a row either is two cells
 * or more shorter than the rows of the table, which could not be read otherwise (R's header is shorter by one), or is
 * padded, as Excel writes it, and fills few of the cells. None of them is without text, and a header must follow: a row
 * with numbers only, or above rows without names, is data with gaps. Unless all that stands above is a first cell in each row, the names
 * may be there, and a row with numbers, though it looks like a header, is the first one of the data.
 */
export function countTitles(
  rows: readonly (readonly string[])[],
  kindOf: (cell: string) => CellKind,
): number {
  const width = commonWidth(rows);
  const isTitle = (row: readonly string[]) => {
    const filled = row.filter((cell) => cell.trim() !== "");
    if (filled.length > 0 && filled.every((cell) => kindOf(cell) !== "text")) return false;
    return row.length < width - 1 || (width >= narrowestBelowTitles && filled.length <= width * titleShare);
  };
  const first = rows.findIndex((row) => !isTitle(row));
  if (first < 1) return 0;
  const table = rows.slice(first);
  if (table.length < 2 || !guessHeader(table, kindOf)) return 0;
  const mayName = rows.slice(0, first).some((row) => row.slice(1).some((cell) => cell.trim() !== ""));
  return mayName && table[0].some((cell) => kindOf(cell) === "number") ? 0 : first;
}

/** How many cells most rows have; the most of several such numbers. */
function commonWidth(rows: readonly (readonly string[])[]): number {
  const tally = new Map<number, number>();
  for (const { length } of rows) tally.set(length, (tally.get(length) ?? 0) + 1);
  let [common, most] = [0, 0];
  for (const [width, times] of tally)
    if (times > most || (times === most && width > common)) [common, most] = [width, times];
  return common;
}
