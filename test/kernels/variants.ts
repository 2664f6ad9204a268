import type { Kernels } from "../../src/kernels/kernels.js";
import { referenceKernels } from "../../src/kernels/reference/reference-kernels.js";
import { WasmKernels } from "../../src/kernels/wasm-kernels.js";
import { BuiltKernels } from "./built.js";

/** Every piece of work that can be shared is, however small. */
const alwaysShare = { blockBytes: 2 ** 27, stepsWorthSharing: 0 };
/** Operands go in by blocks of at most 4000 bytes. */
const tinyBlocks = { blockBytes: 4000, stepsWorthSharing: 0 };

/** All ways to run the kernels; the same tests run on each. */
export const variants: readonly [name: string, kernels: Kernels][] = [
  ["reference", referenceKernels],
  ["wasm", await WasmKernels.create("wasm", 1)],
  ["wasm in blocks", await WasmKernels.create("wasm", 1, tinyBlocks)],
  ["wasm on 2 threads", await BuiltKernels.create("wasm", 2, alwaysShare)],
  ["wasm in blocks on 3 threads", await BuiltKernels.create("wasm", 3, tinyBlocks)],
  ["fast", await WasmKernels.create("fast", 1)],
  ["fast on 2 threads", await BuiltKernels.create("fast", 2, alwaysShare)],
];
