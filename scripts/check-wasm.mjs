/** Rebuilds the kernel binaries in a temporary folder and compares them with the committed ones, byte by byte. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binaries, buildWasm, generatedFolder } from "./build-wasm.mjs";

const folder = mkdtempSync(join(tmpdir(), "salience-wasm-"));
try {
  await buildWasm(folder);
  for (const name of Object.keys(binaries)) {
    const built = readFileSync(join(folder, name));
    if (!built.equals(readIfThere(join(generatedFolder, name)))) {
      console.error(
        `src/kernels/generated/${name} is not what assembly/ compiles to: run npm run build:wasm`,
      );
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
