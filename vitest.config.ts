import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Ends what hangs; a test that is merely slow, on a machine busy with other things, must not come near. */
const patienceMilliseconds = 300_000;

export default defineConfig({
  resolve: {
    alias: {
      "#platform": here("./src/kernels/platform/node.ts"),
      "salience/internal": here("./src/internal.ts"),
    },
  },
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    // Vitest leaves a core free, which of two is half of the machine; and tests of clusters and pages wait more than they work.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: patienceMilliseconds,
    hookTimeout: patienceMilliseconds,
    teardownTimeout: patienceMilliseconds,
    expect: { poll: { timeout: patienceMilliseconds / 5 } },
  },
});
