import { InputError } from "../core/input-error.js";
import { bytesText } from "../core/memory.js";
import { completeOptions, type PlainOptions } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { sampleRemedy } from "../data/stream/refuse-whole.js";
import { shapeOf } from "./estimate.js";
import { findSelector } from "./registry.js";
import type { Cost, DataShape, Selector } from "./selector.js";

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

/** What a run takes beside the data: without end where the kernels could not hold it, whatever memory there is. */
export function workingBytes(...given: Parameters<typeof costOf>): number {
  const cost = costOf(...given);
  return isBeyondKernels(cost) ? Number.POSITIVE_INFINITY : cost.bytes;
}

/**
 * Why a run of a method does not fit, as a phrase; null where it does. `room` is the memory that is free beside the data. A
 * method that works in the kernels must fit into their memory too.
 */
export function misfit(method: string, data: Dataset, room: number): string | null {
  const cost = costOf(method, {}, shapeOf(data));
  const needed = `it needs ${bytesText(cost.bytes)}`;
  if (isBeyondKernels(cost)) return `does not fit: ${needed}, and the kernels have ${bytesText(kernelBytes)}`;
  return cost.bytes > room ? `does not fit: ${needed}, and ${bytesText(room)} are free` : null;
}

/** Refuses, before any work, what the kernels could not hold. */
export function requireKernelRoom(selector: Selector, options: PlainOptions, shape: DataShape): void {
  const cost = selector.cost(shape, options);
  if (!isBeyondKernels(cost)) return;
  throw new InputError(
    "not-possible",
    `${selector.name} would need about ${bytesText(cost.bytes)} of the kernels' memory for ${shape.rows} × ${shape.features}, and they have ${bytesText(kernelBytes)}`,
    {
      remedies: [
        ...(shape.rows > sampleRemedy.value ? [sampleRemedy] : []),
        { action: "use a method that looks at one feature at a time", option: "method", value: "fisher" },
      ],
    },
  );
}

const isBeyondKernels = ({ matrix, bytes }: Cost): boolean => matrix > 0 && bytes > kernelBytes;
