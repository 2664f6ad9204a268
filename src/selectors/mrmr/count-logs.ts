import { log } from "../../numeric/math.js";

/**
 * c·ln c for every count c from 0 to n, as whole numbers of a small unit. Sums of them are exact, so that mutual
 * information does not depend on the order of states, classes or features, and equal features tie to the last bit. The
 * error of a value stays below one unit: n·ln n is at most 2⁵¹ units.
 */
export interface CountLogs {
  readonly values: Float64Array;
  /** What one unit of c·ln c is worth. */
  readonly unit: number;
}

/** The table for n samples. */
export function countLogs(n: number): CountLogs {
  let scale = 1;
  while (2 * scale * n * log(n) <= 2 ** 51) scale *= 2;
  const values = Float64Array.from({ length: n + 1 }, (_, count) =>
    count > 1 ? Math.round(count * log(count) * scale) : 0,
  );
  return { values, unit: 1 / scale };
}
