import type { WasmExports } from "./wasm-exports.js";

/** Rows and columns of the matrices that are worked on. */
const size = 48;
/** So many are enough for V8 to replace its first, unoptimised code, and take some milliseconds. */
const rounds = 40;
const matrixBytes = 8 * size * size;

/** How many bytes the matrices take. */
export const warmUpBytes = (wasm: WasmExports): number =>
  4 * matrixBytes + 8 * size + (wasm.eigenWorkBytes(size) >>> 0);

/**
 * Calls the operations that nearly all work goes through, on a small positive definite matrix, so that the engine compiles them
 * before there is work. The threads of a program share compiled code, so one of them is enough.
 */
export function warmUp(
  wasm: WasmExports,
  memory: WebAssembly.Memory,
  address: number,
  scratch: number,
): void {
  const [matrix, factor, right, out, values] = [0, 1, 2, 3, 4].map((place) => address + place * matrixBytes);
  const work = values + 8 * size;
  const numbers = new Float64Array(memory.buffer, address, (work - address) / 8);
  const shape = [size, size] as const;
  const rows = [size, 1] as const;
  const columns = [1, size] as const;
  for (let round = 0; round < rounds; round++) {
    for (let at = 0; at < numbers.length; at++) numbers[at] = 1 / (1 + (at % size));
    for (let i = 0; i < size; i++) numbers[i * (size + 1)] = 2 * size;
    numbers.copyWithin(size * size, 0, size * size);
    wasm.choleskyLeaf(size, factor, ...rows);
    wasm.clearUpper(size, factor, ...rows);
    wasm.mirrorLower(0, size, factor, ...rows, scratch);
    wasm.solveLower(...shape, factor, ...rows, right, ...rows, scratch);
    wasm.gemm(...shape, size, 1, matrix, ...rows, right, ...rows, 0, out, ...rows, 0, scratch);
    wasm.gemm(...shape, size, 1, matrix, ...columns, right, ...columns, 1, out, ...rows, 0, scratch);
    wasm.combineRows(...shape, matrix, size, values, right, size, out, size, scratch);
    wasm.combineColumns(...shape, matrix, size, right, size, values, out, size, scratch);
    wasm.columnProducts(...shape, matrix, size, right, size, values, scratch);
    if (round % 4 === 0) wasm.symmetricEigen(matrix, size, size, values, out, work);
  }
}
