import { type Notice, notice } from "../../../core/notice.js";
import { quoted, shortList } from "../../../core/text.js";

/** A row above a table of four columns or more is a title or the like if it fills at most so large a part of them. */
export const titleShare = 1 / 4;

/** Narrower tables may well have rows with few values. */
export const narrowestBelowTitles = 4;

/** Says which rows above a table were passed over; none where there are none or only blank ones. */
export function titlesLeftOut(titles: readonly string[]): Notice[] {
  const written = titles.filter((title) => title !== "");
  if (written.length === 0) return [];
  const [rows, were] = written.length === 1 ? ["row", "was"] : ["rows", "were"];
  const text = `${written.length} ${rows} above the table ${were} left out: ${shortList(written.map(quoted), 3)}`;
  return [notice("note", "passed-over", text, { count: written.length })];
}
