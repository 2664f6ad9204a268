import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import type { Kernels, KernelsName } from "./kernels.js";
import { referenceKernels } from "./reference/reference-kernels.js";
import { WasmKernels } from "./wasm-kernels.js";

/** What {@link createKernels} takes. */
export interface CreateKernelsOptions {
  /** Which implementation; `wasm` unless said otherwise. */
  kernels?: KernelsName;
  /** How many threads share the work, the calling one included; 1 unless said otherwise. */
  threads?: number;
}

/** The implementations that there are. */
export const kernelsNames: readonly KernelsName[] = ["wasm", "fast", "reference"];
const MOST_THREADS = 64;

/** Makes kernels ready for use; give them back with `dispose()`. The reference runs on one thread only. */
export async function createKernels(options: CreateKernelsOptions = {}): Promise<Kernels> {
  const { kernels, threads } = checked(options);
  return kernels === "reference" ? referenceKernels : WasmKernels.create(kernels, threads);
}

/**
 * Makes kernels for work that is still to come, while its data is read: threads are not waited for, and the first of them warms up,
 * so that code is compiled before it is needed. If a thread cannot start, the first call after that is known fails.
 */
export async function prepareKernels(options: CreateKernelsOptions): Promise<Kernels> {
  const { kernels, threads } = checked(options);
  return kernels === "reference" ? referenceKernels : WasmKernels.prepare(kernels, threads);
}

function checked({ kernels = "wasm", threads = 1 }: CreateKernelsOptions): Required<CreateKernelsOptions> {
  if (!kernelsNames.includes(kernels))
    throw new InputError(
      "unknown-name",
      `there are no kernels "${kernels}"; the kernels are ${kernelsNames.join(", ")}`,
      { facts: { option: "kernels", given: String(kernels), allowed: kernelsNames.join(", ") } },
    );
  if (!(Number.isInteger(threads) && threads >= 1 && threads <= MOST_THREADS))
    throw new InputError(
      "option-value",
      `${optionName("threads")} must be a whole number from 1 to ${MOST_THREADS}; ${threads} was given`,
      { facts: { option: "threads", given: threads } },
    );
  return { kernels, threads };
}
