import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { npyBytes, wideTable } from "../selectors/wide/wide-files.js";
import { runCli } from "../support/run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "salience-wide-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { values, labels } = wideTable(300, 8000, 2);
writeFileSync(join(folder, "x.npy"), npyBytes(values, "<f4"));
writeFileSync(join(folder, "y.csv"), `class\n${labels.join("\n")}\n`);

/** About 35 MB beside what the program takes: in memory 58 would be needed, and in blocks 11. */
const little = { cwd: folder, environment: { SALIENCE_MEMORY: "269MB" } };
const words = ["select", "x.npy", "--labels", "y.csv", "--k", "8"];

/** A JSON file without what differs from run to run. */
function written(name: string) {
  const { seconds: _, notices, ...json } = JSON.parse(readFileSync(join(folder, name), "utf8"));
  return { json, codes: notices.map(({ code }: { code: string }) => code) };
}

test("a file that does not fit is read in blocks, with the same result and output", async () => {
  const [whole, blocks] = await Promise.all([
    runCli([...words, "--no-measure", "--json", "a.json", "--out", "a.csv"], { cwd: folder }),
    runCli([...words, "--json", "b.json", "--out", "b.csv"], little),
  ]);
  expect([whole.code, blocks.code]).toEqual([0, 0]);
  // A report and a comparison, which would be next, need the values in memory.
  expect(blocks.output).toBe(whole.output.split("\nnext:")[0]);
  expect(blocks.errors).toMatch(
    /the data was read in blocks of columns: in memory it would take 58 MB, more than the \d+ MB that may be used/,
  );
  expect(whole.errors).not.toContain("in blocks");
  expect(written("b.json").json).toEqual(written("a.json").json);
  expect(written("b.json").codes).toEqual([...written("a.json").codes, "streamed"]);
  expect(readFileSync(join(folder, "b.csv"), "utf8")).toBe(readFileSync(join(folder, "a.csv"), "utf8"));
});

describe("one line says what is not possible", () => {
  test.each([
    [
      ["--method", "mrmr"],
      /mrmr needs all values in memory at once: 58 MB, and \d+ MB may be used.*dfs, fisher, svm-rfe/,
    ],
    [["--report", "r.html"], /--report needs all values in memory at once.*--out FILE/],
    [["--save", "r.json"], /--save needs all values in memory at once.*--out FILE/],
    [["--gamma", "0.1"], /dfs with --gamma 0\.1 needs all values/],
  ])("%j", async (more, message) => {
    const { code, errors, output } = await runCli([...words, ...more], little);
    expect([code, output]).toEqual([1, ""]);
    expect(errors.trim()).toMatch(message);
    expect(errors.trim().split("\n")).toHaveLength(1);
  });

  test("--k auto", async () => {
    const { code, errors } = await runCli([...words.slice(0, 4), "--k", "auto"], little);
    expect(code).toBe(1);
    expect(errors).toMatch(/found by cross-validation, which needs all values in memory/);
  });

  test("an amount of memory that is none", async () => {
    const { code, errors } = await runCli(words, { cwd: folder, environment: { SALIENCE_MEMORY: "lots" } });
    expect(code).toBe(1);
    expect(errors).toMatch(
      /SALIENCE_MEMORY must be an amount of memory such as 1\.5GB or 800MB; "lots" was given/,
    );
  });
});
