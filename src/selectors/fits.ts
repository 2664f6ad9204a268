import { bytesText } from "../core/memory.js";
import { completeOptions, type PlainOptions } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { shapeOf } from "./estimate.js";
import { findSelector } from "./registry.js";
import type { Cost, DataShape } from "./selector.js";

/** What the kernels can hold: WebAssembly addresses no more. */
const kernelBytes = 2 ** 32;

/** What a run of a method takes on data of this size; of a file that was not read, rows and features are enough. */
export function costOf(
  method: string,
  options: PlainOptions,
  { rows, features, ...rest }: Pick<DataShape, "rows" | "features"> & Partial<DataShape>,
): Cost {
  const selector = findSelector(method);
  const shape = { rows, features, classes: 2, entries: rows * features, k: Math.min(20, features), ...rest };
  return selector.cost(shape, completeOptions(selector.name, selector.options, options));
}

/**
 * Why a run of a method does not fit, as a phrase; null where it does. `room` is the memory that is free beside the data. A
 * method that works in the kernels must fit into their memory too.
 */
export function misfit(method: string, data: Dataset, room: number): string | null {
  const { bytes, matrix } = costOf(method, {}, shapeOf(data));
  if (matrix > 0 && bytes > kernelBytes)
    return `does not fit: it needs ${bytesText(bytes)}, and the kernels have ${bytesText(kernelBytes)}`;
  return bytes > room ? `does not fit: it needs ${bytesText(bytes)}, and ${bytesText(room)} are free` : null;
}
