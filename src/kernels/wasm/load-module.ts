import { InputError } from "../../core/input-error.js";
import { platform } from "../platform/this-platform.js";
import { operations, singleOperations } from "./wasm-exports.js";

/** The binaries, as text inside modules: every bundler, server and engine can load a module. */
const binaries = {
  wasm: { file: "salience.wasm", load: () => import("../generated/salience.js") },
  fast: { file: "salience-fast.wasm", load: () => import("../generated/salience-fast.js") },
};

/** Loads and compiles one of the binaries; `given` bytes in its place are for tests only. */
export async function loadModule(
  name: keyof typeof binaries,
  given?: Uint8Array<ArrayBuffer>,
): Promise<WebAssembly.Module> {
  const { file, load } = binaries[name];
  if (name === "fast" && !supportsRelaxedSimd()) {
    await platform.enableRelaxedSimd();
    if (!supportsRelaxedSimd())
      throw new InputError(
        "not-possible",
        'the "fast" kernels need WebAssembly relaxed SIMD, which this engine does not support',
        { remedies: [{ action: "use the portable ones", option: "kernels", value: "wasm" }] },
      );
  }
  const bytes =
    given ??
    (await load().then(
      ({ base64 }) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
      (error: Error) => {
        throw unusable(file, `cannot be read (${error.message})`);
      },
    ));
  if (bytes.length === 0) throw unusable(file, "is empty");
  if (!WebAssembly.validate(bytes))
    throw unusable(file, "is damaged, or this engine does not support WebAssembly SIMD");
  const module = await WebAssembly.compile(bytes);
  const exported = new Set(WebAssembly.Module.exports(module).map((entry) => entry.name));
  for (const operation of [...operations, ...singleOperations])
    if (!exported.has(operation)) throw unusable(file, `does not export "${operation}"`);
  return module;
}

function unusable(file: string, why: string): InputError {
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
