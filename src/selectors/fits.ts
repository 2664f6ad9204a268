import type { Dataset } from "../data/dataset.js";
import { findSelector } from "./registry.js";
import { memoryText } from "./select-streamed.js";

/** What the kernels can hold: WebAssembly addresses no more. */
const kernelBytes = 2 ** 32;

/**
 * Why a run of a method does not fit, as a phrase; null where it does. `room` is the memory that is free beside the data. A
 * method that works in the kernels must fit into their memory too.
 */
export function misfit(method: string, data: Dataset, room: number): string | null {
  const { rows, features, labels } = data;
  const { bytes, matrix } = findSelector(method).cost({
    rows,
    features,
    classes: labels?.classes.length ?? 2,
  });
  if (matrix > 0 && bytes > kernelBytes)
    return `does not fit: it needs ${memoryText(bytes)}, and the kernels have ${memoryText(kernelBytes)}`;
  return bytes > room
    ? `does not fit: it needs ${memoryText(bytes)}, and ${memoryText(room)} are free`
    : null;
}
