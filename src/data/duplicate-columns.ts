import { Matrix } from "../numeric/matrix.js";
import { columnBlocks } from "./column-blocks.js";
import type { Dataset } from "./dataset.js";

/** So many rows tell most columns apart. */
const fewRows = 16;

/** Groups of columns that hold exactly the same values, each in the data's order. Missing values equal each other. */
export function duplicateColumns(data: Dataset): number[][] {
  const byHash = groupByHash(
    columnHashes(data, fewRows),
    Array.from({ length: data.features }, (_, j) => j),
  );
  // Nearly all columns differ in their first rows already; only those that do not are looked at whole.
  const alike = [...byHash.values()].filter((columns) => columns.length > 1).flat();
  if (alike.length === 0) return [];
  const candidatesByHash = groupByHash(columnHashes(data.selectColumns(alike), data.rows), alike);
  const groups: number[][] = [];
  for (const candidates of candidatesByHash.values()) {
    if (candidates.length === 1) continue;
    const columns = denseColumns(data, candidates);
    const left = new Set(candidates.keys());
    for (const first of left) {
      const same = [...left].filter((other) => equalColumns(columns, first, other));
      for (const place of same) left.delete(place);
      if (same.length > 1) groups.push(same.map((place) => candidates[place]));
    }
  }
  return groups.sort((a, b) => a[0] - b[0]);
}

function groupByHash(hashes: Int32Array, columns: readonly number[]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  hashes.forEach((hash, at) => {
    const same = groups.get(hash);
    if (same) same.push(columns[at]);
    else groups.set(hash, [columns[at]]);
  });
  return groups;
}

/** A hash of each column's first values. */
function columnHashes(data: Dataset, rows: number): Int32Array {
  const number = new Float64Array(1);
  const halves = new Int32Array(number.buffer);
  const hashes = new Int32Array(data.features);
  for (const { start, values } of columnBlocks(data.values))
    for (let i = 0; i < Math.min(rows, values.rows); i++)
      for (let j = 0; j < values.columns; j++) {
        number[0] = values.get(i, j) + 0; // −0 becomes 0
        hashes[start + j] = Math.imul(
          Math.imul(hashes[start + j] ^ halves[0], 0x01000193) ^ halves[1],
          0x01000193,
        );
      }
  return hashes;
}

function denseColumns({ values }: Dataset, columns: readonly number[]): Matrix {
  const chosen = values.selectColumns(columns);
  return chosen instanceof Matrix ? chosen : chosen.toDense();
}

function equalColumns(values: Matrix, a: number, b: number): boolean {
  for (let i = 0; i < values.rows; i++) {
    const [x, y] = [values.get(i, a), values.get(i, b)];
    if (x !== y && !(Number.isNaN(x) && Number.isNaN(y))) return false;
  }
  return true;
}
