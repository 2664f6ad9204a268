import { columnBlocks } from "../data/column-blocks.js";
import type { Dataset } from "../data/dataset.js";

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

/** 1 for every feature whose largest value is its smallest, decided on the values as they are. */
export function constantFeatures(data: Dataset): Uint8Array {
  const constant = new Uint8Array(data.features).fill(1);
  for (const { start, values } of columnBlocks(data.values))
    for (let j = 0; j < values.columns; j++)
      for (let i = 1; i < values.rows && constant[start + j]; i++)
        if (values.get(i, j) !== values.get(0, j)) constant[start + j] = 0;
  return constant;
}
