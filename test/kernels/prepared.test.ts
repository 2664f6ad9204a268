import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Kernels } from "../../src/kernels/kernels.js";
import { loadModule } from "../../src/kernels/wasm/load-module.js";
import { warmUp, warmUpBytes } from "../../src/kernels/wasm/warm-up.js";
import { importsOf, type WasmExports } from "../../src/kernels/wasm/wasm-exports.js";
import { WasmKernels } from "../../src/kernels/wasm-kernels.js";
import { expectSame } from "../support/expect-same.js";
import { BuiltKernels } from "./built.js";
import { randomMatrix } from "./layouts.js";

const size = 300;

/** A product large enough to be shared, over and over: threads join somewhere in between. */
function products(kernels: Kernels): Float64Array {
  const workspace = kernels.workspace();
  const [a, b] = [randomMatrix(1, size, size), workspace.matrix(size, size)];
  b.data.set(randomMatrix(2, size, size).data);
  const c = workspace.matrix(size, size);
  for (let round = 0; round < 60; round++) kernels.gemm(1 / size, a, b, 0.5, c);
  const result = c.data.slice();
  workspace.release();
  return result;
}

describe("prepared kernels", () => {
  test("work at once with the bits of others, whenever threads join", async () => {
    const alone = await WasmKernels.create("wasm", 1);
    const expected = products(alone);
    const kernels = await BuiltKernels.prepare("wasm", 3);
    expect(kernels.threads).toBe(3);
    // Before any thread can have said that it is there, since nothing is waited for.
    expectSame(products(kernels), expected);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expectSame(products(kernels), expected);
    await Promise.all([kernels.dispose(), alone.dispose()]);
    expect(() => kernels.workspace().array(3)).toThrow("these kernels have been disposed");
  });

  test("alone they leave the other threads out, and live as long as these", async () => {
    const kernels = await BuiltKernels.prepare("fast", 2);
    const alone = kernels.alone();
    expect([alone.name, alone.threads]).toEqual(["fast", 1]);
    // Memory is shared: what one gave, the other uses in place.
    const workspace = kernels.workspace();
    const [a, c] = [workspace.matrix(2, 2), workspace.matrix(2, 2)];
    a.data.set([1, 2, 3, 4]);
    alone.gemm(1, a, a, 0, c);
    expectSame(c.data, Float64Array.of(7, 10, 15, 22));
    await alone.dispose();
    expect(kernels.workspace().array(3)).toHaveLength(3);
    kernels.gemm(1, a, a, 1, c);
    expectSame(c.data, Float64Array.of(14, 20, 30, 44));
    await kernels.dispose();
  });

  test("a thread that cannot start fails the first call after that is known, and ends with the rest", async () => {
    // The script that threads run is made by the build, so src/ has none.
    const kernels = await WasmKernels.prepare("wasm", 2);
    await expect
      .poll(() => {
        try {
          products(kernels);
          return "worked";
        } catch (error) {
          return (error as Error).message;
        }
      })
      .toMatch(
        /^a kernel thread could not be started \(.*\); fix the cause, or use one thread \(threads: 1\)$/,
      );
    await kernels.dispose();
  });

  test("they end before their threads are there, without a word", () => {
    const program = `
      const { WasmKernels } = await import("./build/kernels/wasm-kernels.js");
      const kernels = await WasmKernels.prepare("wasm", 3);
      await kernels.dispose();
    `;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", program],
      { cwd: fileURLToPath(new URL("../..", import.meta.url)), encoding: "utf8", timeout: 120_000 },
    );
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("warming up stays inside its memory, and its numbers stay finite", async () => {
    const module = await loadModule("wasm");
    const memory = new WebAssembly.Memory({ initial: 200, maximum: 65535, shared: true });
    const { exports } = new WebAssembly.Instance(module, importsOf(memory));
    const wasm = exports as WasmExports;
    const from = Math.ceil(wasm.heapBase() / 64) * 64;
    const scratch = from + Math.ceil(warmUpBytes(wasm) / 64) * 64 + 64;
    const guard = new Uint8Array(memory.buffer, from + warmUpBytes(wasm), 64).fill(7);
    const behind = new Uint8Array(memory.buffer, scratch + wasm.scratchBytes(), 64).fill(7);
    warmUp(wasm, memory, from, scratch);
    expect(new Set([...guard, ...behind])).toEqual(new Set([7]));
    const numbers = new Float64Array(memory.buffer, from, warmUpBytes(wasm) / 8);
    expect(numbers.every(Number.isFinite)).toBe(true);
    expect(numbers.some((x) => x !== 0)).toBe(true);
  });
});
