import { columnBlocks } from "../data/column-entries.js";
import type { Dataset } from "../data/dataset.js";
import type { Matrix } from "../numeric/matrix.js";
import { SparseMatrix } from "../numeric/sparse-matrix.js";

/**
 * All features, best first: by score or in the method's own order, ties by place, and constant features last whatever
 * their score.
 */
export function rank(
  scores: Float64Array,
  direction: "larger" | "smaller",
  constant: Uint8Array,
  order?: Int32Array,
): Int32Array {
  const sign = direction === "larger" ? -1 : 1;
  const byScore = (a: number, b: number) =>
    scores[a] === scores[b] ? a - b : sign * scores[a] < sign * scores[b] ? -1 : 1;
  const ranked = order?.slice() ?? Int32Array.from(scores.keys()).sort(byScore);
  const places = Array.from(ranked);
  return Int32Array.from([...places.filter((j) => !constant[j]), ...places.filter((j) => constant[j])]);
}

/** 1 for every feature whose largest value is its smallest, decided on the values as they are; missing ones do not count. */
export function constantFeatures({ values }: Dataset): Uint8Array {
  if (values instanceof SparseMatrix) return constantInSparse(values);
  const constant = new Uint8Array(values.columns).fill(1);
  for (const block of columnBlocks(values))
    for (let j = 0; j < block.values.columns; j++)
      if (!isConstant(block.values, j)) constant[block.start + j] = 0;
  return constant;
}

function isConstant(values: Matrix, column: number): boolean {
  let first = Number.NaN;
  for (let i = 0; i < values.rows; i++) {
    const value = values.get(i, column);
    if (value === first || Number.isNaN(value)) continue;
    if (!Number.isNaN(first)) return false;
    first = value;
  }
  return true;
}

function constantInSparse({ rows, columns, columnIndices, values }: SparseMatrix): Uint8Array {
  const constant = new Uint8Array(columns).fill(1);
  const counts = new Int32Array(columns);
  const missing = new Int32Array(columns);
  const firsts = new Float64Array(columns);
  for (let k = 0; k < values.length; k++) {
    if (values[k] === 0) continue;
    const j = columnIndices[k];
    if (Number.isNaN(values[k])) {
      missing[j]++;
      continue;
    }
    if (counts[j]++ === 0) firsts[j] = values[k];
    else if (values[k] !== firsts[j]) constant[j] = 0;
  }
  for (let j = 0; j < columns; j++) if (counts[j] > 0 && counts[j] < rows - missing[j]) constant[j] = 0;
  return constant;
}

/** A score, of which a larger one is better, for what the feature costs: a negative one is the worse, the more it costs. */
export const perCost = (score: number, cost: number): number => (score > 0 ? score / cost : score * cost);
