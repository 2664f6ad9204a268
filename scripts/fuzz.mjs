// `npm run fuzz -- [COUNT] [SEED]`: the tests on damaged input with COUNT inputs in place of a few; the same seed gives the same inputs.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [count = "2000", seed = "1"] = process.argv.slice(2);
if (![count, seed].every((word) => /^[1-9]\d{0,8}$/.test(word))) {
  console.error("usage: npm run fuzz -- [COUNT] [SEED], both whole numbers from 1");
  process.exit(1);
}
const tests = ["test/fuzz.test.ts", "test/data/readers/columnar-fuzz.test.ts"];
const { status } = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--reporter=verbose", ...tests],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, SALIENCE_FUZZ: count, SALIENCE_FUZZ_SEED: seed },
  },
);
process.exitCode = status ?? 1;
