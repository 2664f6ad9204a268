import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import { binaries } from "./scripts/build-wasm.mjs";
import { binaryModule } from "./scripts/embed.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Ends what hangs; a test that is merely slow, on a machine busy with other things, must not come near. */
const patienceMilliseconds = 300_000;

/** Tests of src/ load the kernels as they are committed, with no build between. */
const embedded: Plugin = {
  name: "embedded",
  enforce: "pre",
  resolveId(source) {
    const name = /^\.\.\/generated\/([\w-]+)\.js$/.exec(source)?.[1];
    return `${name}.wasm` in binaries ? `\0${name}.wasm` : null;
  },
  load: (id) => (id.slice(1) in binaries ? binaryModule(id.slice(1)) : null),
};

/** What plans with the memory of its process, or changes the process. Each file gets one of its own. */
const apart = [
  "test/{cli,executors,node,stream}/**/*.test.ts",
  "test/kernels/{allocator,load-module}.test.ts",
  "test/data/readers/{gunzip,hdf5}.test.ts",
  "test/data/real-files.test.ts",
];

export default defineConfig({
  plugins: [embedded],
  resolve: {
    alias: {
      "salience/internal": here("./src/internal.ts"),
    },
  },
  test: {
    // Figures for print take the colours out of the style sheet.
    css: { include: [/tokens\.css/] },
    projects: [
      { extends: true, test: { name: "apart", include: apart } },
      // The others share processes, so that the library is loaded once in each; what a test changes of its process it puts back.
      {
        extends: true,
        test: { name: "shared", include: ["test/**/*.test.ts"], exclude: apart, isolate: false },
      },
    ],
    pool: "forks",
    // Vitest leaves a core free, which of two is half of the machine; and tests of clusters and pages wait more than they work.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: patienceMilliseconds,
    hookTimeout: patienceMilliseconds,
    teardownTimeout: patienceMilliseconds,
    expect: { poll: { timeout: patienceMilliseconds / 5 } },
  },
});
