import { type Notice, notice } from "../../../core/notice.js";
import { quoted, shortList } from "../../../core/text.js";

/** A row above a table of four columns or more is a title or the like if it fills at most so large a part of them. */
export const titleShare = 1 / 4;

/** Narrower tables may well have rows with few values. */
export const narrowestBelowTitles = 4;

/** Says which rows above a table were passed over; none where there are none. */
export function titlesLeftOut(titles: readonly string[]): Notice[] {
  if (titles.length === 0) return [];
  const [rows, were] = titles.length === 1 ? ["row", "was"] : ["rows", "were"];
  const text = `${titles.length} ${rows} above the table ${were} left out: ${shortList(titles.map(quoted), 3)}`;
  return [notice("note", "rows-left-out", text, { count: titles.length })];
}
