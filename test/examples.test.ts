import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../examples", import.meta.url));
const examples = readdirSync(folder).filter((name) => name.endsWith(".mjs"));

/** A promise that rejects where the program ends with another code than 0. */
const run = promisify(execFile);

test("there are examples", () => {
  expect(examples).not.toHaveLength(0);
});

// They import the built package; `npm test` builds it first.
test.each(examples)("examples/%s runs and says something", async (name) => {
  const { stdout } = await run(process.execPath, [name], { cwd: folder });
  expect(stdout.trim()).not.toBe("");
  expect(stdout).not.toMatch(/NaN|undefined/);
});

test("the plug-in among the examples passes `salience check`", async () => {
  const { stdout } = await run(process.execPath, ["../dist/cli.js", "check", "plugins/mean-gap.mjs"], {
    cwd: folder,
  });
  expect(stdout).toMatch(/\d\d checks passed\n$/);
});
