// `npm test`: every check and every test, one after another. The last line counts them: `N passed, N failed, N skipped`.
// With --checks only the checks run, which takes a few seconds.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureChromium } from "./ensure-chromium.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = (/** @type {string} */ name) => join(root, "node_modules", ".bin", name);

/** @type {[name: string, command: string, args: string[]][]} */
const checks = [
  ["build", process.execPath, ["scripts/build.mjs"]],
  ["types", bin("tsc"), ["--noEmit", "-p", "tsconfig.json"]],
  ["types of the studio", bin("tsc"), ["--noEmit", "-p", "studio/tsconfig.json"]],
  ["lint and format", bin("biome"), ["ci", "--error-on-warnings"]],
  ["layers and documentation", process.execPath, ["scripts/check-layers.mjs"]],
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
      "browser tests do not run: there is no Chromium; install it (Debian: apt-get install chromium) or set CHROMIUM",
    );
  const folder = mkdtempSync(join(tmpdir(), "salience-test-"));
  const report = join(folder, "report.json");
  const colours = process.stdout.isTTY ? [] : ["--no-color"];
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...colours];
  const { status } = spawnSync(bin("vitest"), args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...(chromium && { CHROMIUM: chromium }) },
  });
  try {
    const result = JSON.parse(readFileSync(report, "utf8"));
    totals.passed += result.numPassedTests;
    totals.failed += result.numFailedTests;
    totals.skipped += result.numPendingTests + result.numTodoTests;
    for (const file of result.testResults)
      for (const test of file.assertionResults)
        if (test.status === "pending" || test.status === "skipped") console.log(`skipped: ${test.fullName}`);
    // A file that does not even load fails without a failed test in it, and so does an unhandled error.
    if (status !== 0 && result.numFailedTests === 0) totals.failed++;
  } catch {
    console.log("the tests ended without a report");
    totals.failed++;
  }
  rmSync(folder, { recursive: true });
}
