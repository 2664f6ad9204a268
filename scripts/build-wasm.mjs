/** Compiles assembly/ into the two kernel binaries. `npm run build:wasm` puts them where the package keeps them. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Where the committed binaries lie. */
export const generatedFolder = join(root, "src/kernels/generated");

/** The binaries, and what each is built with beyond what all share. */
export const binaries = {
  "salience.wasm": [],
  "salience-fast.wasm": ["--enable", "relaxed-simd"],
};

/**
 * Memory comes from outside and is shared by all threads: the module asks for little, and allows up to 4 GB.
 * The stub runtime brings no garbage collector; the kernels never allocate.
 */
const options = [
  ...["-O3", "--converge", "--noAssert", "--runtime", "stub", "--use", "abort="],
  ...["--enable", "simd", "--enable", "threads"],
  ...["--importMemory", "--sharedMemory", "--initialMemory", "2", "--maximumMemory", "65536"],
];

/** @param {string} folder where to write both binaries */
export async function buildWasm(folder) {
  await mkdir(folder, { recursive: true });
  for (const [name, extra] of Object.entries(binaries)) {
    const output = ["--outFile", join(folder, name)];
    const { main: compile } = await import("assemblyscript/asc");
    const { error, stderr } = await compile([
      "assembly/index.ts",
      "--baseDir",
      root,
      ...options,
      ...extra,
      ...output,
    ]);
    if (error) throw new Error(`assembly/ does not compile to ${name}: ${error.message}\n${stderr}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWasm(generatedFolder);
