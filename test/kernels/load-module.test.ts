import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { InputError } from "../../src/core/input-error.js";
import { loadModule, supportsRelaxedSimd } from "../../src/kernels/wasm/load-module.js";

const folder = mkdtempSync(join(tmpdir(), "salience-wasm-"));
afterAll(() => rmSync(folder, { recursive: true }));

const good = readFileSync(new URL("../../src/kernels/generated/salience.wasm", import.meta.url));

function file(name: string, contents: Uint8Array): URL {
  writeFileSync(join(folder, name), contents);
  return pathToFileURL(join(folder, name));
}

/** A whole module that has nothing in it. */
const emptyModule = good.subarray(0, 8);

test.each([
  ["empty.wasm", new Uint8Array(), "is empty"],
  ["cut.wasm", good.subarray(0, good.length >> 1), "is damaged"],
  ["almost.wasm", good.subarray(0, good.length - 1), "is damaged"],
  ["text.wasm", new TextEncoder().encode("<html>404</html>"), "is damaged"],
  ["hollow.wasm", emptyModule, 'does not export "gemm"'],
])("%s is refused in one line that says what to do", async (name, contents, why) => {
  const attempt = loadModule("wasm", file(name, contents));
  await expect(attempt).rejects.toThrow(InputError);
  await expect(attempt).rejects.toThrow(
    new RegExp(
      `^the kernel binary ${name} ${why}.*; install salience again, or run npm run build:wasm in a checkout$`,
    ),
  );
});

test("a binary that is not there", async () => {
  const attempt = loadModule("wasm", pathToFileURL(join(folder, "nowhere.wasm")));
  await expect(attempt).rejects.toThrow(InputError);
  await expect(attempt).rejects.toThrow(/^the kernel binary nowhere.wasm cannot be read \(ENOENT/);
});

test("a binary cut anywhere gives a clear error", async () => {
  for (let length = 1; length < good.length; length += 997)
    await expect(loadModule("wasm", file("cut.wasm", good.subarray(0, length)))).rejects.toThrow(InputError);
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
