import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Random } from "../../src/index.js";
import { runCli } from "../support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "salience-prepared-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A table of more than a megabyte, which is large enough that kernels start while it is read; `last` stands in its last cell. */
function table(name: string, last: string): string {
  const random = new Random(1);
  const [rows, features] = [240, 500];
  const lines = Array.from({ length: rows }, (_, i) => {
    const numbers = Array.from({ length: features }, (_, j) => random.normal() + (j < 5 ? i % 3 : 0));
    return `${numbers.join()},c${i % 3}`;
  });
  const names = Array.from({ length: features }, (_, j) => `f${j}`);
  lines[rows - 1] = lines[rows - 1].replace(/^[^,]*/, last);
  const file = join(folder, name);
  writeFileSync(file, [`${names.join()},class`, ...lines].join("\n"));
  return file;
}

describe("kernels that start while a large file is read", () => {
  const file = table("good.csv", "0.5");

  test.each([
    ["a given γ", ["--gamma", "1", "--p", "1"]],
    ["a number of features", ["--k", "5"]],
    ["fused kernels", ["--gamma", "1", "--kernels", "fast"]],
  ])("%s: the same result as on one thread, and not a word", async (_, words) => {
    const results = [];
    for (const threads of ["1", "2", "3"]) {
      const given = ["select", file, "--target", "class", ...words, "--no-measure", "--quiet"];
      const run = await runCli([...given, "--threads", threads, "--json", "-"]);
      expect([run.code, run.errors]).toEqual([0, ""]);
      results.push({ ...JSON.parse(run.output), seconds: 0 });
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
    // The planted features say nearly the same, so a penalty may leave some of them out.
    const best = results[0].ranking.slice(0, 2).map(({ name }: { name: string }) => name);
    for (const name of best) expect(["f0", "f1", "f2", "f3", "f4"]).toContain(name);
  });

  test("a file that turns out unusable is one line, and ends the program and its threads", async () => {
    const infinite = table("infinite.csv", "1e999");
    const run = await runCli(["select", infinite, "--target", "class", "--threads", "2"]);
    expect(run.code).toBe(1);
    expect(run.output).toBe("");
    expect(run.errors.trim().split("\n").at(-1)).toMatch(/^salience: .*1 value is infinite/);
  });

  test("Ctrl-C while it is read ends the program and its threads with code 130", async () => {
    const words = ["select", file, "--target", "class", "--threads", "2", "--verbose"];
    const { code, errors } = await runCli(words, { interruptOn: "reading" });
    expect(code).toBe(130);
    expect(errors).toContain("salience: stopped");
  });
});
