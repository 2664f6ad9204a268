import { fewestInMemory, type StreamingLimits } from "../recursion/streamed-rows.js";
import type { DataShape } from "../selector.js";

/** Bytes that names, scores, ranks and their lists take for each feature. */
const bytesPerFeature = 500;
/** The part of the memory that blocks of columns may take, and the most that is worth it. */
const blockShare = 1 / 16;
const largestBlock = 64 << 20;

/** What is needed whatever the number of features in memory is: lists over all features, and matrices over the samples. */
const fixedBytes = ({ rows, features }: Pick<DataShape, "rows" | "features">): number =>
  bytesPerFeature * features + 3 * 8 * rows * rows;

/** The least memory in which columns can be streamed. */
export const leastWideMemory = (shape: Pick<DataShape, "rows" | "features">): number =>
  fixedBytes(shape) + 2 * 8 * shape.rows * fewestInMemory(shape.rows);

/** How many features lie in memory at a time, in so many bytes; never too few to work with. */
export function planStreaming(shape: Pick<DataShape, "rows" | "features">, memory: number): StreamingLimits {
  const perFeature = 8 * shape.rows;
  const blockBytes = Math.min(largestBlock, blockShare * memory);
  const rest = memory - fixedBytes(shape) - blockBytes;
  return {
    mostInMemory: Math.max(fewestInMemory(shape.rows), Math.floor(rest / perFeature)),
    blockHeight: Math.max(256, Math.floor(blockBytes / perFeature)),
  };
}

/** What the kernels can address, less what they need besides features. */
const mostKernelBytes = 3e9;

/** The memory in which all features lie in memory from the first round on, as far as the kernels can address them. */
export const memoryForAll = (shape: Pick<DataShape, "rows" | "features">): number =>
  Math.max(
    leastWideMemory(shape),
    Math.min(mostKernelBytes, (fixedBytes(shape) + 8 * shape.rows * shape.features) / (1 - blockShare)),
  );
