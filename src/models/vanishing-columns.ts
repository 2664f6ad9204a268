import { type Notice, notice } from "../core/notice.js";
import { plural, shortList } from "../core/text.js";
import { sampleRemedy } from "../data/stream/refuse-whole.js";
import type { Matrix } from "../numeric/matrix.js";
import type { ClassMoments } from "./moments.js";

/** Squares of smaller differences lose digits, below 1e-162 all of them. */
const least = 1e-150;

/**
 * Says which columns vary by so little that the squares of the differences vanish or lose digits: in memory columns are brought to a
 * common size first, and moments are sums of squares as they are. `apart` are the means of the classes less one row of the data.
 */
export function vanishingNotices({ featureNames, counts, spreads }: ClassMoments, apart: Matrix): Notice[] {
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const columns = featureNames.filter((_, j) => {
    let [spread, distance] = [0, 0];
    for (let code = 0; code < counts.length; code++) {
      spread += spreads.get(code, j);
      distance = Math.max(distance, Math.abs(apart.get(code, j)));
    }
    return (spread > 0 || distance > 0) && distance < least && spread < rows * least * least;
  });
  if (columns.length === 0) return [];
  const [vary, they, their] = columns.length === 1 ? ["varies", "it", "its"] : ["vary", "they", "their"];
  return [
    notice(
      "warning",
      "values-too-small",
      `${plural(columns.length, "column", "columns")} ${vary} by less than ${least}: ${shortList(columns, 5)}; in rows that are read in blocks ${their} squares vanish, so ${they} may rank too low; multiply ${their} values by a large number, or have the rows in memory`,
      { columns, count: columns.length },
      [sampleRemedy],
    ),
  ];
}
