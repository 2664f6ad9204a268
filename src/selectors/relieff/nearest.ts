/** The nearest neighbours of a sample: a stretch of a list for each class. */
export interface Neighbours {
  /** Where the stretch of each class begins. */
  readonly starts: Int32Array;
  /** How many neighbours of each class there are. */
  readonly found: Int32Array;
  readonly rows: Int32Array;
  readonly distances: Float64Array;
  /** How long each stretch may become. */
  readonly limits: Int32Array;
}

/** Room for `most` neighbours of each class, or for the whole class where it is smaller. */
export function makeNeighbours(counts: Int32Array, most: number): Neighbours {
  const limits = counts.map((count) => Math.min(count, most));
  const starts = new Int32Array(counts.length);
  for (let code = 1; code < counts.length; code++) starts[code] = starts[code - 1] + limits[code - 1];
  const width = limits.reduce((sum, limit) => sum + limit, 0);
  return {
    starts,
    limits,
    found: new Int32Array(counts.length),
    rows: new Int32Array(width),
    distances: new Float64Array(width),
  };
}

/**
 * Finds the nearest neighbours by class, nearest first; of equally near ones the earlier row comes first. Distances are
 * rounded to multiples of what the last digit of `snap` is worth, so that ties are not decided by rounding errors.
 */
export function findNearest(
  { starts, limits, found, rows, distances }: Neighbours,
  all: Float64Array,
  codes: Int32Array,
  self: number,
  snap: number,
): void {
  found.fill(0);
  for (let row = 0; row < codes.length; row++) {
    if (row === self) continue;
    const code = codes[row];
    const start = starts[code];
    const distance = all[row] + snap - snap;
    let place = start + found[code];
    if (found[code] < limits[code]) found[code]++;
    else if (distance < distances[place - 1]) place--;
    else continue;
    for (; place > start && distances[place - 1] > distance; place--) {
      distances[place] = distances[place - 1];
      rows[place] = rows[place - 1];
    }
    distances[place] = distance;
    rows[place] = row;
  }
}
