/** The nearest neighbours of a sample: a stretch of a list for each class. */
export interface Neighbours {
  /** The rows of each class, in order. */
  readonly members: readonly Int32Array[];
  /** Where the stretch of each class begins, and how long it may become. */
  readonly starts: Int32Array;
  readonly limits: Int32Array;
  /** How many neighbours of each class there are. */
  readonly found: Int32Array;
  readonly rows: Int32Array;
  readonly distances: Float64Array;
}

/** Room for `most` neighbours of each class, or for the whole class where it is smaller. */
export function makeNeighbours(codes: Int32Array, classes: number, most: number): Neighbours {
  const members = Array.from({ length: classes }, (_, code) =>
    Int32Array.from(codes.keys()).filter((row) => codes[row] === code),
  );
  const limits = Int32Array.from(members, ({ length }) => Math.min(length, most));
  const starts = new Int32Array(classes);
  for (let code = 1; code < classes; code++) starts[code] = starts[code - 1] + limits[code - 1];
  const width = limits.reduce((sum, limit) => sum + limit, 0);
  return {
    members,
    starts,
    limits,
    found: new Int32Array(classes),
    rows: new Int32Array(width),
    distances: new Float64Array(width),
  };
}

/**
 * Finds the nearest neighbours by class, nearest first; of equally near ones the earlier row comes first. Distances are
 * rounded to multiples of what the last digit of `snap` is worth, so that ties are not decided by rounding errors.
 */
export function findNearest(neighbours: Neighbours, all: Float64Array, self: number, snap: number): void {
  const { members, starts, limits, found, rows, distances } = neighbours;
  for (let code = 0; code < members.length; code++) {
    const start = starts[code];
    const end = start + limits[code];
    const candidates = members[code];
    let next = start;
    for (let i = 0; i < candidates.length; i++) {
      const row = candidates[i];
      const distance = all[row] + snap - snap;
      if ((next === end && distance >= distances[end - 1]) || row === self) continue;
      let place = next < end ? next++ : end - 1;
      for (; place > start && distances[place - 1] > distance; place--) {
        distances[place] = distances[place - 1];
        rows[place] = rows[place - 1];
      }
      distances[place] = distance;
      rows[place] = row;
    }
    found[code] = next - start;
  }
}
