import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { InputError } from "../../src/core/input-error.js";
import { loadModule, supportsRelaxedSimd } from "../../src/kernels/wasm/load-module.js";

const good = Uint8Array.from(
  readFileSync(new URL("../../src/kernels/generated/salience.wasm", import.meta.url)),
);

/** A whole module that has nothing in it. */
const emptyModule = good.subarray(0, 8);

test.each([
  ["an empty one", new Uint8Array(), "is empty"],
  ["half of one", good.subarray(0, good.length >> 1), "is damaged"],
  ["one without its last byte", good.subarray(0, good.length - 1), "is damaged"],
  ["a page", new TextEncoder().encode("<html>404</html>"), "is damaged"],
  ["one with nothing in it", emptyModule, 'does not export "gemm"'],
])("%s is refused in one line that says what to do", async (_, contents, why) => {
  const attempt = loadModule("wasm", contents);
  await expect(attempt).rejects.toThrow(InputError);
  await expect(attempt).rejects.toThrow(
    new RegExp(
      `^the kernel binary salience.wasm ${why}.*; install salience again, or run npm run build:wasm in a checkout$`,
    ),
  );
});

test("a binary cut anywhere gives a clear error", async () => {
  for (let length = 1; length < good.length; length += 997)
    await expect(loadModule("wasm", good.subarray(0, length))).rejects.toThrow(InputError);
});

test("the fast binary loads, after relaxed SIMD was switched on where that is needed", async () => {
  await loadModule("fast");
  expect(supportsRelaxedSimd()).toBe(true);
});

test("without relaxed SIMD the fast kernels are refused with what to use instead", async () => {
  vi.spyOn(WebAssembly, "validate").mockReturnValue(false);
  const attempt = loadModule("fast");
  await expect(attempt).rejects.toThrow(InputError);
  await expect(attempt).rejects.toThrow(
    /which this engine does not support; use the portable ones \(kernels: "wasm"\)$/,
  );
  vi.restoreAllMocks();
});
