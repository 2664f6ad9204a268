// `npm run fuzz -- [COUNT] [SEED]`: the tests on damaged input with COUNT inputs in place of a few; the same seed gives the same inputs.
// `npm run fuzz -- kills [COUNT] [SEED]` and `npm run fuzz -- bombs`: see the files that are imported for them.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const words = process.argv.slice(2);
const kind = ["kills", "bombs"].includes(words[0]) ? words.shift() : "inputs";
const [count = kind === "kills" ? "200" : "2000", seed = "1"] = words;
if (words.length > 2 || ![count, seed].every((word) => /^[1-9]\d{0,8}$/.test(word))) {
  console.error(
    "usage: npm run fuzz -- [kills] [COUNT] [SEED], both whole numbers from 1; or npm run fuzz -- bombs",
  );
  process.exit(1);
}
if (kind === "kills") await (await import("./fuzz-kills.mjs")).fuzzKills(Number(count), Number(seed));
else if (kind === "bombs") await (await import("./fuzz-bombs.mjs")).fuzzBombs();
else {
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
}
