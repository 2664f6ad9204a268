import { Matrix } from "../numeric/matrix.js";
import { columnBlocks } from "./column-blocks.js";
import type { Dataset } from "./dataset.js";

/** Groups of columns that hold exactly the same values, each in the data's order. Missing values equal each other. */
export function duplicateColumns(data: Dataset): number[][] {
  const byHash = new Map<number, number[]>();
  columnHashes(data).forEach((hash, column) => {
    const same = byHash.get(hash);
    if (same) same.push(column);
    else byHash.set(hash, [column]);
  });
  const groups: number[][] = [];
  for (const candidates of byHash.values()) {
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

function columnHashes(data: Dataset): Int32Array {
  const number = new Float64Array(1);
  const halves = new Int32Array(number.buffer);
  const hashes = new Int32Array(data.features);
  for (const { start, values } of columnBlocks(data.values))
    for (let i = 0; i < values.rows; i++)
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
