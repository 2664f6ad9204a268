import { platform } from "#platform";
import { InputError } from "../../core/input-error.js";
import { operations, singleOperations } from "./wasm-exports.js";

/** The binaries, written out so that bundlers see them. */
const binaries = {
  wasm: new URL("../generated/salience.wasm", import.meta.url),
  fast: new URL("../generated/salience-fast.wasm", import.meta.url),
};

/** Reads and compiles one of the binaries; `url` is given by tests only. */
export async function loadModule(
  name: keyof typeof binaries,
  url: URL = binaries[name],
): Promise<WebAssembly.Module> {
  if (name === "fast" && !supportsRelaxedSimd()) {
    await platform.enableRelaxedSimd();
    if (!supportsRelaxedSimd())
      throw new InputError(
        "not-possible",
        'the "fast" kernels need WebAssembly relaxed SIMD, which this engine does not support',
        { remedies: [{ action: "use the portable ones", option: "kernels", value: "wasm" }] },
      );
  }
  const bytes = await platform.readAsset(url).catch((error: Error) => {
    throw unusable(url, `cannot be read (${error.message})`);
  });
  if (bytes.length === 0) throw unusable(url, "is empty");
  if (!WebAssembly.validate(bytes))
    throw unusable(url, "is damaged, or this engine does not support WebAssembly SIMD");
  const module = await WebAssembly.compile(bytes);
  const exported = new Set(WebAssembly.Module.exports(module).map((entry) => entry.name));
  for (const operation of [...operations, ...singleOperations])
    if (!exported.has(operation)) throw unusable(url, `does not export "${operation}"`);
  return module;
}

function unusable(url: URL, why: string): InputError {
  const file = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  return new InputError(
    "unreadable-file",
    `the kernel binary ${file} ${why}; install salience again, or run npm run build:wasm in a checkout`,
  );
}

/** A module of one function, which does nothing but f64x2.relaxed_madd. */
// biome-ignore format: one line per section
const PROBE = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
  0x01, 0x04, 0x01, 0x60, 0x00, 0x00,
  0x03, 0x02, 0x01, 0x00,
  0x0a, 0x14, 0x01, 0x12, 0x00, 0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f, 0x41, 0x00, 0xfd, 0x0f, 0xfd, 0x87, 0x02, 0x1a, 0x0b,
]);

/** Whether the engine, as it is set now, compiles relaxed SIMD, and so the `fast` binary. */
export function supportsRelaxedSimd(): boolean {
  return WebAssembly.validate(PROBE);
}
