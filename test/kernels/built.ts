import { importBuilt } from "../support/built.js";

/** The kernels of build/, which can have threads. */
export const { WasmKernels: BuiltKernels } =
  await importBuilt<typeof import("../../src/kernels/wasm-kernels.js")>("kernels/wasm-kernels.js");
