/**
 * Files as text inside modules: the kernel binaries, and the script of kernel threads. A module is found by every bundler, from
 * static files and by every engine; a file beside it is not.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { binaries, generatedFolder } from "./build-wasm.mjs";

/**
 * The module that holds a binary.
 * @param {string} name of the binary
 */
export function binaryModule(name) {
  return `export const base64 = "${readFileSync(join(generatedFolder, name)).toString("base64")}";\n`;
}

/**
 * Writes the modules below build/, where the library has been compiled to.
 * @param {string} build
 */
export async function writeEmbedded(build) {
  const folder = join(build, "kernels/generated");
  mkdirSync(folder, { recursive: true });
  for (const name of Object.keys(binaries))
    writeFileSync(join(folder, name.replace(/\.wasm$/, ".js")), binaryModule(name));
  const bundle = await rolldown({ input: join(build, "kernels/worker.js") });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  writeFileSync(
    join(folder, "thread-script.js"),
    `export const threadScript = ${JSON.stringify(output[0].code)};\n`,
  );
}
