import type { Matrix } from "../../numeric/matrix.js";
import type { Neighbours } from "./nearest.js";

/**
 * Manhattan distances, summed feature after feature as Weka does: where distances tie, the last digit decides. Four sums
 * go on at a time, as each has to wait for its last addition.
 */
export function distancesAsWeka(a: Matrix, b: Matrix, out: Matrix): void {
  const y = b.data;
  for (let i = 0; i < a.rows; i++)
    for (let r = 0; r < b.rows; r += 4) {
      const places = [0, 1, 2, 3].map((more) => Math.min(r + more, b.rows - 1));
      let [at0, at1, at2, at3] = places.map((row) => b.offset + row * b.rowStride);
      let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0];
      for (let j = 0, at = a.offset + i * a.rowStride; j < a.columns; j++, at++) {
        const x = a.data[at];
        sum0 += Math.abs(x - y[at0++]);
        sum1 += Math.abs(x - y[at1++]);
        sum2 += Math.abs(x - y[at2++]);
        sum3 += Math.abs(x - y[at3++]);
      }
      [sum0, sum1, sum2, sum3].forEach((sum, more) => {
        out.set(i, places[more], sum);
      });
    }
}

/**
 * Finds the nearest neighbours by class with Weka's rule for ties: while there is room every row is kept; afterwards one
 * that is nearer than the farthest takes its place, and of equally far ones the first in the list has to go. Then nearest
 * first.
 */
export function findNearestAsWeka(neighbours: Neighbours, all: Float64Array, self: number): void {
  const { members, starts, limits, found, rows, distances } = neighbours;
  for (let code = 0; code < members.length; code++) {
    const start = starts[code];
    const end = start + limits[code];
    let next = start;
    for (const row of members[code]) {
      if (row === self) continue;
      let place = next;
      if (next < end) next++;
      else {
        place = farthest(distances, start, end);
        if (all[row] >= distances[place]) continue;
      }
      distances[place] = all[row];
      rows[place] = row;
    }
    found[code] = next - start;
    sortStretch(distances, rows, start, next);
  }
}

function farthest(distances: Float64Array, start: number, end: number): number {
  let place = start;
  for (let other = start + 1; other < end; other++) if (distances[other] > distances[place]) place = other;
  return place;
}

function sortStretch(distances: Float64Array, rows: Int32Array, start: number, end: number): void {
  for (let at = start + 1; at < end; at++) {
    const [distance, row] = [distances[at], rows[at]];
    let place = at;
    for (; place > start && distances[place - 1] > distance; place--) {
      distances[place] = distances[place - 1];
      rows[place] = rows[place - 1];
    }
    distances[place] = distance;
    rows[place] = row;
  }
}
