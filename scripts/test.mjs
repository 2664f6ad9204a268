// `npm test`: every check and every test, one after another. The last line counts them: `N passed, N failed, N skipped`.
// With --checks only the checks run, which takes a few seconds.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureServices } from "./cluster-services.mjs";
import { ensureChromium } from "./ensure-chromium.mjs";
import { dataFolder, hasData } from "./find-data.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (/** @type {string} */ name) => join(root, "node_modules", ".bin", name);

/** @type {[name: string, command: string, args: string[]][]} */
const checks = [
  ["build", process.execPath, ["scripts/build.mjs"]],
  ["types", bin("tsc"), ["--noEmit", "-p", "tsconfig.json"]],
  ["types of the studio", bin("tsc"), ["--noEmit", "-p", "studio/tsconfig.json"]],
  ["lint and format", bin("biome"), ["ci", "--error-on-warnings"]],
  ["layers and documentation", process.execPath, ["scripts/check-layers.mjs"]],
  ["licences", process.execPath, ["scripts/notices.mjs"]],
  ["lockfile", process.execPath, ["scripts/check-lockfile.mjs"]],
  ["wasm reproduces", process.execPath, ["scripts/check-wasm.mjs"]],
];

const totals = { passed: 0, failed: 0, skipped: 0 };

for (const [name, command, args] of checks) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: "utf8" });
  const time = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  console.log(`${status === 0 ? "ok  " : "FAIL"} ${name} (${time})`);
  if (status !== 0) console.log(stdout + stderr);
  totals[status === 0 ? "passed" : "failed"]++;
}

if (!process.argv.includes("--checks")) runTests();

console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exitCode = totals.failed > 0 ? 1 : 0;

function runTests() {
  const chromium = ensureChromium();
  if (!chromium)
    console.log(
      "browser tests are skipped: there is no Chromium; install it (Debian: apt-get install chromium) or set CHROMIUM",
    );
  for (const reason of ensureServices()) console.log(`cluster tests are skipped: ${reason}`);
  if (!hasData)
    console.log(
      `tests on real data are skipped: there is no ${dataFolder}; set SALIENCE_DATA to the folder of the data files`,
    );
  const folder = mkdtempSync(join(tmpdir(), "salience-test-"));
  const report = join(folder, "counts.json");
  const colours = process.stdout.isTTY ? [] : ["--no-color"];
  const args = ["run", "--reporter=default", "--reporter=./scripts/count-reporter.mjs", ...colours];
  const { status } = spawnSync(bin("vitest"), args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, SALIENCE_COUNTS: report, ...(chromium && { CHROMIUM: chromium }) },
  });
  try {
    /** @type {import("./count-reporter.mjs").Counts} */
    const { passed, failed, skipped } = JSON.parse(readFileSync(report, "utf8"));
    totals.passed += passed;
    totals.failed += failed;
    totals.skipped += skipped.length;
    for (const { name, reason } of skipped) console.log(`skipped: ${name}${reason ? `: ${reason}` : ""}`);
    if (status !== 0 && failed === 0) totals.failed++;
  } catch {
    console.log("the tests ended without a report");
    totals.failed++;
  }
  rmSync(folder, { recursive: true });
}
